import { CompiledQuery, sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { Client } from 'pg';

import { withCallLimit, withoutCallLimit } from '#engine/database/port.ts';
import { makeAccount, makeFax } from '#test/factories.ts';
import { startApp } from '#test/start-app.ts';
import type { SignedIn, TestApp } from '#test/start-app.ts';
import { statementsOf } from '#test/statements.ts';
import { createTestDatabase } from '#test/test-database.ts';

/** More than the connections of the pool. */
const POLLS = 24;

const LIST = '/api/n1/db/f2e/SSPFaxArchive.json?draw=1&start=0&length=10';

let test: TestApp;
let person: SignedIn;

beforeAll(async () => {
  test = await startApp();
  const { id, number } = await makeAccount(test.database.db);
  await makeFax(test.database.db, id);
  person = await test.signIn(number);
});
afterAll(async () => await test.stop());

/** Returns the statement timeout that applies here. */
async function limit(): Promise<string> {
  const { rows } = await test.database.db.executeQuery<{ limit: string }>(
    CompiledQuery.raw(`select current_setting('statement_timeout') as limit`),
  );
  return rows[0]!.limit;
}

it('[F-db-01] a connection that breaks in the moment in which a call takes it leaves its place to the next one', async () => {
  const database = await createTestDatabase({ max: 1 });
  const { db, pool } = database;
  const broken = await pool.connect();
  await broken.query('begin');
  // From here on the connection refuses every statement, including the one that sets the limit.
  await expect(broken.query('select 1 / 0')).rejects.toThrow('zero');
  broken.release();
  const ask = async () =>
    await withCallLimit(async () => await sql<{ one: number }>`select 1 as one`.execute(db));
  await expect(ask()).rejects.toThrow('aborted');
  expect((await ask()).rows).toEqual([{ one: 1 }]);
  await database.drop();
});

it('[F-db-02] a locked table: every poll answers 503 with a sentence after 5 s, the process stays ready, and all is well once the lock is gone; other work has its time', async () => {
  const holder = new Client(test.database.connection);
  holder.on('error', () => undefined);
  await holder.connect();
  await holder.query('begin; lock table fax in access exclusive mode');
  const answers: Awaited<ReturnType<typeof test.app.inject>>[] = [];
  const asking = statementsOf(async () => {
    await Promise.all(
      Array.from({ length: POLLS }, async () => {
        answers.push(await test.app.inject({ url: LIST, ...person }));
      }),
    );
  });
  const ready = await test.app.inject('/readyz');
  expect(ready.json()).toMatchObject({
    reasons: expect.not.arrayContaining(['The database does not answer.']),
  });
  const limits = (await asking).flatMap(
    ({ text }) => /set local statement_timeout = (\d+)/u.exec(text)?.[1] ?? [],
  );
  expect(limits.length).toBeGreaterThan(0);
  expect(Math.max(...limits.map(Number))).toBeLessThanOrEqual(5_000);
  expect(answers).toHaveLength(POLLS);
  for (const answer of answers) {
    expect(answer.statusCode).toBe(503);
    expect(answer.headers['retry-after']).toBe('5');
    expect(answer.json()).toMatchObject({
      error: 'UNAVAILABLE',
      message: expect.stringMatching(/Try again/u),
    });
  }
  await holder.query('commit');
  await holder.end();
  expect((await test.app.inject({ url: LIST, ...person })).statusCode).toBe(200);
  expect(await limit()).toBe('30s');
  expect(await withCallLimit(limit)).toBe('5s');
  expect(await withCallLimit(async () => await withoutCallLimit(limit))).toBe('30s');
});
