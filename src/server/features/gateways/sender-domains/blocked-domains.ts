import type { Database } from '#engine/database/port.ts';
import { writeAudit } from '#server/features/audit/log/audit.service.ts';

import { blockDomain, listBlocked, unblockDomain } from './blocked-domains.store.ts';
import type { BlockedDomain } from './blocked-domains.store.ts';

export type { BlockedDomain } from './blocked-domains.store.ts';

const DOMAIN = /^(?=.{1,64}$)(?:[a-z0-9](?:[a-z0-9-]*[a-z0-9])?\.)+[a-z0-9-]{2,}$/;

/** Returns whether this is a domain, in lower case. */
export function isDomain(written: string): boolean {
  return DOMAIN.test(written);
}

/** The outcome of an operator's change; `reason` is a sentence to show. */
export type BlockChange = { kind: 'ok'; domain: BlockedDomain } | { kind: 'refused'; reason: string };

/** Returns the domains that nobody may whitelist, nor any domain below them; all, or those with one reason. */
export async function listBlockedDomains(database: Database, reason?: string): Promise<BlockedDomain[]> {
  return await listBlocked(database.db, reason ?? null);
}

/** Blocks a domain. Accounts that already have it keep it. */
export async function addBlockedDomain(
  database: Database,
  written: string,
  reason: string,
): Promise<BlockChange> {
  const domain = written.trim().toLowerCase();
  if (!isDomain(domain)) return { kind: 'refused', reason: `“${written}” is no domain.` };
  return await change(database, { domain, reason }, 'blocked-domain.add', async (tx) => {
    if (!(await blockDomain(tx, domain, reason))) return `“${domain}” is blocked already.`;
    return null;
  });
}

/** Allows a domain again. */
export async function removeBlockedDomain(database: Database, written: string): Promise<BlockChange> {
  const domain = written.trim().toLowerCase();
  return await change(database, { domain, reason: '' }, 'blocked-domain.remove', async (tx) => {
    if (!(await unblockDomain(tx, domain))) return `“${domain}” is not blocked.`;
    return null;
  });
}

async function change(
  database: Database,
  domain: BlockedDomain,
  action: string,
  work: (tx: Database['db']) => Promise<string | null>,
): Promise<BlockChange> {
  return await database.transaction(async (tx) => {
    const refusal = await work(tx);
    if (refusal !== null) return { kind: 'refused', reason: refusal };
    await writeAudit(tx, { actor: { kind: 'operator' }, action, object: `domain/${domain.domain}` });
    return { kind: 'ok', domain };
  });
}
