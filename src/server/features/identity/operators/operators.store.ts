import { sql } from 'kysely';

import type { OperatorRole } from '#contract/kit/roles.ts';
import type { Db } from '#engine/database/port.ts';

/** Somebody who may sign in to the console. */
export interface StoredOperator {
  id: number;
  name: string;
  role: OperatorRole;
  createdAt: Date;
  lastLoginAt: Date | null;
  twoStep: boolean;
  /** False: single sign-on is the only way in. */
  hasPassword: boolean;
  /** By which providers of single sign-on know the operator. */
  email: string | null;
  /** The provider whose groups give the role; null: it was given here. */
  providerId: number | null;
}

/** All operators, or one, by name. */
export async function readOperators(
  db: Db,
  by: { name?: string; id?: number; email?: string; providerId?: number } = {},
): Promise<StoredOperator[]> {
  const { rows } = await sql<StoredOperator>`
    select o.id, o.name, o.role, o.created_at as "createdAt", o.last_login_at as "lastLoginAt",
      exists (select from second_step s where s.operator_id = o.id and s.confirmed_at is not null) as "twoStep",
      o.password_hash is not null as "hasPassword", o.email, o.provider_id as "providerId"
    from operator o
    where o.removed_at is null and (${by.name ?? null}::text is null or o.name = ${by.name ?? null})
      and (${by.id ?? null}::bigint is null or o.id = ${by.id ?? null})
      and (${by.email ?? null}::text is null or o.email = ${by.email ?? null})
      and (${by.providerId ?? null}::bigint is null or o.provider_id = ${by.providerId ?? null})
    order by o.name`.execute(db);
  return rows;
}

/** An operator to be added. */
export interface NewOperator {
  name: string;
  role: OperatorRole;
  passwordHash: string | null;
  email: string | null;
  providerId?: number;
}

/** Adds one; undefined when the name, or the address, is taken. */
export async function insertOperator(tx: Db, operator: NewOperator): Promise<number | undefined> {
  const row = await tx
    .insertInto('operator')
    .values({
      name: operator.name,
      role: operator.role,
      password_hash: operator.passwordHash,
      email: operator.email,
      provider_id: operator.providerId ?? null,
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst();
  return row?.id;
}

/** Gives an operator another role; it counts for the next call. */
export async function setOperatorRole(tx: Db, id: number, role: OperatorRole): Promise<void> {
  await tx.updateTable('operator').set({ role }).where('id', '=', id).execute();
}

/** Gives an operator another address, or none; false when it is another operator's. */
export async function setOperatorEmail(tx: Db, id: number, email: string | null): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update operator set email = ${email} where id = ${id} and not exists (
      select from operator o where o.email = ${email} and o.removed_at is null and o.id <> ${id})`.execute(
    tx,
  );
  return (numAffectedRows ?? 0n) > 0n;
}

/** Locks the table of operators against other writers until the transaction ends. */
export async function lockOperators(tx: Db): Promise<void> {
  await sql`lock table operator in share row exclusive mode`.execute(tx);
}

/** Stores another password. */
export async function setOperatorPassword(tx: Db, id: number, passwordHash: string): Promise<void> {
  await tx.updateTable('operator').set({ password_hash: passwordHash }).where('id', '=', id).execute();
}

/** Takes every right from an operator; the row stays for the audit. */
export async function retireOperator(tx: Db, id: number): Promise<void> {
  await tx
    .updateTable('operator')
    .set({ password_hash: null, email: null, removed_at: sql<Date>`now()` })
    .where('id', '=', id)
    .execute();
  await tx.deleteFrom('second_step').where('operator_id', '=', id).execute();
  await tx.deleteFrom('login_step').where('operator_id', '=', id).execute();
  await unlinkOperator(tx, id);
}

/** Forgets whom providers of single sign-on know an operator as. */
export async function unlinkOperator(tx: Db, id: number): Promise<void> {
  await tx.deleteFrom('external_identity').where('operator_id', '=', id).execute();
}
