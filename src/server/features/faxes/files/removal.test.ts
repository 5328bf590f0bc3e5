import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';

import { SNAPSHOT_LOCK } from '#engine/database/copy-port.ts';
import { openFileStore } from '#engine/file-store/choose.ts';
import type { FileStore } from '#engine/file-store/port.ts';
import { createTestDatabase } from '#test/test-database.ts';
import type { TestDatabase } from '#test/test-database.ts';

import { giveUpFiles, removeGivenUp } from './removal.service.ts';

const never = new AbortController().signal;
const log = pino({ level: 'silent' });
let database: TestDatabase;
let folder: string;
let store: FileStore;

beforeAll(async () => {
  database = await createTestDatabase();
  folder = await mkdtemp(join(tmpdir(), 'f2e-removal-'));
  store = await openFileStore('file:', folder);
});
beforeEach(async () => {
  await database.pool.query('truncate removed_document');
});
afterAll(async () => {
  await database.drop();
  await rm(folder, { recursive: true, force: true });
});

const waiting = async (): Promise<string[]> =>
  (
    await database.pool.query<{ key: string }>(
      'select storage_key as key from removed_document where due_at <= now() order by due_at',
    )
  ).rows.map(({ key }) => key);

/** Gives up so many folders with a file each, the first one longest ago. */
async function giveUp(many: number): Promise<string[]> {
  const keys = Array.from({ length: many }, (_, index) => `documents/d-${many - index}`);
  for (const key of keys) await store.put(`${key}/fax.tiff`, Buffer.from('x'));
  await database.transaction(async (tx) => await giveUpFiles(tx, keys));
  for (const [index, key] of keys.entries())
    await database.pool.query(
      `update removed_document set due_at = now() - make_interval(mins => $2::int) where storage_key = $1`,
      [key, many - index],
    );
  return keys;
}

it('files are removed several at once, what has waited longest first, and a run that ends is gone on with', async () => {
  const keys = await giveUp(20);
  const stop = new AbortController();
  let [running, most] = [0, 0];
  const counting: FileStore = {
    ...store,
    delete: async (key) => {
      running += 1;
      most = Math.max(most, running);
      await store.delete(key);
      running -= 1;
      stop.abort();
    },
  };
  expect(await removeGivenUp({ database, store: counting, log }, stop.signal)).toBe(8);
  expect(most).toBe(8);
  expect(await waiting()).toEqual(keys.slice(8));
  expect(await removeGivenUp({ database, store, log }, never)).toBe(12);
  expect(await waiting()).toEqual([]);
});

it('a file that cannot be removed keeps no others and is tried again an hour later', async () => {
  const keys = await giveUp(3);
  const stubborn: FileStore = {
    ...store,
    delete: async (key) => {
      if (key.startsWith(`${keys[0]}/`)) throw new Error('refused');
      await store.delete(key);
    },
  };
  expect(await removeGivenUp({ database, store: stubborn, log }, never)).toBe(2);
  expect(await waiting()).toEqual([]);
  await database.pool.query(
    `update removed_document set due_at = due_at - interval '61 minutes' where storage_key = $1`,
    [keys[0]],
  );
  expect(await removeGivenUp({ database, store, log }, never)).toBe(1);
});

it('none are given to remove while a backup is under way, which may have seen their rows', async () => {
  const backup = await database.pool.connect();
  await backup.query('select pg_advisory_lock_shared($1)', [SNAPSHOT_LOCK]);
  const given = await database.transaction(async (tx) => await giveUpFiles(tx, ['unrouted/a/fax.tiff']));
  await backup.query('select pg_advisory_unlock_shared($1)', [SNAPSHOT_LOCK]);
  backup.release();
  expect(given).toEqual([]);
  expect(await waiting()).toEqual(['unrouted/a/fax.tiff']);
});
