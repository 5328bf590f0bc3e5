import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';

import { createTestDatabase } from '#test/test-database.ts';
import type { TestDatabase } from '#test/test-database.ts';
import { inTransaction } from './transaction.ts';

let database: TestDatabase;

beforeAll(async () => {
  database = await createTestDatabase();
  await database.pool.query('create table tally (id int primary key, n int not null)');
  await database.pool.query('insert into tally values (1, 0), (2, 0)');
});

afterAll(async () => {
  await database.drop();
});

test('two transactions that deadlock both succeed in the end', async () => {
  let tries = 0;
  let arrived = 0;
  const both = Promise.withResolvers<void>();
  const raise = async (first: number, second: number): Promise<void> => {
    await inTransaction(database.db, async (transaction) => {
      tries += 1;
      await sql`update tally set n = n + 1 where id = ${first}`.execute(transaction);
      arrived += 1;
      if (arrived === 2) both.resolve();
      await both.promise;
      await sql`update tally set n = n + 1 where id = ${second}`.execute(transaction);
    });
  };
  await Promise.all([raise(1, 2), raise(2, 1)]);
  expect(tries).toBe(3);
  const { rows } = await database.pool.query('select n from tally order by id');
  expect(rows).toEqual([{ n: 2 }, { n: 2 }]);
});

test('a conflict that never ends is given up after five tries', async () => {
  let tries = 0;
  const hopeless = inTransaction(database.db, async (transaction) => {
    tries += 1;
    await sql`do $$ begin raise exception 'conflict' using errcode = '40001'; end $$`.execute(transaction);
  });
  await expect(hopeless).rejects.toThrow('conflict');
  expect(tries).toBe(5);
});

test('any other error rolls everything back at once', async () => {
  let tries = 0;
  const failing = inTransaction(database.db, async (transaction) => {
    tries += 1;
    await sql`insert into tally values (3, 0)`.execute(transaction);
    throw new Error('no');
  });
  await expect(failing).rejects.toThrow('no');
  expect(tries).toBe(1);
  const { rows } = await database.pool.query('select * from tally where id = 3');
  expect(rows).toEqual([]);
});
