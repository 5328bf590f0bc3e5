import { sql } from 'kysely';

import type { Db } from '#engine/database/port.ts';

/** A counter and the seconds until its window ends. */
export interface FailureCount {
  count: number;
  secondsLeft: number;
}

/** Counts one more attempt under a key; an expired window starts again. Atomic, so that parallel guesses all count. */
export async function countAttempt(db: Db, key: string, windowSeconds: number): Promise<FailureCount> {
  const window = sql`make_interval(secs => ${windowSeconds})`;
  const { rows } = await sql<FailureCount>`
    insert into login_failure as f (key, count) values (${key}, 1)
    on conflict (key) do update set
      count = case when f.window_start < now() - ${window} then 1 else f.count + 1 end,
      window_start = case when f.window_start < now() - ${window} then now() else f.window_start end
    returning count, ceil(extract(epoch from window_start + ${window} - now()))::int as "secondsLeft"`.execute(
    db,
  );
  return rows[0] ?? { count: 1, secondsLeft: windowSeconds };
}

/** Undoes the count of an attempt that succeeded. */
export async function forgiveAttempt(db: Db, key: string): Promise<void> {
  await db
    .updateTable('login_failure')
    .set((eb) => ({ count: eb('count', '-', 1) }))
    .where('key', '=', key)
    .where('count', '>', 0)
    .execute();
}

/** Deletes all failures under a key. */
export async function clearAttempts(db: Db, key: string): Promise<void> {
  await db.deleteFrom('login_failure').where('key', '=', key).execute();
}

/** Deletes the failures of an owner who was verified another way; those of addresses stay. */
export async function clearLoginFailures(tx: Db, username: string): Promise<void> {
  await tx
    .deleteFrom('login_failure')
    .where((eb) =>
      eb.or([
        eb('key', '=', `number:${username}`),
        eb(eb.fn('starts_with', ['key', eb.val(`pair:${username}:`)]), '=', true),
      ]),
    )
    .execute();
}
