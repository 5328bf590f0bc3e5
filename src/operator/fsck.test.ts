import { join } from 'node:path';
import { pino } from 'pino';
import { afterAll, beforeAll, expect, it } from 'vitest';

import { createDatabaseCopy } from '#engine/database/copy.ts';
import { openDiskStore } from '#engine/file-store/disk.ts';
import type { FileStore } from '#engine/file-store/port.ts';
import { openKeys } from '#engine/secrets/keys.ts';
import { readConfig } from '#server/config/config.ts';
import { backUpTables } from '#server/features/operations/backup/backup.service.ts';
import { restoreBackup } from '#server/features/operations/backup/restore.service.ts';
import { createMaintenance } from '#server/features/operations/maintenance/maintenance.service.ts';
import { describeDocuments } from '#server/features/faxes/files/stored-faxes.service.ts';
import type { AccountId } from '#server/kit/scope.ts';
import { makeAccount, makeFax } from '#test/factories.ts';
import { createOperatorRig } from '#test/operator-rig.ts';
import type { OperatorRig } from '#test/operator-rig.ts';
import { startSending, until } from '#test/sending-rig.ts';
import type { SendingRig } from '#test/sending-rig.ts';
import { silentLog } from '#test/test-database.ts';

import type { Installation } from './installation.ts';
import { checkForgotten } from './doctor-places.ts';

const never = new AbortController().signal;

interface FsckAnswer {
  ok: boolean;
  documents: number;
  recovered: number;
  repaired: number;
  findings: { problem: string; key: string; faxIds: number[]; message: string }[];
}

let rig: OperatorRig;
let files: FileStore;
let sending: SendingRig;
let sender: { id: AccountId; number: string };
let receiver: { id: AccountId; number: string };
let calls = 0;

beforeAll(async () => {
  rig = await createOperatorRig();
  files = await openDiskStore(join(rig.folder, 'documents'));
  sending = await startSending({ database: rig.database, files });
  await rig.database.pool.query(`insert into line (name, kind, pattern) values ('sim', 'simulator', '*')`);
  sender = await makeAccount(rig.database.db);
  receiver = await makeAccount(rig.database.db);
});
afterAll(async () => await rig.close());

/** Receives a fax for the receiver from a line. */
async function receive(pages: number): Promise<void> {
  calls += 1;
  const result = await sending.sending.arrivals.receive({
    lineId: null,
    callRef: `call-${calls}`,
    caller: '3105550111',
    stationId: 'ACME FAX',
    called: receiver.number,
    tiff: Buffer.from(`pages ${pages} of call ${calls}`),
    receivedAt: new Date(Date.now() - 3_600_000 * calls),
    source: 'line',
  });
  expect(result).toMatchObject({ accepted: true, repeated: false });
}

/** Sends to the receiver and waits until it has arrived. */
async function sendHome(): Promise<void> {
  const worker = await sending.sending.startWorker({ convertSlots: 1 });
  await sending.send(sender.id, [receiver.number], { pages: 3 });
  await until(
    async () => (await rig.database.pool.query(`select from send_job where finished_at is null`)).rowCount,
    (open) => open === 0,
  );
  await worker.stop();
}

async function describeAll(): Promise<void> {
  await describeDocuments({ database: rig.database, files }, never);
}

function maintenance() {
  const { keepDays } = readConfig({});
  return createMaintenance({
    database: rig.database,
    store: files,
    log: pino({ level: 'silent' }),
    keepDays,
  });
}

/** Returns every fax as its owner sees it. */
async function faxes(): Promise<unknown[]> {
  const { rows } = await rig.database.pool.query(`
    select f.account_id, f.path_key, f.action, f.other_number, f.station_id, f.pages, f.status, f.reason,
      f.uncertain_pages, encode(d.sha256, 'hex') as sha256, d.storage_key
    from fax f join document d on d.id = f.document_id order by f.action, f.fax_at, f.other_number`);
  return rows;
}

/** Returns when each fax was received or sent, in seconds. */
async function times(): Promise<number[]> {
  const { rows } = await rig.database.pool.query<{ at: number }>(
    'select extract(epoch from fax_at)::float8 as at from fax order by action, fax_at, other_number',
  );
  return rows.map(({ at }) => at);
}

async function stored(): Promise<string[]> {
  const keys: string[] = [];
  for await (const key of files.list('')) keys.push(key);
  return keys.toSorted();
}

/** Saves the tables as they are now; the returned function restores them over the current ones. */
async function tablesNow(): Promise<() => Promise<void>> {
  const keys = await openKeys({ file: join(rig.folder, 'keys/master.key'), known: null });
  const path = join(rig.folder, `yesterday-${calls}.tar`);
  const copy = createDatabaseCopy(rig.database.connection, silentLog);
  await backUpTables({ copy, keys }, path);
  return async () => {
    await rig.database.pool.query('drop schema public cascade; create schema public');
    await restoreBackup({ database: rig.database, copy, files, keys }, path);
  };
}

