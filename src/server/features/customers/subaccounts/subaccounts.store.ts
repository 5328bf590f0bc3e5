import { sql } from 'kysely';

import type { Db } from '#engine/database/port.ts';
import type { AccountId } from '#server/kit/scope.ts';

/** One address and what it may do. */
export interface SubaccountRow {
  email: string;
  receive_faxes: boolean;
  send_faxes: boolean;
  /** Has not confirmed itself. */
  pending: boolean;
}

/** Who owns the account, for the mail about a new address. */
export interface OwnerRow {
  account_id: number;
  brand_id: number;
  admin_email: string;
  fax_number: string | null;
  language: string;
  is_hipaa: boolean;
  confirm_receivers: boolean;
}

/** Addresses of one account are added one after the other: how many there are is decided before one is written. */
export async function lockSubaccounts(tx: Db, account: AccountId): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`subaccounts ${account}`}, 0))`.execute(tx);
}

/** The oldest first, so that a row keeps its place when it changes. */
export async function listSubaccounts(db: Db, account: AccountId): Promise<SubaccountRow[]> {
  return await db
    .selectFrom('subaccount')
    .select(['email', 'receive_faxes', 'send_faxes'])
    .select((eb) => eb('confirmed_at', 'is', null).$castTo<boolean>().as('pending'))
    .where('account_id', '=', account)
    .orderBy('created_at')
    .orderBy('email')
    .execute();
}

export async function insertSubaccount(
  tx: Db,
  account: AccountId,
  row: Omit<SubaccountRow, 'pending'> & { link_hash: Buffer; confirm_hash: Buffer | null },
): Promise<void> {
  await tx
    .insertInto('subaccount')
    .values({ account_id: account, ...row })
    .execute();
}

/** Whether there is such an address; what is not named stays. */
export async function updateSubaccount(
  tx: Db,
  account: AccountId,
  email: string,
  change: Partial<Pick<SubaccountRow, 'receive_faxes' | 'send_faxes'>>,
): Promise<boolean> {
  const changed = await tx
    .updateTable('subaccount')
    .set({ email, ...change })
    .where('account_id', '=', account)
    .where('email', '=', email)
    .executeTakeFirst();
  return changed.numUpdatedRows > 0n;
}

/** Whether there was such an address. */
export async function deleteSubaccount(tx: Db, account: AccountId, email: string): Promise<boolean> {
  const gone = await tx
    .deleteFrom('subaccount')
    .where('account_id', '=', account)
    .where('email', '=', email)
    .executeTakeFirst();
  return gone.numDeletedRows > 0n;
}

/** Gives an address that has not confirmed another link; false when there is none. The link before it is void. */
export async function replaceLink(tx: Db, account: AccountId, email: string, hash: Buffer): Promise<boolean> {
  const changed = await tx
    .updateTable('subaccount')
    .set({
      link_hash: hash,
      // Where it gets no fax before it confirms, that stays so.
      confirm_hash: sql<Buffer | null>`case when confirm_hash is not null then ${hash}::bytea end`,
    })
    .where('account_id', '=', account)
    .where('email', '=', email)
    .where('confirmed_at', 'is', null)
    .executeTakeFirst();
  return changed.numUpdatedRows > 0n;
}

/** Whether there is such an address, confirmed or not. */
export async function hasSubaccount(db: Db, account: AccountId, email: string): Promise<boolean> {
  const row = await db
    .selectFrom('subaccount')
    .select('email')
    .where('account_id', '=', account)
    .where('email', '=', email)
    .executeTakeFirst();
  return row !== undefined;
}

/** Notes that an address is its owner's and wanted; undefined when nobody waits for this key. */
export async function confirmSubaccount(
  tx: Db,
  hash: Buffer,
): Promise<{ account_id: number; email: string } | undefined> {
  return await tx
    .updateTable('subaccount')
    .set({ confirm_hash: null, link_hash: null, confirmed_at: sql<Date>`now()` })
    .where((eb) => eb.or([eb('link_hash', '=', hash), eb('confirm_hash', '=', hash)]))
    .returning(['account_id', 'email'])
    .executeTakeFirst();
}

export async function readOwner(tx: Db, account: AccountId): Promise<OwnerRow | undefined> {
  return await tx
    .selectFrom('account as a')
    .innerJoin('account_settings as s', 's.account_id', 'a.id')
    .innerJoin('brand as b', 'b.id', 'a.brand_id')
    .select([
      'a.id as account_id',
      'a.brand_id',
      'a.admin_email',
      'a.fax_number',
      'a.is_hipaa',
      's.language',
      'b.confirm_receivers',
    ])
    .where('a.id', '=', account)
    .executeTakeFirst();
}
