import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { mkdtemp, rm } from 'node:fs/promises';
import { pino } from 'pino';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';

import { SNAPSHOT_LOCK } from '#engine/database/copy-port.ts';
import { openFileStore } from '#engine/file-store/choose.ts';
import type { FileStore } from '#engine/file-store/port.ts';
import { readConfig } from '#server/config/config.ts';
import { makeAccount, makeFax } from '#test/factories.ts';
import { makeFaxes } from '#test/many-faxes.ts';
import { mostRowsReadOfMany, statementsOf } from '#test/statements.ts';
import { createTestDatabase } from '#test/test-database.ts';
import type { TestDatabase } from '#test/test-database.ts';

import { createMaintenance } from './maintenance.service.ts';
import type { Maintenance } from './maintenance.service.ts';

const never = new AbortController().signal;
let database: TestDatabase;
let folder: string;
let store: FileStore;
let maintenance: Maintenance;

beforeAll(async () => {
  database = await createTestDatabase();
  folder = await mkdtemp(join(tmpdir(), 'f2e-purge-'));
  store = await openFileStore('file:', folder);
  const { keepDays } = readConfig({});
  maintenance = createMaintenance({ database, store, log: pino({ level: 'silent' }), keepDays });
});
beforeEach(async () => {
  await database.pool.query('truncate brand, removed_document, clean_up restart identity cascade');
});
afterAll(async () => {
  await database.drop();
  await rm(folder, { recursive: true, force: true });
});

const count = async (table: string): Promise<number> =>
  (await database.pool.query(`select from ${table}`)).rowCount ?? 0;

/** Makes every fax of these accounts one that was deleted 31 days ago, all of them at the same moment, and seen as due. */
async function makeDue(sighted = true): Promise<void> {
  await database.pool.query(`update fax set deleted_at = date_trunc('day', now()) - interval '31 days'`);
  if (!sighted) return;
  await maintenance.purgeDeletedFaxes(never);
  await database.pool.query(`update purge_sighting set seen_at = seen_at - interval '1 day'`);
}

const doneAt = async (): Promise<unknown> =>
  (await database.pool.query(`select done_at from clean_up where name = 'purge-deleted-faxes'`)).rows[0];

it('also while a backup is under way, faxes are purged; their files go in the hour after it has ended', async () => {
  const { id } = await makeAccount(database.db);
  await makeFax(database.db, id);
  const { rows } = await database.pool.query<{ key: string }>('select storage_key as key from document');
  const file = `${rows[0]?.key}/fax.tiff`;
  await store.put(file, Buffer.from('pages'));
  await makeDue();
  const backup = await database.pool.connect();
  await backup.query('select pg_advisory_lock_shared($1)', [SNAPSHOT_LOCK]);
  expect(await maintenance.purgeDeletedFaxes(never)).toBe(1);
  expect([await count('fax'), await count('document')]).toEqual([0, 0]);
  expect(await maintenance.removeGivenUp(never)).toBe(0);
  expect(await store.get(file)).not.toBeNull();
  await backup.query('select pg_advisory_unlock_shared($1)', [SNAPSHOT_LOCK]);
  backup.release();
  expect(await maintenance.removeGivenUp(never)).toBe(1);
  expect(await store.get(file)).toBeNull();
});

it('however many faxes were deleted at one moment, a statement goes through a part of them', async () => {
  const { id } = await makeAccount(database.db);
  for (let part = 0; part < 3; part += 1)
    await makeFaxes(
      database.db,
      id,
      Array.from({ length: 1_100 }, () => ({})),
    );
  await makeDue(false);
  await database.pool.query('analyze fax, purge_sighting');
  const statements = await statementsOf(async () => await maintenance.purgeDeletedFaxes(never));
  expect(await count('purge_sighting')).toBe(3_300);
  const walks = statements.filter(({ text }) => text.includes('purge_sighting'));
  expect(walks.length).toBeGreaterThan(8);
  for (const walk of walks) expect(await mostRowsReadOfMany(database.pool, walk)).toBeLessThanOrEqual(1_000);
  await database.pool.query(`update purge_sighting set seen_at = seen_at - interval '1 day'`);
  expect(await maintenance.purgeDeletedFaxes(never)).toBe(3_300);
});

it('an account whose faxes cannot be removed keeps no others, and the run counts as failed', async () => {
  const [broken, other] = [await makeAccount(database.db), await makeAccount(database.db)];
  for (const { id } of [broken, other]) await makeFax(database.db, id);
  await makeDue();
  await database.pool.query(`update clean_up set done_at = null`);
  await database.pool.query(
    `create function refuse() returns trigger language plpgsql as $$ begin raise exception 'broken'; end $$;
     create trigger refuse before delete on fax for each row when (old.account_id = ${broken.id})
       execute function refuse()`,
  );
  await expect(maintenance.purgeDeletedFaxes(never)).rejects.toThrow('broken');
  const left = await database.pool.query('select account_id from fax');
  expect(left.rows).toEqual([{ account_id: broken.id }]);
  expect(await doneAt()).toEqual({ done_at: null });
  await database.pool.query('drop function refuse cascade');
  expect(await maintenance.purgeDeletedFaxes(never)).toBe(1);
  expect(await doneAt()).toEqual({ done_at: expect.any(Date) });
});
