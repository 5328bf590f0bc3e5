import { sql } from 'kysely';

import type { Db } from '#engine/database/port.ts';
import { provenAccount } from '#server/kit/scope.ts';
import type { AccountId } from '#server/kit/scope.ts';

/** A domain whose senders may send from the account. */
export interface DomainRow {
  id: number;
  domain: string;
  active: boolean;
  proved: boolean;
  /** The value that the domain's TXT record must contain. */
  proofKey: string;
}

const COLUMNS = ['id', 'domain', 'active', 'proof_key as proofKey'] as const;

/** Returns the domains of an account, in alphabetical order. */
export async function listDomains(db: Db, account: AccountId): Promise<DomainRow[]> {
  return await db
    .selectFrom('whitelisted_domain')
    .select(COLUMNS)
    .select((eb) => eb('proved_at', 'is not', null).$castTo<boolean>().as('proved'))
    .where('account_id', '=', account)
    .orderBy('domain')
    .execute();
}

/** Locks the account and serializes the addition of its domains, so that they are counted before one is written. */
export async function lockAccount(
  tx: Db,
  account: AccountId,
): Promise<{ hipaa: boolean; email: string | null } | undefined> {
  return await tx
    .selectFrom('account')
    .select('is_hipaa as hipaa')
    // Null until it is proved.
    .select(
      sql<string | null>`case when email_verified_at is not null then lower(admin_email) end`.as('email'),
    )
    .where('id', '=', account)
    .forNoKeyUpdate()
    .executeTakeFirst();
}

/** Serializes decisions about the owner of a domain. */
export async function lockDomain(tx: Db, domain: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`domain ${domain}`}, 0))`.execute(tx);
}

/** Adds an unproved domain. Returns undefined if the account already has it. */
export async function insertDomain(
  tx: Db,
  account: AccountId,
  domain: string,
  active: boolean,
): Promise<number | undefined> {
  const row = await tx
    .insertInto('whitelisted_domain')
    .values({ account_id: account, domain, active })
    .onConflict((conflict) => conflict.columns(['account_id', 'domain']).doNothing())
    .returning('id')
    .executeTakeFirst();
  return row?.id;
}

/** Turns a domain of the account on or off. Returns false if it has none with this id. */
export async function switchDomain(
  tx: Db,
  account: AccountId,
  id: number,
  active: boolean,
): Promise<boolean> {
  const changed = await tx
    .updateTable('whitelisted_domain')
    .set({ active })
    .where('account_id', '=', account)
    .where('id', '=', id)
    .executeTakeFirst();
  return changed.numUpdatedRows > 0n;
}

/** Renames a domain. The new name is unproved and gets its own record (a trigger of migration 0340). */
export async function renameDomain(tx: Db, account: AccountId, id: number, domain: string): Promise<void> {
  await tx
    .updateTable('whitelisted_domain')
    .set({ domain })
    .where('account_id', '=', account)
    .where('id', '=', id)
    .execute();
}

/**
 * The columns of a domain that was taken away: a new key, because a record that is still there must not prove it again.
 */
const UNPROVED = {
  proved_at: null,
  proved_by: null,
  checked_at: null,
  proof_key: sql<string>`replace(gen_random_uuid()::text, '-', '')`,
};

/** Removes a domain of the account. Returns false if it has none with this name. */
export async function deleteDomain(tx: Db, account: AccountId, domain: string): Promise<boolean> {
  const gone = await tx
    .deleteFrom('whitelisted_domain')
    .where('account_id', '=', account)
    .where('domain', '=', domain)
    .executeTakeFirst();
  return gone.numDeletedRows > 0n;
}

/** Returns whether a domain, or one of its parent domains, is blocked or a brand's own. */
export async function isReserved(tx: Db, candidates: readonly string[], domain: string): Promise<boolean> {
  const { rows } = await sql<{ reserved: boolean }>`
    select exists (select from blocked_domain where domain = any(${candidates}::text[]))
      or exists (select from brand_domain where domain = any(${candidates}::text[])
        or right(domain, length(${domain}) + 1) = '.' || ${domain})
      or exists (select from brand where send_domain = any(${candidates}::text[])) as reserved`.execute(tx);
  return rows[0]?.reserved === true;
}

/** Returns whether the domain is proved for another account, and nothing else about it (A-WL-02). */
export async function isTaken(tx: Db, domain: string, account: AccountId): Promise<boolean> {
  const row = await tx
    .selectFrom('whitelisted_domain')
    .select('id')
    .where('domain', '=', domain)
    .where('proved_at', 'is not', null)
    .where('account_id', '<>', account)
    .executeTakeFirst();
  return row !== undefined;
}

/** How a domain was proved. */
export type ProvedBy = 'email' | 'dns' | 'operator';

/** Records that the domain belongs to the account. */
export async function markProved(tx: Db, id: number, by: ProvedBy): Promise<void> {
  await tx
    .updateTable('whitelisted_domain')
    .set({ proved_at: sql<Date>`now()`, proved_by: by, checked_at: sql<Date>`now()`, sends_until: null })
    .where('id', '=', id)
    .execute();
}

/**
 * Takes a domain from the account it was proved for, and returns that account. The claim stays and needs a new record.
 */
export async function takeDomain(tx: Db, domain: string, exceptId: number): Promise<AccountId | undefined> {
  const row = await tx
    .updateTable('whitelisted_domain')
    .set(UNPROVED)
    .where('domain', '=', domain)
    .where('proved_at', 'is not', null)
    .where('id', '<>', exceptId)
    .returning('account_id')
    .executeTakeFirst();
  return row && provenAccount(row.account_id);
}
