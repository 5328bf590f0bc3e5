import { sql } from 'kysely';

import type { Db } from '#engine/database/port.ts';
import { AppError } from '#server/kit/app-error.ts';

import type { LoginSubject } from './session.store.ts';

/** Records a successful login. */
export async function noteLogin(db: Db, table: 'account' | 'operator', id: number): Promise<void> {
  await db
    .updateTable(table)
    .set({ last_login_at: sql<Date>`now()` })
    .where('id', '=', id)
    .execute();
}

/** The owner of a login's password. */
type Holder = Pick<LoginSubject, 'kind' | 'id' | 'personId'>;

/** Returns the table that stores the password of a login. */
function tableOf({ kind, personId }: Holder): 'person' | 'account' | 'parent' | 'operator' {
  if (personId !== undefined) return 'person';
  if (kind === 'operator') return 'operator';
  return kind === 'user' ? 'account' : 'parent';
}

/** Replaces a hash that was made with older parameters. Returns false if the password was changed in the meantime. */
export async function replacePasswordHash(
  db: Db,
  holder: Holder,
  old: string,
  hash: string,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable(tableOf(holder))
    .set({ password_hash: hash })
    .where('id', '=', holder.personId ?? holder.id)
    .where('password_hash', '=', old)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/**
 * Throws BAD_CREDENTIALS if the password was changed after it was verified, and keeps it unchanged until the
 * transaction ends. Call this after storing what the login starts, because a password change removes that. Logins
 * without a password pass.
 */
export async function requireProved(
  tx: Db,
  { provedHash, ...holder }: Holder & Pick<LoginSubject, 'provedHash'>,
): Promise<void> {
  if (provedHash === undefined) return;
  const row = await tx
    .selectFrom(tableOf(holder))
    .select('id')
    .where('id', '=', holder.personId ?? holder.id)
    .where('password_hash', '=', provedHash)
    .forShare()
    .executeTakeFirst();
  if (!row) throw new AppError('BAD_CREDENTIALS');
}
