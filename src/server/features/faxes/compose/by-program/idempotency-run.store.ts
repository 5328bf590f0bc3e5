import { sql } from 'kysely';

import type { Db } from '#engine/database/port.ts';
import type { AccountId } from '#server/kit/scope.ts';

/**
 * Notes that a send with this key is being worked on, for so many seconds at most: whoever crashes leaves no more than
 * that behind. Null when it is noted, else the seconds until somebody else's note is over.
 */
export async function beginRun(
  db: Db,
  account: AccountId,
  key: string,
  seconds: number,
): Promise<number | null> {
  const { rows } = await sql`
    insert into idempotency_run (account_id, key, until)
    values (${account}, ${key}, now() + make_interval(secs => ${seconds}))
    on conflict (account_id, key) do update set until = excluded.until where idempotency_run.until < now()
    returning key`.execute(db);
  if (rows.length > 0) return null;
  const found = await sql<{ left: number }>`
    select ceil(extract(epoch from until - now()))::int as left from idempotency_run
    where account_id = ${account} and key = ${key}`.execute(db);
  return Math.max(found.rows[0]?.left ?? 1, 1);
}

/** The send is done, whatever became of it. */
export async function endRun(db: Db, account: AccountId, key: string): Promise<void> {
  await db.deleteFrom('idempotency_run').where('account_id', '=', account).where('key', '=', key).execute();
}