/** Returns the doctor's check for forgotten faxes. */
async function forgotten() {
  const here = { database: async () => rig.database, files: async () => files };
  return await checkForgotten(here as unknown as Installation);
}

it('[F-recv-14] yesterday’s database with today’s files: the clean-up removes nothing of them, the doctor says so, fsck brings all faxes back', async () => {
  await receive(1);
  const goBack = await tablesNow();
  await receive(2);
  await receive(3);
  await sendHome();
  await sending.send(sender.id, ['3105550177'], { pages: 2 });
  await describeAll();
  const all = await faxes();
  expect(all).toHaveLength(6);
  const [before, when] = [await stored(), await times()];

  await goBack();
  expect(await faxes()).toHaveLength(1);
  for (let night = 0; night < 3; night += 1) {
    await maintenance().collectOrphanFiles(never);
    await rig.database.pool.query(`update orphan_sighting set seen_at = seen_at - interval '9 days'`);
  }
  expect(await stored()).toEqual(before);
  expect(await forgotten()).toMatchObject({
    ok: false,
    message: '5 faxes in the file store are not known to the database.',
    remedy: 'Run f2e fsck: it brings them back.',
  });

  expect(await rig.json<FsckAnswer>(['fsck', '--dry-run'])).toMatchObject({ recovered: 5, dryRun: true });
  expect(await faxes()).toHaveLength(1);
  expect(await rig.json<FsckAnswer>(['fsck'])).toMatchObject({ ok: true, recovered: 5, findings: [] });
  const waiting = { reason: 'UNCERTAIN', status: 'FAILED', uncertain_pages: 0, path_key: expect.any(String) };
  expect(await faxes()).toEqual(
    all.map((fax) =>
      (fax as { other_number: string }).other_number === '3105550177'
        ? { ...(fax as object), ...waiting }
        : fax,
    ),
  );
  for (const [index, at] of (await times()).entries()) expect(Math.abs(at - when[index]!)).toBeLessThan(5);
  expect(await forgotten()).toMatchObject({ ok: true });
  expect(await rig.json<FsckAnswer>(['fsck'])).toMatchObject({ ok: true, recovered: 0 });
  expect(await stored()).toEqual(before);
});

it('faxes from before there were descriptions get one, and come back by it', async () => {
  const old = 'documents/stored-by-an-older-version';
  await files.put(`${old}/fax.tiff`, Buffer.from('PP'));
  const { rows } = await rig.database.pool.query<{ id: number }>(
    `insert into document (account_id, storage_key, source, state, tiff_key, pages)
     values ($1, $2, 'line', 'ready', $2 || '/fax.tiff', 2) returning id`,
    [receiver.id, old],
  );
  const { id, pathKey } = await makeFax(rig.database.db, receiver.id, { documentId: rows[0]!.id, pages: 2 });
  const isThere = async (): Promise<boolean> =>
    (await rig.database.pool.query('select from fax where path_key = $1 and pages = 2', [pathKey]))
      .rowCount === 1;
  await describeAll();
  // As in a database that never knew the fax: no deletion is recorded.
  await rig.database.pool.query(`alter table document disable trigger document_removed;
    delete from fax where id = ${id}; delete from document where storage_key = '${old}';
    alter table document enable trigger document_removed`);
  expect(await isThere()).toBe(false);
  expect(await rig.json<FsckAnswer>(['fsck'])).toMatchObject({ ok: true, recovered: 1 });
  expect(await isThere()).toBe(true);
});

it('a fax that this database has deleted, and one of an account that it does not have, do not come back', async () => {
  await receive(4);
  const { rows } = await rig.database.pool.query<{ id: number; document_id: number; storage_key: string }>(
    `select f.id, f.document_id, d.storage_key from fax f join document d on d.id = f.document_id
     order by f.id desc limit 1`,
  );
  const { id, document_id: document, storage_key: key } = rows[0]!;
  await rig.database.pool.query(`update inbound_call set fax_id = null where fax_id = ${id};
    delete from fax where id = ${id}; delete from document where id = ${document}`);
  expect(await rig.json<FsckAnswer>(['fsck'])).toMatchObject({ ok: true, recovered: 0 });
  await rig.database.pool.query(`delete from removed_document where storage_key = '${key}';
    update account set fax_number = '2125559999' where id = ${receiver.id}`);
  const { status, stdout } = await rig.run(['fsck', '--json']);
  expect([status, JSON.parse(stdout)]).toMatchObject([
    1,
    {
      ok: false,
      recovered: 0,
      findings: [{ problem: 'unknown', key, message: expect.stringMatching(/belongs to account/u) }],
    },
  ]);
  expect(await stored()).toContain(`${key}/fax.tiff`);
});
