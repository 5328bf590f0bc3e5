import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';

import { makeAccount, makeFax } from '#test/factories.ts';
import { makeFaxes } from '#test/many-faxes.ts';
import { mostRowsReadOfMany, statementsOf } from '#test/statements.ts';
import { createTestDatabase, silentLog } from '#test/test-database.ts';
import type { TestDatabase } from '#test/test-database.ts';

import { clearClosedAccounts } from './clear-closed.ts';

let database: TestDatabase;

beforeAll(async () => {
  database = await createTestDatabase();
});
beforeEach(async () => {
  await database.pool.query('truncate brand restart identity cascade');
});
afterAll(async () => await database.drop());

const clear = async (): Promise<void> =>
  await clearClosedAccounts(
    { database, log: silentLog, keepDays: 30, restDays: 90, queueMail: async () => {} },
    new AbortController().signal,
  );

/** Lets every change of this account's row, or of its faxes, fail. */
async function breakAccount(table: 'account' | 'fax', id: number): Promise<void> {
  const column = table === 'account' ? 'id' : 'account_id';
  await database.pool.query(
    `create or replace function refuse() returns trigger language plpgsql as $$ begin raise exception 'broken'; end $$;
     create trigger refuse before update on ${table} for each row when (new.${column} = ${id}) execute function refuse()`,
  );
}

const mend = async (): Promise<void> => void (await database.pool.query('drop function refuse cascade'));

it('an account that cannot be closed keeps no others, and the run counts as failed', async () => {
  const ids: number[] = [];
  for (let made = 0; made < 3; made += 1) ids.push((await makeAccount(database.db)).id);
  await database.pool.query(`update account set closes_at = now() - interval '1 hour'`);
  await breakAccount('account', ids[0] ?? 0);
  await expect(clear()).rejects.toThrow('broken');
  const states = async () =>
    (await database.pool.query<{ state: string }>('select state from account order by id')).rows.map(
      ({ state }) => state,
    );
  expect(await states()).toEqual(['active', 'closed', 'closed']);
  await mend();
  await clear();
  expect(await states()).toEqual(['closed', 'closed', 'closed']);
});

it('neither does one whose faxes cannot be deleted; those of accounts that may come back, and what is sent, stay', async () => {
  const ids: number[] = [];
  for (let made = 0; made < 3; made += 1) {
    const { id } = await makeAccount(database.db);
    await makeFax(database.db, id, {});
    ids.push(id);
  }
  const sending = await makeFax(database.db, ids[1] as never, { action: 'S', outbox: true });
  await database.pool.query(
    `update account set state = 'closed', closed_at = now() - make_interval(days => case id when ${ids[2]} then 29 else 31 end)`,
  );
  await breakAccount('fax', ids[0] ?? 0);
  await expect(clear()).rejects.toThrow('broken');
  await mend();
  const left = await database.pool.query<{ id: number }>(
    'select account_id as id from fax where deleted_at is null order by account_id',
  );
  expect(left.rows.map(({ id }) => id)).toEqual(ids);
  const { rows } = await database.pool.query('select id from fax where deleted_at is null and outbox');
  expect(rows).toEqual([{ id: sending.id }]);
});

it('a part of many faxes is deleted without walking over those before', async () => {
  const { id } = await makeAccount(database.db);
  const faxes: number[] = [];
  for (let part = 0; part < 3; part += 1)
    faxes.push(
      ...(await makeFaxes(
        database.db,
        id,
        Array.from({ length: 1_100 }, () => ({})),
      )),
    );
  await database.pool.query(`update account set state = 'closed', closed_at = now() - interval '31 days'`);
  await database.pool.query('analyze fax');
  const statements = await statementsOf(clear);
  const { rows } = await database.pool.query('select from fax where deleted_at is null');
  expect(rows).toEqual([]);
  const marks = statements.filter(({ text }) => text.includes('update fax'));
  expect(marks).toHaveLength(5);
  // Each part once more, when all parts before it are deleted.
  for (const [part, mark] of marks.entries()) {
    await database.pool.query('update fax set deleted_at = case when id <= $1 then now() end', [
      part === 0 ? 0 : (faxes[part * 1_000 - 1] ?? faxes.at(-1)),
    ]);
    await database.pool.query('analyze fax');
    expect(await mostRowsReadOfMany(database.pool, mark)).toBeLessThanOrEqual(1_000);
  }
}, 120_000);
