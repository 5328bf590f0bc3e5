import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';

import { jumpClock } from '#test/clock.ts';
import { createTestDatabase } from '#test/test-database.ts';
import type { TestDatabase } from '#test/test-database.ts';

import { HELD, WAITING, followClock } from './clock-watch.store.ts';

/** Times that people or contracts chose; a clock that was wrong does not move them. */
const CHOSEN = {
  account: ['sends_until'],
  api_key: ['old_until'],
  egnyte_task: ['open_until'],
  fax_draft: ['open_until'],
  mail_out: ['words_until'],
  number: ['quarantine_until'],
  removed_document: ['due_at'],
  subaccount: ['sends_until'],
  webhook_endpoint: ['old_until'],
  whitelisted_domain: ['sends_until'],
};

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(async () => {
  await database.drop();
});

it('[F-send-19] every column that names a time until which something waits or is held is known', async () => {
  const { rows } = await database.pool.query<{ table_name: string; column_name: string }>(
    `select table_name, column_name from information_schema.columns join information_schema.tables using (table_schema, table_name)
     where table_schema = 'public' and table_type = 'BASE TABLE' and data_type = 'timestamp with time zone'
       and (column_name like '%\\_until' or column_name in ('next_at', 'due_at', 'convert_at'))`,
  );
  const chosen = Object.entries(CHOSEN).flatMap(([table, columns]) => columns.map((one) => [table, one]));
  const known = [...WAITING, ...HELD, ...chosen].map(([table, column]) => `${table}.${column}`);
  expect(rows.map((row) => `${row.table_name}.${row.column_name}`).toSorted()).toEqual(known.toSorted());
});

it('[F-send-19] a clock that is set back an hour keeps no line resting, held or unchecked for an hour', async () => {
  const { db, pool } = database;
  await db.transaction().execute(followClock);
  await pool.query(`insert into line (name, kind, rest_until, checking_until, fetched_until, checked_at)
    values ('far', 'simulator', now() + interval '1 minute', now() + interval '1 minute', now() + interval '1 minute', now())`);
  await jumpClock(pool, '-1 hour');
  const back = await db.transaction().execute(followClock);
  expect(Math.round(back / 60)).toBe(60);
  const { rows } = await sql`
    select rest_until between now() + interval '50 seconds' and now() + interval '70 seconds' as rests,
      checking_until <= now() + interval '10 minutes' as checked, fetched_until <= now() + interval '10 minutes' as fetched,
      checked_at <= now() as done from line where name = 'far'`.execute(db);
  expect(rows).toEqual([{ rests: true, checked: true, fetched: true, done: true }]);
  expect(await db.transaction().execute(followClock)).toBe(0);
});
