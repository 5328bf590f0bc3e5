import { randomBytes } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';

import { MAX_SIGN_ON_DOMAINS } from '#contract/identity/administration-sign-on.ts';
import type { DOMAIN_CHECKS } from '#contract/gateways/sender-domains.ts';
import type { Database } from '#engine/database/port.ts';
import type { LookUpText } from '#server/features/email/outgoing/domains/mail-domains.service.ts';
import { AppError } from '#server/kit/app-error.ts';
import type { ManagingCaller } from '#server/kit/scope.ts';

import { lockAdministrator } from './administration-sign-on.store.ts';
import { auditProvider } from './audit-provider.ts';
import type { ProviderRow } from './providers.store.ts';
import { deleteDomain, insertDomain, listDomains, takeDomain } from './sign-on-domains.store.ts';
import type { SignOnDomainRow } from './sign-on-domains.store.ts';

/** Timeout of a lookup across all name servers; a user is waiting. */
const PATIENCE_MS = 10_000;

/** Dependencies of the domain check. */
export interface SignOnDomainDeps {
  database: Database;
  lookUp: Pick<LookUpText, 'txt'>;
}

/** Returns the TXT record that verifies a domain for one provider. */
export function recordOf({ domain, proofKey }: Pick<SignOnDomainRow, 'domain' | 'proofKey'>) {
  return { name: `_fax-sign-on.${domain}`, value: `fax-sign-on=${proofKey}` };
}

/**
 * Adds a domain if the provider does not have it, and checks its TXT record. If the record is found, the domain becomes
 * this provider's, whoever had it before (A-SSO-23). Throws SIGN_ON_LIMIT.
 */
export async function checkDomain(
  { database, lookUp }: SignOnDomainDeps,
  caller: ManagingCaller,
  provider: ProviderRow,
  domain: string,
): Promise<(typeof DOMAIN_CHECKS)[number]> {
  const row = await addDomain(database, caller, provider, domain);
  if (row.verified) return 'proved';
  const { name, value } = recordOf(row);
  // After the timeout, the result of the lookup is ignored.
  const found = await Promise.race([lookUp.txt(name), pause(PATIENCE_MS, null, { ref: false })]);
  if (found === null) return 'unknown';
  if (!found.some((text) => text.trim() === value)) return found.length === 0 ? 'missing' : 'different';
  return await database.transaction(async (tx) => {
    const losers = await takeDomain(tx, provider, row);
    if (losers === undefined) return 'different';
    await auditProvider(tx, caller, provider.id, 'change', { verified: domain });
    for (const loser of losers) await auditProvider(tx, undefined, loser, 'change', { lost: domain });
    return 'proved';
  });
}

async function addDomain(
  database: Database,
  caller: ManagingCaller,
  { id }: ProviderRow,
  domain: string,
): Promise<SignOnDomainRow> {
  return await database.transaction(async (tx) => {
    // Counted one at a time.
    await lockAdministrator(tx, caller.parentId);
    const before = await listDomains(tx, id);
    const known = before.find((one) => one.domain === domain);
    if (known) return known;
    if (before.length >= MAX_SIGN_ON_DOMAINS)
      throw new AppError('SIGN_ON_LIMIT', { params: { max: MAX_SIGN_ON_DOMAINS } });
    await insertDomain(tx, id, { domain, proofKey: randomBytes(16).toString('hex') });
    await auditProvider(tx, caller, id, 'change', { domain });
    const added = (await listDomains(tx, id)).find((one) => one.domain === domain);
    if (!added) throw new Error('a domain that was added could not be read');
    return added;
  });
}

/** Removes a domain. Throws NOT_FOUND. */
export async function removeDomain(
  { database }: SignOnDomainDeps,
  caller: ManagingCaller,
  { id: provider }: ProviderRow,
  id: number,
): Promise<void> {
  await database.transaction(async (tx) => {
    const removed = await deleteDomain(tx, provider, id);
    if (removed === undefined) throw new AppError('NOT_FOUND');
    await auditProvider(tx, caller, provider, 'change', { removed });
  });
}
