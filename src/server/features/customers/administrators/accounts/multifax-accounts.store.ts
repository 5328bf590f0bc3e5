import { sql } from 'kysely';

import type { AccountType } from '#contract/customers/administrators.ts';
import type { Db } from '#engine/database/port.ts';
import type { AccountId, AdministratorId } from '#server/kit/scope.ts';

/** An administrator as their own pages and mails show them. */
export interface AdministratorRow {
  id: number;
  brand_id: number;
  username: string;
  email: string;
  total_services: number;
  total_pages: number;
  language: string;
  is_egnyte: boolean;
  /** The brand's primary domain. */
  domain: string;
}

/** Returns the administrator; undefined only while they are being deleted. */
export async function readAdministrator(
  db: Db,
  parent: AdministratorId,
): Promise<AdministratorRow | undefined> {
  return await db
    .selectFrom('parent as p')
    .innerJoin('brand as b', 'b.id', 'p.brand_id')
    .leftJoin('brand_domain as d', (join) =>
      join.onRef('d.brand_id', '=', 'b.id').on('d.is_primary', '=', true),
    )
    .select(['p.id', 'p.brand_id', 'p.username', 'p.email', 'p.total_services', 'p.total_pages'])
    .select(['b.lang as language', 'b.is_egnyte', sql<string>`coalesce(d.domain, '')`.as('domain')])
    .where('p.id', '=', parent)
    .executeTakeFirst();
}

/**
 * Returns the pages of the current month, in the server zone, over all accounts, including those removed during the
 * month.
 */
export async function readUsedPages(db: Db, parent: AdministratorId, zone: string): Promise<number> {
  const { rows } = await sql<{ pages: number }>`
    select coalesce(sum(u.sent_pages + u.rcvd_pages), 0)::bigint as pages
    from account a
    join usage_month u on u.account_id = a.id and u.month = date_trunc('month', now() at time zone ${zone})::date
    where a.parent_id = ${parent}`.execute(db);
  return rows[0]?.pages ?? 0;
}

/** Returns the first free service; null if all are in use. */
export async function findFreeSlot(db: Db, parent: AdministratorId): Promise<number | null> {
  const row = await db
    .selectFrom('service_slot')
    .select('id')
    .where('parent_id', '=', parent)
    .where('account_id', 'is', null)
    .orderBy('id')
    .limit(1)
    .executeTakeFirst();
  return row?.id ?? null;
}

/** Whether a service belongs to the administrator, free or not. */
export async function ownsSlot(db: Db, parent: AdministratorId, slot: number): Promise<boolean> {
  const row = await db
    .selectFrom('service_slot')
    .select('id')
    .where('id', '=', slot)
    .where('parent_id', '=', parent)
    .executeTakeFirst();
  return row !== undefined;
}

/** Returns the product of a kind of account in a brand: the named one, or the first that is sold. */
export async function findProduct(
  db: Db,
  brandId: number,
  type: AccountType,
  code = '',
): Promise<{ id: number; code: string; hipaa: boolean } | undefined> {
  return await db
    .selectFrom('product')
    .select(['id', 'code', 'hipaa'])
    .where('brand_id', '=', brandId)
    .where('type', '=', type)
    .where('active', '=', true)
    .$if(code !== '', (query) => query.where('code', '=', code))
    .orderBy('id')
    .limit(1)
    .executeTakeFirst();
}

/** Returns the area codes with a free local number. */
export async function listFreeAreas(db: Db): Promise<Set<string>> {
  const rows = await db
    .selectFrom('number')
    .select('area_code')
    .distinct()
    .where('state', '=', 'free')
    .where('kind', '=', 'local')
    .execute();
  return new Set(rows.map((row) => row.area_code));
}

/** An account with the data that its changes need. */
export interface ManagedAccountToChange {
  id: AccountId;
  brand_id: number;
  fax_number: string | null;
  pending_number: string | null;
  admin_email: string;
  /** A changed address that is not confirmed yet. */
  new_email: string | null;
  proved: boolean;
  language: string;
}

/** Locks one account of the administrator; returns undefined if it is not theirs or was removed. */
export async function lockManagedAccount(
  tx: Db,
  parent: AdministratorId,
  account: AccountId,
): Promise<ManagedAccountToChange | undefined> {
  const { rows } = await sql<ManagedAccountToChange>`
    select a.id, a.brand_id, a.fax_number, a.pending_number, a.admin_email, a.new_email,
      a.email_verified_at is not null as proved, coalesce(s.language, 'en') as language
    from account a left join account_settings s on s.account_id = a.id
    where a.id = ${account} and a.parent_id = ${parent} and a.state <> 'closed'
    for update of a`.execute(tx);
  return rows[0];
}

/**
 * Changes the address of an account. A confirmed address stays in use until the new one is confirmed; `null` drops a
 * pending one. An address that was never confirmed is replaced immediately, and the rights that it still had end (a
 * trigger of migration 0340).
 */
export async function setEmail(tx: Db, child: ManagedAccountToChange, email: string | null): Promise<void> {
  await tx
    .updateTable('account')
    .set({
      ...(child.proved || email === null ? { new_email: email } : { admin_email: email, new_email: null }),
      updated_at: sql<Date>`now()`,
    })
    .where('id', '=', child.id)
    .execute();
}

/** Sets the password of an account, and activates it if it waited only for that. */
export async function setPasswordHash(tx: Db, account: AccountId, hash: string): Promise<void> {
  await tx
    .updateTable('account')
    .set({
      password_hash: hash,
      state: sql`case when state = 'pending' and fax_number is not null then 'active' else state end`,
      updated_at: sql<Date>`now()`,
    })
    .where('id', '=', account)
    .execute();
}
