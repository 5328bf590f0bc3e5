import { sql } from 'kysely';

import type { Db } from '#engine/database/port.ts';
import type { AccountId } from '#server/kit/scope.ts';

/** One address and what it may do. */
export interface SubaccountRow {
  email: string;
  receive_faxes: boolean;
  send_faxes: boolean;
}

/** Who owns the account, for the mail about a new address. */
export interface OwnerRow {
  brand_id: number;
  admin_email: string;
  fax_number: string | null;
  language: string;
  is_hipaa: boolean;
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
    .where('account_id', '=', account)
    .orderBy('created_at')
    .orderBy('email')
    .execute();
}

export async function insertSubaccount(tx: Db, account: AccountId, row: SubaccountRow): Promise<void> {
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
  change: Partial<Omit<SubaccountRow, 'email'>>,
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

export async function readOwner(tx: Db, account: AccountId): Promise<OwnerRow | undefined> {
  return await tx
    .selectFrom('account as a')
    .innerJoin('account_settings as s', 's.account_id', 'a.id')
    .select(['a.brand_id', 'a.admin_email', 'a.fax_number', 'a.is_hipaa', 's.language'])
    .where('a.id', '=', account)
    .executeTakeFirst();
}
