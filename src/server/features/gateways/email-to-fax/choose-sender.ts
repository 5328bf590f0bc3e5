import type { AccountId } from '#server/kit/scope.ts';

import type { SenderClaim } from './sender-rights.store.ts';

/** The account that a mail is faxed from; or that several match, none does, or the address is not confirmed. */
export type SenderChoice =
  | { kind: 'ok'; account: SenderClaim }
  | { kind: 'several'; accounts: SenderClaim[] }
  | { kind: 'stranger' | 'unconfirmed' };

/**
 * Chooses the account of a sender (A-MAILIN-15). Only claims that the address or its domain proved count. If there are
 * several, the account that has the address as its own is chosen, or else the one that the recipient's address names. A
 * claim from before proofs were required counts for some days if it is the only one. `login` and `number` name an
 * account; null and '' name none.
 */
export function chooseSender(
  claims: readonly SenderClaim[],
  { login, number }: { login: AccountId | number | null; number: string },
): SenderChoice {
  const meant = (claim: SenderClaim) =>
    (login === null || claim.id === login) && (number === '' || claim.number === number);
  const found = rightful(claims).filter(meant);
  if (found.length === 0)
    return {
      kind: claims.filter(meant).some(({ named, proved }) => named && !proved) ? 'unconfirmed' : 'stranger',
    };
  const owned = found.filter(({ own }) => own);
  const candidates = owned.length > 0 ? owned : found;
  // Mail of a suspended owner is not faxed from another account instead.
  const [only, ...others] = owned.length === 1 ? owned : candidates.filter(({ active }) => active);
  if (!only?.active) return { kind: 'stranger' };
  return others.length === 0
    ? { kind: 'ok', account: only }
    : { kind: 'several', accounts: [only, ...others] };
}

function rightful(claims: readonly SenderClaim[]): SenderClaim[] {
  const proved = claims.filter((claim) => claim.proved);
  if (proved.length > 0) return proved;
  const graced = claims.filter((claim) => claim.graced);
  return graced.length === 1 ? graced : [];
}
