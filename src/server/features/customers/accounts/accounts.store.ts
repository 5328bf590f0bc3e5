import { sql } from 'kysely';

import type { Db } from '#engine/database/port.ts';

/** An account as the operator sees it; excludes secrets and contents. */
export interface StoredAccount {
  id: number;
  brandId: number;
  parentId: number | null;
  faxNumber: string | null;
  pendingNumber: string | null;
  email: string;
  state: 'pending' | 'active' | 'suspended' | 'closed';
  options: string;
  monthLimit: number | null;
  /** Daily sending limits; null: those of its product or the installation. */
  dayCalls: number | null;
  dayPages: number | null;
  dayPerNumber: number | null;
  hipaa: boolean;
  /** Whether it may send to foreign numbers. */
  international: boolean;
  stationId: string;
  /** The code of its product. */
  product: string | null;
  /** When it closes automatically. */
  closesAt: Date | null;
  hasPassword: boolean;
  /** Whether it was erased, so that only a stub is left. */
  erased: boolean;
  createdAt: Date;
  lastLoginAt: Date | null;
}

/** The columns of a new account. */
export interface NewAccount {
  brandId: number;
  parentId: number | null;
  node: string;
  faxNumber: string | null;
  pendingNumber: string | null;
  email: string;
  passwordHash: string | null;
  options: string;
  monthLimit: number | null;
  hipaa: boolean;
  tour: number;
  zone: string;
  /** The kind that it was sold as; «single» for accounts that the operator added. */
  type?: string;
  productId?: number;
}

/** Id of «Eastern Time» in the list of time zones, used if the list lacks the server zone. */
const FALLBACK_TIMEZONE = 5;

/** Returns accounts in order of their ids: all, those of a brand, or one. */
export async function readAccounts(
  db: Db,
  { id, brandId }: { id?: number | undefined; brandId?: number | undefined } = {},
): Promise<StoredAccount[]> {
  return await db
    .selectFrom('account')
    .select([
      'id',
      'brand_id as brandId',
      'parent_id as parentId',
      'fax_number as faxNumber',
      'pending_number as pendingNumber',
      'admin_email as email',
      'state',
      'options',
      'month_limit as monthLimit',
      'day_calls as dayCalls',
      'day_pages as dayPages',
      'day_per_number as dayPerNumber',
      'is_hipaa as hipaa',
      'international',
      'station_id as stationId',
      'closes_at as closesAt',
      sql<string | null>`(select p.code from product p where p.id = account.product_id)`.as('product'),
      'created_at as createdAt',
      'last_login_at as lastLoginAt',
      sql<boolean>`password_hash is not null`.as('hasPassword'),
      sql<boolean>`erased_at is not null`.as('erased'),
    ])
    .$if(id !== undefined, (query) => query.where('id', '=', id ?? 0))
    .$if(brandId !== undefined, (query) => query.where('brand_id', '=', brandId ?? 0))
    .orderBy('id')
    .execute();
}

/** Returns the account that has the number. */
export async function findAccountOfNumber(db: Db, number: string): Promise<StoredAccount | undefined> {
  const row = await db.selectFrom('account').select('id').where('fax_number', '=', number).executeTakeFirst();
  return row && (await readAccounts(db, { id: row.id }))[0];
}

/** Returns the language of a brand; undefined if there is no such brand. */
export async function findBrandLanguage(db: Db, brandId: number): Promise<string | undefined> {
  const row = await db.selectFrom('brand').select('lang').where('id', '=', brandId).executeTakeFirst();
  return row?.lang;
}

/** Adds the account and its settings. With a password it is verified and active immediately (spec operation 7). */
export async function insertAccount(tx: Db, account: NewAccount, language: string): Promise<number> {
  // An account that an administrator bought receives from the start; login is possible once its owner has set a
  // password.
  const bought = account.productId !== undefined && account.parentId !== null;
  const active = account.faxNumber !== null && (account.passwordHash !== null || bought);
  const { id } = await tx
    .insertInto('account')
    .values({
      brand_id: account.brandId,
      parent_id: account.parentId,
      node: account.node,
      fax_number: account.faxNumber,
      pending_number: account.pendingNumber,
      admin_email: account.email,
      password_hash: account.passwordHash,
      options: account.options,
      month_limit: account.monthLimit,
      is_hipaa: account.hipaa,
      type: account.type ?? 'single',
      product_id: account.productId ?? null,
      state: active ? 'active' : 'pending',
      email_verified_at: account.passwordHash === null ? null : new Date(),
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  const zone = await tx
    .selectFrom('timezone')
    .select('id')
    .where('system_name', '=', account.zone)
    .executeTakeFirst();
  await tx
    .insertInto('account_settings')
    .values({ account_id: id, language, timezone_id: zone?.id ?? FALLBACK_TIMEZONE, tour: account.tour })
    .execute();
  return id;
}

/** Moves an account from one state to another; returns false if it was in none of `from`. */
export async function moveState(
  tx: Db,
  id: number,
  from: StoredAccount['state'][],
  to: StoredAccount['state'],
): Promise<boolean> {
  const row = await tx
    .updateTable('account')
    .set({ state: to, updated_at: new Date() })
    .where('id', '=', id)
    .where('state', 'in', from)
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}

/**
 * Sets the password hash of an account that is not closed, and activates one that waited only for a password. Returns
 * false if there is no such account.
 */
export async function setPassword(tx: Db, id: number, hash: string): Promise<boolean> {
  const row = await tx
    .updateTable('account')
    .set({
      password_hash: hash,
      email_verified_at: sql`coalesce(email_verified_at, now())`,
      state: sql`case when state = 'pending' and fax_number is not null then 'active' else state end`,
      updated_at: new Date(),
    })
    .where('id', '=', id)
    .where('state', '<>', 'closed')
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}

/** Ends every session of the account. */
export async function revokeSessions(tx: Db, id: number): Promise<void> {
  await tx
    .updateTable('session')
    .set({ revoked_at: new Date() })
    .where('kind', 'in', ['user', 'person'])
    .where('subject_id', '=', id)
    .where('revoked_at', 'is', null)
    .execute();
}

/**
 * Locks the account's row before it is closed, so that its calls and sends either commit first or see it closed.
 * Returns false if it is already closed, or there is none.
 */
export async function lockOpenAccount(tx: Db, id: number): Promise<boolean> {
  const row = await tx
    .selectFrom('account')
    .select('id')
    .where('id', '=', id)
    .where('state', '<>', 'closed')
    .forUpdate()
    .executeTakeFirst();
  return row !== undefined;
}

/** Closes the account, and removes its number and its domains. */
export async function closeAccountRow(tx: Db, id: number): Promise<void> {
  await tx
    .updateTable('account')
    .set({
      state: 'closed',
      closed_at: sql`now()`,
      fax_number: null,
      pending_number: null,
      updated_at: sql`now()`,
    })
    .where('id', '=', id)
    .execute();
  await tx.deleteFrom('whitelisted_domain').where('account_id', '=', id).execute();
}

/** Opens a closed account that still has no number: it stays pending until `giveNumber`. */
export async function reopenAccountRow(tx: Db, id: number): Promise<void> {
  await tx
    .updateTable('account')
    .set({ state: 'pending', closed_at: null, closes_at: null, updated_at: sql`now()` })
    .where('id', '=', id)
    .execute();
}
