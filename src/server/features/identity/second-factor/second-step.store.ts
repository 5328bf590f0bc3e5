import { sql } from 'kysely';

import type { Db } from '#engine/database/port.ts';
import type { LoginOwner } from '#server/kit/owner.ts';

import { columnOfLogin, columnsOfLogin } from './login-owner.store.ts';

/** The two-step login of an owner; unconfirmed while it is being set up. */
export interface StoredStep {
  id: number;
  /** Sealed. */
  secret: string;
  confirmedAt: Date | null;
  recoveryLeft: number;
}

/** Returns an owner's two-step login, even if its setup is unfinished; undefined if there is none. */
export async function findStep(db: Db, owner: LoginOwner): Promise<StoredStep | undefined> {
  return await db
    .selectFrom('second_step as s')
    .select(['s.id', 's.secret', 's.confirmed_at as confirmedAt'])
    .select(
      sql<number>`(select count(*)::int from recovery_code r where r.second_step_id = s.id and r.used_at is null)`.as(
        'recoveryLeft',
      ),
    )
    .where(columnOfLogin(owner), '=', owner.id)
    .executeTakeFirst();
}

/** Stores a new secret that waits for its first code. Returns false if two-step login is already on. */
export async function storeSecret(tx: Db, owner: LoginOwner, secret: string): Promise<boolean> {
  const row = await tx
    .insertInto('second_step')
    .values({ ...columnsOfLogin(owner), secret })
    .onConflict((conflict) =>
      conflict
        .column(columnOfLogin(owner))
        .doUpdateSet({ secret, last_step: 0, created_at: sql<Date>`now()` })
        .where('second_step.confirmed_at', 'is', null),
    )
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}

/** Turns on two-step login. Returns false if it is already on or its setup was not started. */
export async function confirmStep(tx: Db, id: number): Promise<boolean> {
  const row = await tx
    .updateTable('second_step')
    .set({ confirmed_at: sql<Date>`now()` })
    .where('id', '=', id)
    .where('confirmed_at', 'is', null)
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}

/** Marks a time step as used; false if it or a later one was used before. A code works only once (RFC 6238 §5.2). */
export async function useTimeStep(db: Db, id: number, step: number): Promise<boolean> {
  const row = await db
    .updateTable('second_step')
    .set({ last_step: step })
    .where('id', '=', id)
    .where('last_step', '<', step)
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}

/** Deletes the secret and recovery codes. Returns false if there were none. */
export async function deleteStep(tx: Db, owner: LoginOwner): Promise<boolean> {
  const row = await tx
    .deleteFrom('second_step')
    .where(columnOfLogin(owner), '=', owner.id)
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}

/** Replaces all recovery codes. */
export async function replaceCodes(tx: Db, id: number, hashes: readonly Buffer[]): Promise<void> {
  await tx.deleteFrom('recovery_code').where('second_step_id', '=', id).execute();
  await tx
    .insertInto('recovery_code')
    .values(hashes.map((hash) => ({ second_step_id: id, hash })))
    .execute();
}

/** Uses up a recovery code. Returns false if it is unknown or already used, even by a parallel request. */
export async function useRecoveryCode(db: Db, id: number, hash: Buffer): Promise<boolean> {
  const row = await db
    .updateTable('recovery_code')
    .set({ used_at: sql<Date>`now()` })
    .where('second_step_id', '=', id)
    .where('hash', '=', hash)
    .where('used_at', 'is', null)
    .returning('second_step_id')
    .executeTakeFirst();
  return row !== undefined;
}

/** Returns the label of a login in an app: the brand, and the number, user name or address. */
export async function findLabel(db: Db, { kind, id }: LoginOwner): Promise<{ brand: string; name: string }> {
  const { rows } = await sql<{ brand: string; name: string }>`
    select b.title as brand, coalesce(o.name, '') as name
    from (select brand_id, fax_number as name from account where ${kind} = 'account' and id = ${id}
      union all select brand_id, username from parent where ${kind} = 'parent' and id = ${id}
      union all select brand_id, email from person where ${kind} = 'person' and id = ${id}) o
    join brand b on b.id = o.brand_id
    union all
    select coalesce((select title from brand where is_default), 'Fax-to-Email'), name
    from operator where ${kind} = 'operator' and id = ${id}`.execute(db);
  return rows[0] ?? { brand: '', name: '' };
}
