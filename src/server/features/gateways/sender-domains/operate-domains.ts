import type { Database } from '#engine/database/port.ts';
import type { QueueMail } from '#server/features/email/outgoing/mail-out.service.ts';
import { provenAccount } from '#server/kit/scope.ts';

import { giveDomain } from './domain-proofs.ts';
import { isDomain } from './blocked-domains.ts';
import { findHolder, listClaims } from './domain-proofs.store.ts';
import type { OperatedClaim } from './domain-proofs.store.ts';
import {
  insertDomain,
  listDomains,
  lockAccount,
  lockDomain,
  switchDomain,
} from './whitelisted-domains.store.ts';

export type { OperatedClaim } from './domain-proofs.store.ts';

/** Most rows of a list; a person with more has to search. */
const MOST = 500;

/** The outcome of an assignment; `reason` is a sentence to show. */
export type DomainAssigned = { kind: 'ok'; claim: OperatedClaim } | { kind: 'refused'; reason: string };

/** Returns the claims to all domains, or to those whose name contains `search`. */
export async function listSenderDomains(database: Database, search = ''): Promise<OperatedClaim[]> {
  return await listClaims(database.db, { search: search.trim().toLowerCase(), limit: MOST });
}

/**
 * Gives a domain to an account without a record: the operator vouches for it. The account that had it loses it and is
 * notified; its claim stays and may be proved again.
 */
export async function assignDomain(
  { database, queueMail }: { database: Database; queueMail: QueueMail },
  written: string,
  accountId: number,
): Promise<DomainAssigned> {
  const domain = written.trim().toLowerCase();
  if (!isDomain(domain)) return { kind: 'refused', reason: `“${written}” is no domain.` };
  const account = provenAccount(accountId);
  return await database.transaction(async (tx) => {
    const holder = (await lockAccount(tx, account)) && (await findHolder(tx, account));
    if (!holder) return { kind: 'refused', reason: `There is no open account ${accountId}.` };
    if (holder.hipaa)
      return { kind: 'refused', reason: `Account ${accountId} is a HIPAA account: it can’t send by e-mail.` };
    await lockDomain(tx, domain);
    const known = (await listDomains(tx, account)).find((row) => row.domain === domain);
    const id = known?.id ?? (await insertDomain(tx, account, domain, true));
    if (id === undefined) throw new Error('the domain was added under its own lock');
    await switchDomain(tx, account, id, true);
    await giveDomain(queueMail, tx, { id, accountId: account, domain }, 'operator', {
      actor: { kind: 'operator' },
    });
    const { number } = holder;
    return {
      kind: 'ok',
      claim: { domain, uid: accountId, number, active: true, proved: true, by: 'operator' },
    };
  });
}
