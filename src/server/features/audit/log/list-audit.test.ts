import { afterAll, beforeAll, expect, it } from 'vitest';

import { makeAccount } from '#test/factories.ts';
import { mostRowsRead, statementsOf } from '#test/statements.ts';
import { createTestDatabase } from '#test/test-database.ts';
import type { TestDatabase } from '#test/test-database.ts';

import { listAudit } from './list-audit.store.ts';
import type { AuditFilter, ListedAudit } from './list-audit.store.ts';

const ROWS = 30_000;

let database: TestDatabase;
let account: { id: number; number: string };

/** Years of logins; what is looked for came before them. */
beforeAll(async () => {
  database = await createTestDatabase();
  account = await makeAccount(database.db);
  await database.pool.query("insert into operator (name) values ('anna')");
  await database.pool.query(
    `insert into audit (actor_kind, actor_id, account_id, action, object)
     select 'operator', id, $1, 'line.set', 'line/trunk' from operator where name = 'anna'`,
    [account.id],
  );
  await database.pool.query(
    `insert into audit (actor_kind, actor_id, account_id, action, object)
     select 'account', 1000000 + g % 500, 1000000 + g % 500, 'session.login', 'account/' || g % 500
     from generate_series(1, $1::int) g`,
    [ROWS],
  );
  await database.pool.query('analyze');
});

afterAll(async () => await database.drop());

const sought: [name: string, filter: () => Partial<AuditFilter>, rows: number][] = [
  ['its object', () => ({ object: 'line/trunk' }), 1],
  ['its action', () => ({ action: 'line.set' }), 1],
  ['the beginning of its action', () => ({ action: 'line.' }), 1],
  ['an action that none has', () => ({ action: 'line_' }), 0],
  ['the operator', () => ({ actor: 'operator:anna' }), 1],
  ['an operator whom nobody knows', () => ({ actor: 'operator:otto' }), 0],
  ['who did it, by id', () => ({ actor: 'account/1' }), 0],
  ['the id of its account', () => ({ account: account.id }), 1],
  ['the number of its account', () => ({ account: Number(account.number) }), 1],
];

it.each(sought)('an act is found by %s without reading those of years', async (_, filter, rows) => {
  let found: ListedAudit[] = [];
  const [asked] = await statementsOf(async () => {
    found = await listAudit(database.db, { ...filter(), limit: 26 });
  });
  expect(found).toHaveLength(rows);
  expect(await mostRowsRead(database.pool, asked ?? { text: '', values: [] })).toBeLessThan(100);
});

it('the actor may be a kind alone', async () => {
  const found = await listAudit(database.db, { actor: 'account', limit: 5 });
  expect(found.map(({ actor }) => actor.split('/')[0])).toEqual(Array.from({ length: 5 }, () => 'account'));
});
