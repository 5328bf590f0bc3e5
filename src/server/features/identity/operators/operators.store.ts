import { sql } from 'kysely';

import type { Db } from '#engine/database/port.ts';

/** Somebody who may sign in to the console. */
export interface StoredOperator {
  id: number;
  name: string;
  createdAt: Date;
  lastLoginAt: Date | null;
  twoStep: boolean;
}

/** All operators, or one, by name. */
export async function readOperators(
  db: Db,
  by: { name?: string; id?: number } = {},
): Promise<StoredOperator[]> {
  const { rows } = await sql<StoredOperator>`
    select o.id, o.name, o.created_at as "createdAt", o.last_login_at as "lastLoginAt",
      exists (select from second_step s where s.operator_id = o.id and s.confirmed_at is not null) as "twoStep"
    from operator o
    where o.removed_at is null and (${by.name ?? null}::text is null or o.name = ${by.name ?? null})
      and (${by.id ?? null}::bigint is null or o.id = ${by.id ?? null})
    order by o.name`.execute(db);
  return rows;
}

/** Adds one; undefined when the name is taken. */
export async function insertOperator(
  tx: Db,
  name: string,
  passwordHash: string,
): Promise<number | undefined> {
  const row = await tx
    .insertInto('operator')
    .values({ name, password_hash: passwordHash })
    .onConflict((conflict) => conflict.column('name').where('removed_at', 'is', null).doNothing())
    .returning('id')
    .executeTakeFirst();
  return row?.id;
}

/** Stores another password. */
export async function setOperatorPassword(tx: Db, id: number, passwordHash: string): Promise<void> {
  await tx.updateTable('operator').set({ password_hash: passwordHash }).where('id', '=', id).execute();
}

/** Takes every right from an operator; the row stays for the audit. */
export async function retireOperator(tx: Db, id: number): Promise<void> {
  await tx
    .updateTable('operator')
    .set({ password_hash: null, removed_at: sql<Date>`now()` })
    .where('id', '=', id)
    .execute();
  await tx.deleteFrom('second_step').where('operator_id', '=', id).execute();
  await tx.deleteFrom('login_step').where('operator_id', '=', id).execute();
}
