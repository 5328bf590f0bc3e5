import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';

import { makeAccount, makeDocument } from '#test/factories.ts';
import { createTestDatabase } from '#test/test-database.ts';
import type { TestDatabase } from '#test/test-database.ts';

import { faxRows } from './fax-rows.store.ts';

const FAXES = 5_000;
const PAGE = 100;

interface PlanNode {
  'Actual Rows': number;
  'Actual Loops': number;
  'Rows Removed by Filter'?: number;
  'Rows Removed by Join Filter'?: number;
  Plans?: PlanNode[];
}

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(async () => await database.drop());

/** Counts the rows that a node and its children returned or discarded, over all loops. */
function worked(node: PlanNode): number {
  const removed = (node['Rows Removed by Filter'] ?? 0) + (node['Rows Removed by Join Filter'] ?? 0);
  const below = (node.Plans ?? []).map(worked).reduce((sum, one) => sum + one, 0);
  return (node['Actual Rows'] + removed) * node['Actual Loops'] + below;
}

it('a page of a mailbox that nobody has analyzed yet reads no more than its own faxes', async () => {
  const { db, pool } = database;
  const { id } = await makeAccount(db);
  await pool.query(
    `insert into fax_party (account_id, number, company, sender, to_person)
     select $1, (3135000000 + n)::text, '', 'Person ' || n, '' from generate_series(1, 1000) n`,
    [id],
  );
  const document = await makeDocument(db, id);
  await pool.query(
    `insert into fax (account_id, document_id, path_key, action, fax_at, party_id, other_number, company, pages, bytes, is_new)
     select $1, $2, 'k' || n, 'R', now() - n * interval '7 minutes', p.id, p.number, '', 1, 1, true
     from generate_series(1, $3::int) n
     join (select id, number, row_number() over (order by id) as at from fax_party where account_id = $1) p
       on p.at = 1 + n % 1000`,
    [id, document, FAXES],
  );
  const { rows: newest } = await pool.query<{ id: string }>(
    'select id from fax where account_id = $1 order by fax_at desc limit $2',
    [id, PAGE],
  );
  const ids = newest.map((row) => Number(row.id));
  const { rows } = await sql<{ 'QUERY PLAN': { Plan: PlanNode }[] }>`
    explain (analyze, format json) ${faxRows(id, ids)}`.execute(db);
  const plan = rows[0]?.['QUERY PLAN'][0]?.Plan;
  expect(plan?.['Actual Rows']).toBe(PAGE);
  // Some twenty nodes, each at most once per fax.
  expect(plan && worked(plan)).toBeLessThan(30 * PAGE);
});
