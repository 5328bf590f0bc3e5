import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';

import type { FileStore } from '#engine/file-store/port.ts';
import { createTestDatabase } from '#test/test-database.ts';
import type { TestDatabase } from '#test/test-database.ts';

import { withKnownHashes } from './checked-store.ts';
import { filesWait, readSpools, reportSpool } from './spools.store.ts';

const SPOOL = { id: 'one', node: 'n1', limitBytes: 1000 };

let database: TestDatabase;

beforeAll(async () => {
  database = await createTestDatabase();
});

beforeEach(async () => {
  await database.pool.query('delete from file_spool');
});

afterAll(async () => {
  await database.drop();
});

async function report(files: number, seenAt: Date): Promise<void> {
  const since = files === 0 ? null : seenAt;
  await reportSpool(database.db, { ...SPOOL, files, bytes: files * 10, since, seenAt });
}

it('a look at the folder from before a file was added does not say that nothing waits', async () => {
  const now = Date.now();
  await report(0, new Date(now - 3_000));
  expect(await readSpools(database.db)).toEqual([]);
  await report(2, new Date(now - 1_000));
  await report(0, new Date(now - 2_000));
  expect(await readSpools(database.db)).toMatchObject([
    { node: 'n1', files: 2, bytes: 20, limitBytes: 1000 },
  ]);
  expect(await filesWait(database.db)).toBe(true);
  await report(0, new Date(now));
  expect(await readSpools(database.db)).toMatchObject([{ files: 0, since: null }]);
  expect(await filesWait(database.db)).toBe(false);
});

it('a file that another machine may have is not lost: the store is away; pictures of pages are drawn again', async () => {
  const empty = { get: async () => await Promise.resolve(null) } as unknown as FileStore;
  const store = withKnownHashes(empty, database);
  expect(await store.get('documents/abc/fax.tiff')).toBeNull();
  await report(1, new Date());
  await expect(store.get('documents/abc/fax.tiff')).rejects.toMatchObject({ code: 'FILE_STORE_AWAY' });
  await expect(store.get('drafts/abc/file')).rejects.toMatchObject({ code: 'FILE_STORE_AWAY' });
  expect(await store.get('documents/abc/prev/1.gif')).toBeNull();
  // A machine that has not reported for a week is given up.
  await database.pool.query("update file_spool set seen_at = now() - interval '8 days'");
  expect(await store.get('documents/abc/fax.tiff')).toBeNull();
});
