import { sql } from 'kysely';

import type { Db } from '#engine/database/port.ts';
import type { SignOn } from '#server/kit/sign-on.ts';
import { loginOfRow } from '#server/kit/owner.ts';
import type { LoginOwner } from '#server/kit/owner.ts';

import { columnsOfLogin } from './login-owner.store.ts';

/** Stores a login that passed its password or single sign-on, and deletes expired ones. */
export async function insertLoginStep(
  db: Db,
  hash: Buffer,
  login: { owner: LoginOwner; signOn: SignOn | undefined },
  seconds: number,
): Promise<void> {
  await db
    .deleteFrom('login_step')
    .where('expires_at', '<', sql<Date>`now()`)
    .execute();
  await db
    .insertInto('login_step')
    .values({
      hash,
      ...columnsOfLogin(login.owner),
      sign_on: login.signOn ? JSON.stringify(login.signOn) : null,
      expires_at: sql<Date>`now() + make_interval(secs => ${seconds})`,
    })
    .execute();
}

/** Counts a guess before it is checked. Returns undefined if the login has expired or has had `most` guesses. */
export async function countGuess(db: Db, hash: Buffer, most: number): Promise<LoginOwner | undefined> {
  const row = await db
    .updateTable('login_step')
    .set((eb) => ({ guesses: eb('guesses', '+', 1) }))
    .where('hash', '=', hash)
    .where('guesses', '<', most)
    .where('expires_at', '>', sql<Date>`now()`)
    .returning(['account_id', 'parent_id', 'person_id', 'operator_id'])
    .executeTakeFirst();
  return row && loginOfRow(row);
}

/** Deletes a login that passed its second step. Returns its single sign-on, if any. */
export async function endLoginStep(db: Db, hash: Buffer): Promise<SignOn | undefined> {
  const row = await db
    .deleteFrom('login_step')
    .where('hash', '=', hash)
    .returning('sign_on')
    .executeTakeFirst();
  return (row?.sign_on as SignOn | null | undefined) ?? undefined;
}
