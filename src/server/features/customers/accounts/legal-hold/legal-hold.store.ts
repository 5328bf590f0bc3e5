import { sql } from 'kysely';

import type { Db } from '#engine/database/port.ts';
import type { AccountId, AdministratorId } from '#server/kit/scope.ts';

/** A hold on everything of an account, or on one fax. */
export interface Hold {
  id: number;
  accountId: number;
  faxId: number | null;
  /** The administrator who placed it; null for an operator. */
  parentId: number | null;
  reason: string;
  placedAt: Date;
}

const COLUMNS = [
  'id',
  'account_id as accountId',
  'fax_id as faxId',
  'parent_id as parentId',
  'reason',
  'placed_at as placedAt',
] as const;

/** Returns all holds, oldest first. */
export async function readHolds(db: Db): Promise<Hold[]> {
  return await db.selectFrom('legal_hold').select(COLUMNS).orderBy('id').execute();
}

/**
 * Places a hold; returns undefined if there already is one, or no such account or fax. Waits for faxes of the account
 * that are being erased; later erasures find the hold (deleteFaxes).
 */
export async function insertHold(
  tx: Db,
  { accountId, faxId, parentId, reason }: Pick<Hold, 'accountId' | 'faxId' | 'parentId' | 'reason'>,
): Promise<number | undefined> {
  const { rows } = await sql<{ id: number }>`
    insert into legal_hold (account_id, fax_id, parent_id, reason)
    select a.id, ${faxId}, ${parentId}, ${reason} from account a
    where a.id = ${accountId} and (${faxId}::bigint is null
      or exists (select from fax f where f.account_id = a.id and f.id = ${faxId}))
    for no key update of a
    on conflict do nothing returning id`.execute(tx);
  return rows[0]?.id;
}

/** Lifts a hold and returns it. */
export async function deleteHold(tx: Db, id: number): Promise<Hold | undefined> {
  return await tx.deleteFrom('legal_hold').where('id', '=', id).returning(COLUMNS).executeTakeFirst();
}

/** Returns the hold that an administrator has placed on an account. */
export async function findOwnHold(
  db: Db,
  account: AccountId,
  parent: AdministratorId,
): Promise<Hold | undefined> {
  return await db
    .selectFrom('legal_hold')
    .select(COLUMNS)
    .where('account_id', '=', account)
    .where('parent_id', '=', parent)
    .where('fax_id', 'is', null)
    .executeTakeFirst();
}

/** Lifts the hold that an administrator has placed on an account, and returns it. */
export async function deleteOwnHold(
  tx: Db,
  account: AccountId,
  parent: AdministratorId,
): Promise<Hold | undefined> {
  return await tx
    .deleteFrom('legal_hold')
    .where('account_id', '=', account)
    .where('parent_id', '=', parent)
    .where('fax_id', 'is', null)
    .returning(COLUMNS)
    .executeTakeFirst();
}
