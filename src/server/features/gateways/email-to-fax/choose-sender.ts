import type { AccountId } from '#server/kit/scope.ts';

import type { SenderClaim } from './sender-rights.store.ts';

/** From which account a mail is faxed; or that several could be meant, nobody may, or the address is not confirmed. */
export type SenderChoice =
  | { kind: 'ok'; account: SenderClaim }
  | { kind: 'several'; accounts: SenderClaim[] }
  | { kind: 'stranger' | 'unconfirmed' };

/**
 * Chooses the account of a sender (A-MAILIN-15). Only claims count that the address or its domain proved; of several, the
 * account whose own address it is, else the one that the recipient's address names. A claim of before proofs were
 * asked for counts for some days where it is the only one. `login` and `number` name an account; null and '' none.
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
  // A suspended owner's mail is not faxed from somebody else's account instead.
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
