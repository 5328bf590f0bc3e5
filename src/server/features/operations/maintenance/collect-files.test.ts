import { pino } from 'pino';
import { afterAll, beforeAll, expect, it } from 'vitest';

import type { FileStore } from '#engine/file-store/port.ts';
import { readConfig } from '#server/config/config.ts';
import { createTestDatabase } from '#test/test-database.ts';
import type { TestDatabase } from '#test/test-database.ts';

import { createMaintenance } from './maintenance.service.ts';

let database: TestDatabase;

beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(async () => await database.drop());

it('a walk over the files that its hour ends is gone on with in the next night, to the end', async () => {
  const folders = Array.from({ length: 1_200 }, (_, at) => `documents/d-${String(at).padStart(5, '0')}`);
  const stop = new AbortController();
  const visited: string[] = [];
  const store = {
    list: async function* list(prefix: string, after = '') {
      for (const folder of folders) {
        const key = `${folder}/manifest.json`;
        if (!key.startsWith(prefix) || key <= after) continue;
        visited.push(folder);
        // The hour is over in the middle of the second part.
        if (visited.length === 700) stop.abort();
        yield key;
      }
    },
    get: async () => await Promise.resolve(null),
    delete: async () => await Promise.resolve(),
  } as unknown as FileStore;
  const { keepDays } = readConfig({});
  const maintenance = createMaintenance({ database, store, log: pino({ level: 'silent' }), keepDays });
  const state = async () =>
    (
      await database.pool.query<{ place: string; done: boolean }>(
        `select place, done_at is not null as done from clean_up where name = 'collect-orphan-files'`,
      )
    ).rows[0];
  await maintenance.collectOrphanFiles(stop.signal);
  expect(await state()).toEqual({ place: folders[999], done: false });
  visited.length = 0;
  await maintenance.collectOrphanFiles(new AbortController().signal);
  expect(visited).toEqual(folders.slice(999));
  expect(await state()).toEqual({ place: '', done: true });
});
