import { spawn } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';

import { createTestDatabase, silentLog } from '#test/test-database.ts';
import type { TestDatabase } from '#test/test-database.ts';
import { migrate } from './migrate.ts';
import { eventually } from '#test/patience.ts';

let database: TestDatabase;
let folder: string;

beforeAll(async () => {
  database = await createTestDatabase();
});

afterAll(async () => {
  await database.drop();
});

/** Each test starts with an empty schema and its own folder. */
beforeEach(async () => {
  await database.pool.query('drop schema public cascade; create schema public');
  folder = await mkdtemp(join(tmpdir(), 'f2e-migrations-'));
  return async () => {
    await rm(folder, { recursive: true });
  };
});

async function write(files: Record<string, string>): Promise<void> {
  for (const [name, sql] of Object.entries(files)) await writeFile(join(folder, name), sql);
}

async function run(beforeUpgrade?: () => Promise<void>): Promise<string[]> {
  const hook = beforeUpgrade ? { beforeUpgrade } : {};
  const { applied } = await migrate({ connection: database.connection, log: silentLog, folder, ...hook });
  return applied;
}

async function tables(): Promise<string[]> {
  const { rows } = await database.pool.query<{ name: string }>(
    "select tablename as name from pg_tables where schemaname = 'public' order by 1",
  );
  return rows.map(({ name }) => name);
}

test('files are applied in order and once', async () => {
  await write({ '0002-b.sql': 'alter table a add b int', '0001-a.sql': 'create table a (id int)' });
  expect(await run()).toEqual(['0001-a.sql', '0002-b.sql']);
  expect(await run()).toEqual([]);
  await write({ '0003-c.sql': 'create table c (id int)' });
  expect(await run()).toEqual(['0003-c.sql']);
  expect(await tables()).toEqual(['a', 'c', 'schema_migration']);
});

test('two processes that start together change the schema once', async () => {
  await write({ '0001-a.sql': 'create table a (id int); select pg_sleep(0.1)' });
  const results = await Promise.all([run(), run(), run()]);
  expect(results.flat()).toEqual(['0001-a.sql']);
});

test('a failing file leaves nothing of itself and keeps what came before', async () => {
  await write({
    '0001-a.sql': 'create table a (id int)',
    '0002-b.sql': 'create table b (id int); select 1 / 0',
  });
  await expect(run()).rejects.toThrow('migration 0002-b.sql failed');
  expect(await tables()).toEqual(['a', 'schema_migration']);
  await write({ '0002-b.sql': 'create table b (id int)' });
  expect(await run()).toEqual(['0002-b.sql']);
});

test('a file that changed after it was applied is refused with a sentence', async () => {
  await write({ '0001-a.sql': 'create table a (id int)' });
  await run();
  await write({ '0001-a.sql': 'create table a (id bigint)' });
  await expect(run()).rejects.toThrow(/^The file 0001-a.sql was changed after it had been applied/u);
});

test('a new file with an old number is refused with a sentence', async () => {
  await write({ '0002-b.sql': 'create table b (id int)' });
  await run();
  await write({ '0001-a.sql': 'create table a (id int)' });
  await expect(run()).rejects.toThrow(/^The file 0001-a.sql comes before 0002-b.sql/u);
});

test('an upgrade killed at any step goes on at the next start, an older program refuses, the place for a backup comes first', async () => {
  await write({ '0001-a.sql': 'create table a (id int)' });
  const backup = vi.fn<() => Promise<void>>(async () => {});
  await run(backup);
  expect(backup, 'an empty database needs no backup').not.toHaveBeenCalled();

  const names = ['0002-b.sql', '0003-c.sql', '0004-d.sql'];
  for (const [step, name] of names.entries()) {
    // Every file executes first and then stays in its transaction until the process is killed.
    await write({ [name]: `create table t${step} (id int); select pg_sleep(60)` });
    await killWhileSleeping();
    expect(await tables(), `nothing of ${name} is left`).not.toContain(`t${step}`);
    await write({ [name]: `create table t${step} (id int)` });
    expect(await run(backup)).toEqual([name]);
    expect(backup).toHaveBeenCalledTimes(step + 1);
  }

  await rm(join(folder, '0004-d.sql'));
  await expect(run(backup)).rejects.toThrow(
    /^The database was changed by a newer version of f2e \(0004-d.sql/u,
  );
  expect(await tables()).toEqual(['a', 'schema_migration', 't0', 't1', 't2']);
});

test('indexes that are made concurrently hold up no writer, and what a killed upgrade left of one is made anew', async () => {
  await write({ '0001-a.sql': 'create table a (id int, of int)' });
  await run();
  // As a kill leaves it: half of the file done, the other index not valid.
  await database.pool.query('create index a_id on a (id desc); create index a_of on a (of desc)');
  await write({
    '0002-b.sql': `-- Two of them; one after the other.
      create index concurrently a_id on a (id);
      create index concurrently a_of on a (of) where of > 0;`,
  });
  const writer = await database.pool.connect();
  await writer.query('begin');
  await writer.query('insert into a values (1, 1)');
  const upgrades = [run(), run()];
  await eventually(async () => {
    const { rows } = await database.pool.query(
      "select from pg_stat_activity where application_name = 'f2e migrate' and wait_event_type = 'Lock' and datname = current_database()",
    );
    expect(rows).toHaveLength(1);
  });
  await database.pool.query('insert into a values (2, 2)');
  await writer.query('commit');
  writer.release();
  expect((await Promise.all(upgrades)).flat()).toEqual(['0002-b.sql']);
  const { rows } = await database.pool.query<{ indexdef: string }>(
    "select indexdef from pg_indexes where tablename = 'a' order by 1",
  );
  expect(rows.map(({ indexdef }) => indexdef.replace(/.* USING/u, ''))).toEqual([
    ' btree (id)',
    ' btree (of) WHERE (of > 0)',
  ]);
});

test('indexes that are made concurrently stand in a file of their own', async () => {
  await write({ '0001-a.sql': 'create table a (id int); create index concurrently a_id on a (id)' });
  await expect(run()).rejects.toThrow('migration 0001-a.sql failed');
  expect(await tables()).toEqual(['schema_migration']);
});

/** Upgrades in a process of its own and kills it with -9 in the middle of a file. */
async function killWhileSleeping(): Promise<void> {
  const script = `import { migrate } from '#engine/database/migrate.ts';
    const log = { info() {}, warn() {}, error() {} };
    await migrate({ connection: ${JSON.stringify(database.connection)}, log, folder: ${JSON.stringify(folder)} });`;
  const child = spawn(process.execPath, ['--input-type=module', '-e', script], {
    cwd: join(import.meta.dirname, '../../..'),
    stdio: 'inherit',
  });
  const ended = new Promise((resolve) => child.once('exit', resolve));
  await eventually(async () => expect(await sleepers()).toHaveLength(1));
  child.kill('SIGKILL');
  await ended;
  // The server notices a dead client only when it sends something to it; a real machine crash ends both.
  await database.pool.query('select pg_terminate_backend(pid) from pg_stat_activity where pid = any($1)', [
    await sleepers(),
  ]);
  await eventually(async () => expect(await sleepers()).toEqual([]));
}

async function sleepers(): Promise<number[]> {
  const { rows } = await database.pool.query<{ pid: number }>(
    "select pid from pg_stat_activity where application_name = 'f2e migrate' and wait_event = 'PgSleep'" +
      ' and datname = current_database()',
  );
  return rows.map(({ pid }) => pid);
}
