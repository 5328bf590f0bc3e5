import { sql } from 'kysely';

import type { Db } from '#engine/database/port.ts';

import type { LoginSubject } from './session.store.ts';

/** Notes a successful login. */
export async function noteLogin(db: Db, table: 'account' | 'operator', id: number): Promise<void> {
  await db
    .updateTable(table)
    .set({ last_login_at: sql<Date>`now()` })
    .where('id', '=', id)
    .execute();
}

/** Replaces a hash made with older parameters. */
export async function replacePasswordHash(
  db: Db,
  { kind, id, personId }: Pick<LoginSubject, 'kind' | 'id' | 'personId'>,
  hash: string,
): Promise<void> {
  const table =
    personId !== undefined
      ? 'person'
      : kind === 'user'
        ? 'account'
        : kind === 'multifax'
          ? 'parent'
          : 'operator';
  await db
    .updateTable(table)
    .set({ password_hash: hash })
    .where('id', '=', personId ?? id)
    .execute();
}
