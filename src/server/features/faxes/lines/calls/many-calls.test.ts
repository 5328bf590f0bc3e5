import { afterAll, beforeAll, expect, it } from 'vitest';

import { makeAccount } from '#test/factories.ts';
import { mostRowsRead, statementsOf } from '#test/statements.ts';
import { createTestDatabase } from '#test/test-database.ts';
import type { TestDatabase } from '#test/test-database.ts';

import { readEndedCalls, readLineCall, readLiveCalls } from './line-calls.store.ts';

const CALLS = 20_000;

let database: TestDatabase;

/** A line with many calls that have ended, each of a job's attempts, and one that goes on. */
beforeAll(async () => {
  database = await createTestDatabase();
  const { id } = await makeAccount(database.db);
  await database.pool.query("insert into line (name, kind, config) values ('trunk', 'sip', '{}')");
  await database.pool.query(
    `with d as (
       insert into document (account_id, storage_key, source, pages, state)
       values ($1, 'documents/many', 'upload', 1, 'ready') returning id
     ), p as (
       insert into fax_party (account_id, number, company, sender, to_person) values ($1, '3105550111', '', '', '')
       returning id
     ), f as (
       insert into fax (account_id, document_id, path_key, action, party_id, other_number, company, pages)
       select $1, d.id, 'many', 'S', p.id, '3105550111', '', 1 from d, p returning id
     )
     insert into send_job (account_id, fax_id, to_number, state)
     select $1, f.id, '3105550111', 'DELIVERED' from f, generate_series(1, 100)`,
    [id],
  );
  await database.pool.query(
    `insert into send_attempt (job_id, n, call_ref)
     select j.id, g, 'call-' || row_number() over () from send_job j, generate_series(1, $1::int / 100) g`,
    [CALLS],
  );
  await database.pool.query(
    `insert into line_call (line_id, direction, call_ref, far_number, own_number, pages, started_at, ended_at, result)
     select l.id, 'out', 'call-' || g, '3105550111', '2125550100', 1, now() - make_interval(secs => g), now(), 'OK'
     from line l, generate_series(2, $1::int) g where l.name = 'trunk'`,
    [CALLS],
  );
  await database.pool.query(
    `insert into line_call (line_id, direction, call_ref, far_number, own_number, pages)
     select id, 'out', 'call-1', '3105550111', '2125550100', 1 from line where name = 'trunk'`,
  );
  await database.pool.query('analyze');
});

afterAll(async () => await database.drop());

it.each([
  ['the newest that ended', async () => await readEndedCalls(database.db, 'trunk', 50), 50, 200],
  ['those that go on', async () => await readLiveCalls(database.db, 'trunk'), 1, 10],
  ['the newest test call', async () => await readEndedCalls(database.db, 'trunk', 1, 'test'), 0, 10],
  ['one', async () => [await readLineCall(database.db, 1)], 1, 10],
])('%s of many calls over a line reads little more than it shows', async (_, read, shown, most) => {
  let found: unknown[] = [];
  const [asked] = await statementsOf(async () => (found = await read()));
  expect(found).toHaveLength(shown);
  expect(await mostRowsRead(database.pool, asked ?? { text: '', values: [] })).toBeLessThan(most);
});
