import { afterAll, beforeAll, expect, test, vi } from 'vitest';

import { createTestDatabase } from '#test/test-database.ts';
import type { TestDatabase } from '#test/test-database.ts';
import { eventually } from '#test/patience.ts';

let database: TestDatabase;

beforeAll(async () => {
  database = await createTestDatabase();
});

afterAll(async () => {
  await database.drop();
});

test('bigint arrives as a number, in arrays too, and date as the day that is stored', async () => {
  const { rows } = await database.pool.query(
    `select 9007199254740991::bigint as id, array[1::bigint, null] as ids, '{}'::bigint[] as none,
      date '2026-03-08' as day, count(*) as counted from (values (1), (2)) as two`,
  );
  expect(rows).toEqual([
    { id: 9_007_199_254_740_991, ids: [1, null], none: [], day: '2026-03-08', counted: 2 },
  ]);
});

test('a bigint that a number cannot hold is an error, not a wrong number', async () => {
  await expect(database.pool.query('select 9007199254740993::bigint')).rejects.toThrow('9007199254740993');
  await expect(database.pool.query('select 1 as still')).resolves.toMatchObject({ rows: [{ still: 1 }] });
});

test('the product connects as a role without superuser rights', async () => {
  const { rows } = await database.pool.query('select rolsuper from pg_roles where rolname = current_user');
  expect(rows).toEqual([{ rolsuper: false }]);
});

test('notifications are heard, and a lost connection is made anew and reported', async () => {
  const heard = vi.fn<(payload: string | undefined) => void>();
  const stop = await database.listen('some channel', heard);
  await database.pool.query("select pg_notify('some channel', 'first')");
  await eventually(() => expect(heard).toHaveBeenCalledWith('first'));

  await database.pool.query(
    "select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'f2e listen'" +
      ' and datname = current_database()',
  );
  await eventually(() => expect(heard).toHaveBeenCalledWith(undefined));
  await database.pool.query("select pg_notify('some channel', 'second')");
  await eventually(() => expect(heard).toHaveBeenCalledWith('second'));

  await stop();
  await database.pool.query("select pg_notify('some channel', 'third')");
  const after = vi.fn<(payload: string | undefined) => void>();
  const stopAfter = await database.listen('another', after);
  await database.pool.query("select pg_notify('another', 'x')");
  await eventually(() => expect(after).toHaveBeenCalledWith('x'));
  expect(heard).not.toHaveBeenCalledWith('third');
  await stopAfter();
});

test('a hearer that throws neither ends the process nor keeps others from hearing', async () => {
  const heard = vi.fn<(payload: string | undefined) => void>();
  const stops = [
    await database.listen('both', () => {
      throw new Error('broken');
    }),
    await database.listen('both', heard),
  ];
  await database.pool.query("select pg_notify('both', 'x')");
  await eventually(() => expect(heard).toHaveBeenCalledWith('x'));
  for (const stop of stops) await stop();
});
