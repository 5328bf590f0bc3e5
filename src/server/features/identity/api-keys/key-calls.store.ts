import { sql } from 'kysely';

import type { Db } from '#engine/database/port.ts';

/** The number of calls made with a key. */
export interface KeyCallCount {
  keyId: number;
  calls: number;
  /** How many of the calls a limit refused. */
  refused: number;
}

/** Adds counts to a day in one statement. Counts of keys that no longer exist are dropped. */
export async function addKeyCalls(db: Db, day: string, counts: readonly KeyCallCount[]): Promise<void> {
  await sql`
    insert into api_key_day as d (key_id, day, calls, refused)
    select k.id, ${day}::date, c.calls, c.refused
    from jsonb_to_recordset(${JSON.stringify(counts)}) as c ("keyId" bigint, calls bigint, refused bigint)
    join api_key k on k.id = c."keyId"
    order by k.id
    on conflict (key_id, day) do update set calls = d.calls + excluded.calls, refused = d.refused + excluded.refused`.execute(
    db,
  );
}

/** Returns the calls of these keys over the last `days`, including today, for operators. Unused keys are left out. */
export async function callsOfKeys(db: Db, keyIds: readonly number[], days: number): Promise<KeyCallCount[]> {
  const { rows } = await sql<KeyCallCount>`
    select key_id::int8 as "keyId", sum(calls)::int8 as calls, sum(refused)::int8 as refused
    from api_key_day
    where key_id = any(${keyIds}) and day > (now() at time zone 'UTC')::date - ${days}::int
    group by key_id`.execute(db);
  return rows;
}
