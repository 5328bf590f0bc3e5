import { afterAll, beforeAll, expect, it } from 'vitest';

import { makeAccount, makeDocument } from '#test/factories.ts';
import { statementsOf } from '#test/statements.ts';
import { createTestDatabase } from '#test/test-database.ts';
import type { TestDatabase } from '#test/test-database.ts';

import { createMetrics } from './metrics.ts';
import { countStoredBytes } from './stored-bytes.ts';
import { readWarnings } from './warnings.ts';

let database: TestDatabase;

beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(async () => await database.drop());

it('a scrape adds up no documents: their bytes are counted a part at a time, once a day', async () => {
  const { id } = await makeAccount(database.db);
  for (let made = 0; made < 5; made += 1) await makeDocument(database.db, id);
  await database.pool.query('update document set bytes = 1000 + id');
  const { rows } = await database.pool.query<{ sum: number }>('select sum(bytes)::int as sum from document');
  const metrics = createMetrics({ database });
  expect(await metrics.text()).toContain('f2e_storage_bytes 0\n');
  expect(await countStoredBytes(database, new AbortController().signal, 2)).toBe(rows[0]?.sum);
  let text = '';
  const asked = await statementsOf(async () => (text = await metrics.text()));
  expect(text).toContain(`f2e_storage_bytes ${rows[0]?.sum}\n`);
  expect(asked.filter((statement) => /sum\(\s*bytes/u.test(statement.text))).toEqual([]);
});

it('a clean-up of deleted faxes that has not been done for days is told', async () => {
  const { db, pool } = database;
  const mail = { transport: { kind: 'smtp' as const, place: 'relay.example:25' } };
  const told = async () => await readWarnings({ db, mail });
  expect(await told()).toEqual([]);
  await pool.query(`update clean_up set done_at = now() - interval '4 days'`);
  expect(await told()).toEqual([expect.stringContaining('have not been removed for good')]);
  await pool.query(
    `insert into removed_document (storage_key, due_at) values
      ('documents/late', now() - interval '3 days'), ('documents/soon', now() + interval '1 day')`,
  );
  const text = await createMetrics({ database }).text();
  const seconds = (name: string) => Number(new RegExp(`^${name} ([\\d.e+]+)$`, 'mu').exec(text)?.[1]);
  expect(seconds('f2e_removable_files_oldest_seconds') / 86_400).toBeCloseTo(3, 1);
  expect(Date.now() / 1000 - seconds('f2e_faxes_purged_timestamp_seconds')).toBeGreaterThan(3 * 86_400);
});
