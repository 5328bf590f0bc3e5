import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import { afterAll, beforeAll, expect, it } from 'vitest';

import { openFileStore } from '#engine/file-store/choose.ts';
import type { FileStore } from '#engine/file-store/port.ts';
import { readConfig } from '#server/config/config.ts';
import { insertHold } from '#server/features/customers/accounts/legal-hold/legal-hold.store.ts';
import { deleteFaxes } from '#server/features/faxes/files/erase.service.ts';
import { makeAccount, makeDocument, makeFax } from '#test/factories.ts';
import { createTestDatabase } from '#test/test-database.ts';
import type { TestDatabase } from '#test/test-database.ts';
import { waitingStatements } from '#test/waiting-statements.ts';

import { createMaintenance } from './maintenance.service.ts';

let database: TestDatabase;
let folder: string;
let store: FileStore;

beforeAll(async () => {
  database = await createTestDatabase();
  folder = await mkdtemp(join(tmpdir(), 'f2e-held-'));
  store = await openFileStore('file:', folder);
});
afterAll(async () => {
  await database.drop();
  await rm(folder, { recursive: true, force: true });
});

const hold = (accountId: number) => ({ accountId, faxId: null, parentId: null, reason: 'A lawsuit' });

const left = async (accountId: number) =>
  (await database.db.selectFrom('fax').select('id').where('account_id', '=', accountId).execute()).length;

it('a hold that is placed while the night removes faxes of another account keeps its own', async () => {
  const [one, two] = [await makeAccount(database.db), await makeAccount(database.db)];
  for (const { id } of [one, two]) await makeFax(database.db, id, { deleted: true });
  const { keepDays } = readConfig({});
  const log = pino({ level: 'silent' });
  let [nights, placed] = [1, false];
  // Rows of the first account are gone by then, and the second one's turn has not come.
  const transaction: TestDatabase['transaction'] = async (work) => {
    const done = await database.transaction(work);
    if (nights === 2 && !placed) {
      placed = true;
      await database.transaction(async (tx) => await insertHold(tx, hold(two.id)));
    }
    return done;
  };
  const maintenance = createMaintenance({
    database: { ...database, transaction },
    store,
    log,
    keepDays: { ...keepDays, deleted: 0 },
  });
  await maintenance.purgeDeletedFaxes(AbortSignal.timeout(60_000));
  await database.pool.query(`update purge_sighting set seen_at = seen_at - interval '1 day'`);
  nights = 2;
  expect(await maintenance.purgeDeletedFaxes(AbortSignal.timeout(60_000))).toBe(1);
  expect([await left(one.id), await left(two.id)]).toEqual([0, 1]);
});

it('faxes are erased before a hold, or not at all', async () => {
  const { id } = await makeAccount(database.db);
  const documentId = await makeDocument(database.db, id);
  const fax = await makeFax(database.db, id, { documentId, deleted: true });
  const erased = { faxId: fax.id, documentId };
  const placed = Promise.withResolvers<void>();
  const go = Promise.withResolvers<void>();
  const placing = database.transaction(async (tx) => {
    await insertHold(tx, hold(id));
    placed.resolve();
    await go.promise;
  });
  await placed.promise;
  const erasing = database.transaction(async (tx) => await deleteFaxes(tx, id, [erased]));
  const refused = erasing.catch((error: unknown) => error);
  await expect.poll(async () => await waitingStatements(database.pool)).toBe(1);
  go.resolve();
  await placing;
  expect(await refused).toMatchObject({ code: 'FAX_HELD' });
  expect(await left(id)).toBe(1);
});
