import { sql } from 'kysely';

import type { Db } from '#engine/database/port.ts';
import type { AccountId } from '#server/kit/scope.ts';

/** One domain whose senders may send from the account. */
export interface DomainRow {
  id: number;
  domain: string;
  active: boolean;
}

/** The domains of an account, in alphabetical order. */
export async function listDomains(db: Db, account: AccountId): Promise<DomainRow[]> {
  return await db
    .selectFrom('whitelisted_domain')
    .select(['id', 'domain', 'active'])
    .where('account_id', '=', account)
    .orderBy('domain')
    .execute();
}

/** Domains of one account are added one after the other: how many there are is decided before one is written. */
export async function lockAccount(tx: Db, account: AccountId): Promise<{ hipaa: boolean } | undefined> {
  return await tx
    .selectFrom('account')
    .select('is_hipaa as hipaa')
    .where('id', '=', account)
    .forNoKeyUpdate()
    .executeTakeFirst();
}

/** Adds a domain; undefined when it is on an account already, this or another. */
export async function insertDomain(
  tx: Db,
  account: AccountId,
  domain: string,
  active: boolean,
): Promise<number | undefined> {
  const row = await tx
    .insertInto('whitelisted_domain')
    .values({ account_id: account, domain, active })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst();
  return row?.id;
}

/** Changes a domain of the account; false when it has none with this id. */
export async function updateDomain(
  tx: Db,
  account: AccountId,
  id: number,
  change: { domain: string; active: boolean },
): Promise<boolean> {
  const changed = await tx
    .updateTable('whitelisted_domain')
    .set(change)
    .where('account_id', '=', account)
    .where('id', '=', id)
    .executeTakeFirst();
  return changed.numUpdatedRows > 0n;
}

/** Removes a domain of the account; false when it has none of this name. */
export async function deleteDomain(tx: Db, account: AccountId, domain: string): Promise<boolean> {
  const gone = await tx
    .deleteFrom('whitelisted_domain')
    .where('account_id', '=', account)
    .where('domain', '=', domain)
    .executeTakeFirst();
  return gone.numDeletedRows > 0n;
}

/** Whether a domain, or one that it is part of, is blocked or a brand's own. */
export async function isReserved(tx: Db, candidates: readonly string[], domain: string): Promise<boolean> {
  const { rows } = await sql<{ reserved: boolean }>`
    select exists (select from blocked_domain where domain = any(${candidates}::text[]))
      or exists (select from brand_domain where domain = any(${candidates}::text[])
        or right(domain, length(${domain}) + 1) = '.' || ${domain})
      or exists (select from brand where send_domain = any(${candidates}::text[])) as reserved`.execute(tx);
  return rows[0]?.reserved === true;
}

/** Whether any account has the domain; told nothing else about it (A-WL-02). */
export async function isTaken(tx: Db, domain: string, exceptId: number): Promise<boolean> {
  const row = await tx
    .selectFrom('whitelisted_domain')
    .select('id')
    .where('domain', '=', domain)
    .where('id', '<>', exceptId)
    .executeTakeFirst();
  return row !== undefined;
}
