import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import { expect, it } from 'vitest';

import { openFileStore } from '#engine/file-store/choose.ts';
import { readConfig } from '#server/config/config.ts';
import { createTestDatabase } from '#test/test-database.ts';

import { createMaintenance } from './maintenance.service.ts';

it('[F-store-03] a machine that was off for weeks uploads a fax that was deleted meanwhile: it is removed, and known as deleted until then', async () => {
  const database = await createTestDatabase();
  const folder = await mkdtemp(join(tmpdir(), 'f2e-late-'));
  const store = await openFileStore('file:', folder);
  const { keepDays } = readConfig({});
  const maintenance = createMaintenance({ database, store, log: pino({ level: 'silent' }), keepDays });
  const night = async () => await maintenance.collectOrphanFiles(AbortSignal.timeout(60_000));
  const known = async () => (await database.pool.query('select storage_key from removed_document')).rows;

  await database.pool.query(`
    insert into removed_document (storage_key, removed_at) values ('documents/late', now() - interval '20 days');
    insert into file_spool values ('one', 'w1', 2, 4096, 65536, now() - interval '21 days', now() - interval '21 days')`);
  await night();
  expect(await known()).toHaveLength(1);

  for (const name of ['manifest.json', 'fax.tiff'])
    await store.put(`documents/late/${name}`, Buffer.from('x'));
  await database.pool.query('update file_spool set files = 0, seen_at = now()');
  await night();
  expect(await store.get('documents/late/manifest.json')).toBeNull();
  expect(await store.get('documents/late/fax.tiff')).toBeNull();
  expect(await known()).toEqual([]);
  await database.drop();
  await rm(folder, { recursive: true });
});
