import { sql } from 'kysely';

import type { Db } from '#engine/database/port.ts';

/** A session as an operator sees it. */
export interface ListedSession {
  /** The first half of the id's hash: enough to identify the session, useless for access. */
  id: string;
  address: string;
  userAgent: string;
  createdAt: Date;
  lastSeenAt: Date;
  expiresAt: Date;
}

/** Returns the open sessions of an account, most recently used first. */
export async function readSessions(db: Db, accountId: number): Promise<ListedSession[]> {
  return await db
    .selectFrom('session')
    .select([sql<string>`encode(substring(id_hash for 16), 'hex')`.as('id'), 'address'])
    .select(['user_agent as userAgent', 'created_at as createdAt', 'last_seen_at as lastSeenAt'])
    .select('expires_at as expiresAt')
    .where('kind', 'in', ['user', 'person'])
    .where('subject_id', '=', accountId)
    .where('revoked_at', 'is', null)
    .where('expires_at', '>', sql<Date>`now()`)
    .where(sql<boolean>`last_seen_at + make_interval(secs => idle_seconds) > now()`)
    .orderBy('last_seen_at', 'desc')
    .execute();
}

/** Ends all sessions of an account, or the one with this id. Returns how many. */
export async function revokeStanding(tx: Db, accountId: number, id: string | undefined): Promise<number> {
  const ended = await tx
    .updateTable('session')
    .set({ revoked_at: sql<Date>`now()` })
    .where('kind', 'in', ['user', 'person'])
    .where('subject_id', '=', accountId)
    .where('revoked_at', 'is', null)
    .$if(id !== undefined, (query) =>
      query.where(sql<boolean>`encode(substring(id_hash for 16), 'hex') = ${id ?? ''}`),
    )
    .executeTakeFirst();
  return Number(ended.numUpdatedRows);
}

/** A counter of failed logins that is over its limit. */
export interface Ban {
  key: string;
  count: number;
  since: Date;
}

/** Returns the counters whose window is still running and that are over the limit of their kind. */
export async function readBans(
  db: Db,
  limits: readonly { prefix: string; most: number; seconds: number }[],
): Promise<Ban[]> {
  const rows = await db
    .selectFrom('login_failure')
    .select(['key', 'count', 'window_start as since'])
    .where((eb) =>
      eb.or(
        limits.map(({ prefix, most, seconds }) =>
          eb.and([
            eb(eb.fn('starts_with', ['key', eb.val(prefix)]), '=', true),
            eb('count', '>', most),
            eb('window_start', '>', sql<Date>`now() - make_interval(secs => ${seconds})`),
          ]),
        ),
      ),
    )
    .orderBy('window_start', 'desc')
    .execute();
  return rows;
}

/** Deletes one counter, or all. Returns how many there were. */
export async function deleteBans(tx: Db, key: string | undefined): Promise<number> {
  const gone = await tx
    .deleteFrom('login_failure')
    .$if(key !== undefined, (query) => query.where('key', '=', key ?? ''))
    .executeTakeFirst();
  return Number(gone.numDeletedRows);
}
