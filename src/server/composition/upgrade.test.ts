import { spawn } from 'node:child_process';
import { copyFile, mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import pino from 'pino';
import { beforeEach, expect, it } from 'vitest';

import { createDatabaseCopy } from '#engine/database/copy.ts';
import { DatabaseRefusal } from '#engine/database/refusal.ts';
import { openDiskStore } from '#engine/file-store/disk.ts';
import { makeAccount, makeFax } from '#test/factories.ts';
import { createTestDatabase } from '#test/test-database.ts';
import type { TestDatabase } from '#test/test-database.ts';

import { listKept } from '#server/features/operations/backup/kept-backups.ts';
import { restoreBackup } from '#server/features/operations/backup/restore.service.ts';
import { openInstallationKeys } from '#server/features/operations/maintenance/installation.service.ts';
import { upgradeSchema } from './upgrade.ts';
import { eventually } from '#test/patience.ts';

const MIGRATIONS = join(import.meta.dirname, '../../engine/database/migrations');
const PROJECT = join(import.meta.dirname, '../../..');
const log = pino({ level: 'silent' });

let database: TestDatabase;
let dataDir: string;
/** The schema files of a future version. */
let newer: string;

beforeEach(async () => {
  database = await createTestDatabase();
  dataDir = await mkdtemp(join(tmpdir(), 'f2e-upgrade-'));
  newer = join(dataDir, 'newer');
  await mkdir(newer);
  for (const file of await readdir(MIGRATIONS)) await copyFile(join(MIGRATIONS, file), join(newer, file));
  return async () => {
    await database.drop();
    await rm(dataDir, { recursive: true, force: true });
  };
});

const config = () => ({ dataDir, masterKeyFile: join(dataDir, 'master.key'), upgradeBackups: 2 });
const upgrade = async (folder = newer) => await upgradeSchema(config(), database, log, folder);
const kept = async () => await listKept(join(dataDir, 'backups'), 'before-upgrade');

async function write(name: string, sql: string): Promise<void> {
  await writeFile(join(newer, name), sql);
}

async function sleepers(): Promise<number[]> {
  const { rows } = await database.pool.query<{ pid: number }>(
    `select pid from pg_stat_activity where wait_event = 'PgSleep' and datname = current_database()`,
  );
  return rows.map(({ pid }) => pid);
}

/** Upgrades in a separate process and kills it with -9 in the middle of a file. */
async function killWhileUpgrading(): Promise<void> {
  const script = `import { connectDatabase } from '#engine/database/connect.ts';
    import { upgradeSchema } from '#server/composition/upgrade.ts';
    const log = { info() {}, warn() {}, error() {} };
    const database = await connectDatabase(${JSON.stringify(database.connection)}, log, { release: async () => {} });
    await upgradeSchema(${JSON.stringify(config())}, database, log, ${JSON.stringify(newer)});`;
  const child = spawn(process.execPath, ['--input-type=module', '-e', script], {
    cwd: PROJECT,
    stdio: 'inherit',
  });
  const ended = new Promise((resolve) => child.once('exit', resolve));
  await eventually(async () => expect(await sleepers()).toHaveLength(1));
  child.kill('SIGKILL');
  await ended;
  // The server notices a dead client only when it sends something to it; a crash of the machine cuts both.
  await database.pool.query('select pg_terminate_backend(pid) from unnest($1::int[]) pid', [
    await sleepers(),
  ]);
  await eventually(async () => expect(await sleepers()).toEqual([]));
}

it('[F-db-04] an upgrade killed at any step goes on at the next start, its tables were copied before, an older version refuses', async () => {
  const { id } = await makeAccount(database.db);
  await makeFax(database.db, id, {});
  expect(await upgrade()).toEqual({ applied: [] });
  expect(await kept()).toEqual([]);

  for (const name of ['9001-one.sql', '9002-two.sql']) {
    await write(name, `create table later_${name.slice(0, 4)} (id int); select pg_sleep(60)`);
    await killWhileUpgrading();
    await write(name, `create table later_${name.slice(0, 4)} (id int); delete from fax`);
    expect(await upgrade()).toEqual({ applied: [name] });
  }
  // Each start of an upgrade makes a copy first; the newest two are kept.
  expect(await kept()).toHaveLength(2);
  await expect(upgrade(MIGRATIONS)).rejects.toThrow(DatabaseRefusal);
  await expect(upgrade(MIGRATIONS)).rejects.toThrow('changed by a newer version of f2e');
  expect((await database.pool.query('select from fax')).rowCount).toBe(0);
}, 120_000);

it('the copy brings the tables back beside the documents, and an upgrade without one changes nothing', async () => {
  const { id } = await makeAccount(database.db);
  await makeFax(database.db, id, {});
  const before = (await database.pool.query('select to_jsonb(f) as fax from fax f')).rows;
  await write('9003-three.sql', 'create table later (id int)');

  // A file stands where the backup folder would be.
  await writeFile(join(dataDir, 'blocked'), '');
  const blocked = { ...config(), dataDir: join(dataDir, 'blocked') };
  await expect(upgradeSchema(blocked, database, log, newer)).rejects.toThrow(
    /^The schema was not changed, because its tables could not be copied first: /u,
  );
  expect((await database.pool.query(`select to_regclass('later') as later`)).rows).toEqual([{ later: null }]);

  await upgrade();
  const newest = (await kept()).at(-1) ?? '';
  expect(basename(newest)).toMatch(/^before-upgrade-\d{8}T\d{9}Z\.tar$/u);
  const target = await createTestDatabase();
  await target.pool.query('drop schema public cascade; create schema public');
  const files = await openDiskStore(join(dataDir, 'documents'));
  await files.put('documents/there/fax.tiff', Buffer.from('pages'));
  const keys = await openInstallationKeys(database, config().masterKeyFile);
  const copy = createDatabaseCopy(target.connection, log);
  await restoreBackup({ database: target, copy, files, keys }, newest);
  expect((await target.pool.query('select to_jsonb(f) as fax from fax f')).rows).toEqual(before);
  expect(before).toHaveLength(1);
  await target.drop();
});
