import { sql } from 'kysely';

import type { OperatorRole } from '#contract/kit/roles.ts';
import type { Db } from '#engine/database/port.ts';

/** An operator who may sign in to the console. */
export interface StoredOperator {
  id: number;
  name: string;
  role: OperatorRole;
  createdAt: Date;
  lastLoginAt: Date | null;
  twoStep: boolean;
  /** If false, single sign-on is the only way to log in. */
  hasPassword: boolean;
  /** The address by which single sign-on providers identify the operator. */
  email: string | null;
  /** The provider whose groups determine the role; null if the role was set here. */
  providerId: number | null;
}

/** Returns all operators, or those that match, sorted by name. */
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

/** The values of a new operator. */
export interface NewOperator {
  name: string;
  role: OperatorRole;
  passwordHash: string | null;
  email: string | null;
  providerId?: number;
}

/** Adds an operator. Returns undefined if the name or the address is taken. */
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

/** Changes an operator's role; it applies from the next call on. */
export async function setOperatorRole(tx: Db, id: number, role: OperatorRole): Promise<void> {
  await tx.updateTable('operator').set({ role }).where('id', '=', id).execute();
}

/** Changes or clears an operator's address. Returns false if another operator has it. */
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

/** Stores a new password hash. A login that waits for its code was begun with the old password: it ends. */
export async function setOperatorPassword(tx: Db, id: number, passwordHash: string): Promise<void> {
  await tx.updateTable('operator').set({ password_hash: passwordHash }).where('id', '=', id).execute();
  await tx.deleteFrom('login_step').where('operator_id', '=', id).execute();
}

/** Removes all rights of an operator. The row stays for the audit. */
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

/** Removes an operator's identities at single sign-on providers. */
export async function unlinkOperator(tx: Db, id: number): Promise<void> {
  await tx.deleteFrom('external_identity').where('operator_id', '=', id).execute();
}
