import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';

import type { Db } from '#engine/database/port.ts';
import type { KeyCaller } from './key-caller.ts';
import { provenAccount } from '#server/kit/scope.ts';
import type { AccountId, AdministratorId } from '#server/kit/scope.ts';

/** Returns the account if it belongs to the administrator and has not been removed. */
export async function findManagedAccount(
  db: Db,
  parent: AdministratorId,
  id: number,
): Promise<AccountId | undefined> {
  const row = await db
    .selectFrom('account')
    .select('id')
    .where('id', '=', id)
    .where('parent_id', '=', parent)
    .where('state', '<>', 'closed')
    .executeTakeFirst();
  return row && provenAccount(row.id);
}

/** Lists the administrator's accounts by number. */
export async function listAccountNumbers(
  db: Db,
  parent: AdministratorId,
  limit: number,
): Promise<{ id: number; faxNumber: string }[]> {
  return await db
    .selectFrom('account')
    .select(['id', sql<string>`coalesce(fax_number, '')`.as('faxNumber')])
    .where('parent_id', '=', parent)
    .where('state', '<>', 'closed')
    .orderBy(sql`fax_number nulls last`)
    .orderBy('id')
    .limit(limit)
    .execute();
}

/**
 * Returns the condition that limits the accounts `a` to those a key covers: the account itself, those of an
 * administrator, or all.
 */
export function ofKey({ owner }: Pick<KeyCaller, 'owner'>): RawBuilder<boolean> {
  if (owner.kind === 'account') return sql`a.id = ${owner.id}`;
  return owner.kind === 'parent' ? sql`a.parent_id = ${owner.id}` : sql`true`;
}
