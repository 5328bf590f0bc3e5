import { sql } from 'kysely';

import type { Db } from '#engine/database/port.ts';
import type { AccountId } from '#server/kit/scope.ts';

/** An address and its rights. */
export interface SubaccountRow {
  email: string;
  receive_faxes: boolean;
  send_faxes: boolean;
  /** Whether it is not confirmed yet. */
  pending: boolean;
}

/** The owner of the account, for the mail about a new address. */
export interface OwnerRow {
  account_id: number;
  brand_id: number;
  admin_email: string;
  fax_number: string | null;
  language: string;
  is_hipaa: boolean;
  confirm_receivers: boolean;
}

/** Makes additions to one account take turns: the count is checked before a row is written. */
export async function lockSubaccounts(tx: Db, account: AccountId): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`subaccounts ${account}`}, 0))`.execute(tx);
}

/** Lists the addresses, oldest first, so that a row keeps its position when it changes. */
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

/** Changes an address; fields that are not named stay. Returns whether it exists. */
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

/** Removes an address; returns whether it existed. */
export async function deleteSubaccount(tx: Db, account: AccountId, email: string): Promise<boolean> {
  const gone = await tx
    .deleteFrom('subaccount')
    .where('account_id', '=', account)
    .where('email', '=', email)
    .executeTakeFirst();
  return gone.numDeletedRows > 0n;
}

/** Stores a new link for an unconfirmed address, which invalidates the previous one; returns false if there is none. */
export async function replaceLink(tx: Db, account: AccountId, email: string, hash: Buffer): Promise<boolean> {
  const changed = await tx
    .updateTable('subaccount')
    .set({
      link_hash: hash,
      // An address that gets no fax before it confirms stays that way.
      confirm_hash: sql<Buffer | null>`case when confirm_hash is not null then ${hash}::bytea end`,
    })
    .where('account_id', '=', account)
    .where('email', '=', email)
    .where('confirmed_at', 'is', null)
    .executeTakeFirst();
  return changed.numUpdatedRows > 0n;
}

/** Whether the address exists, confirmed or not. */
export async function hasSubaccount(db: Db, account: AccountId, email: string): Promise<boolean> {
  const row = await db
    .selectFrom('subaccount')
    .select('email')
    .where('account_id', '=', account)
    .where('email', '=', email)
    .executeTakeFirst();
  return row !== undefined;
}

/** Records that an address is confirmed; returns undefined if nobody waits for this key. */
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
