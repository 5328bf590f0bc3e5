import { join } from 'node:path';
import { pino } from 'pino';
import { afterAll, beforeAll, expect, it } from 'vitest';

import { openDiskStore } from '#engine/file-store/disk.ts';
import type { FileStore } from '#engine/file-store/port.ts';
import { readConfig } from '#server/config/config.ts';
import { createMaintenance } from '#server/features/operations/maintenance/maintenance.service.ts';
import type { AccountId } from '#server/kit/scope.ts';
import { makeAccount } from '#test/factories.ts';
import { createOperatorRig } from '#test/operator-rig.ts';
import type { OperatorRig } from '#test/operator-rig.ts';
import { startSending } from '#test/sending-rig.ts';
import type { SendingRig } from '#test/sending-rig.ts';

import { checkForgotten } from './doctor-places.ts';
import type { Installation } from './installation.ts';

let rig: OperatorRig;
let files: FileStore;
let sending: SendingRig;
let account: { id: AccountId; number: string };

beforeAll(async () => {
  rig = await createOperatorRig();
  files = await openDiskStore(join(rig.folder, 'documents'));
  sending = await startSending({ database: rig.database, files });
  await rig.database.pool.query(`insert into line (name, kind, pattern) values ('sim', 'simulator', '*')`);
  account = await makeAccount(rig.database.db);
});
afterAll(async () => await rig.close());

/** Whether the doctor finds no forgotten fax. */
async function isContent(): Promise<boolean> {
  const here = { database: async () => rig.database, files: async () => files };
  return (await checkForgotten(here as unknown as Installation)).ok;
}

/** Returns how many faxes fsck recovers, or would. */
async function recovered(...options: string[]): Promise<number> {
  return (await rig.json<{ recovered: number }>(['fsck', ...options])).recovered;
}

/** Returns the folders of documents in the store. */
async function folders(): Promise<Set<string>> {
  const found = new Set<string>();
  for await (const key of files.list('documents/')) found.add(key.split('/', 2).join('/'));
  return found;
}

/** Runs two nights of the cleanup; between them the answers to sends are removed. */
async function twoNights(): Promise<void> {
  const log = pino({ level: 'silent' });
  const { keepDays } = readConfig({});
  const maintenance = createMaintenance({ database: rig.database, store: files, log, keepDays });
  const never = new AbortController().signal;
  await maintenance.collectOrphanFiles(never);
  await rig.database.pool.query(`delete from idempotency;
    update removed_document set removed_at = removed_at - interval '25 hours'`);
  await maintenance.collectOrphanFiles(never);
}

it('[F-recv-02] a received fax whose worker died before the commit, and which was taken in again: the doctor is content, fsck brings nothing back, the clean-up removes the first copy', async () => {
  const { arrivals } = sending.sending;
  const call = {
    lineId: null,
    callRef: 'call-1',
    caller: '3105550111',
    stationId: '',
    called: account.number,
  };
  const arrival = { ...call, tiff: Buffer.from('pages 1'), source: 'line' as const };
  await arrivals.prepare(arrival);
  expect(await isContent()).toBe(false);
  expect(await recovered('--dry-run')).toBe(1);
  expect(await arrivals.receive(arrival)).toMatchObject({ accepted: true, repeated: false });
  expect(await isContent()).toBe(true);
  expect(await recovered('--dry-run')).toBe(0);
  expect((await folders()).size).toBe(2);
  await twoNights();
  expect((await folders()).size).toBe(1);
  expect([await recovered(), await isContent()]).toEqual([0, true]);
});

it('[F-send-02] a sent fax whose process died before the commit, and which was sent again under its key: the same; other content is another fax', async () => {
  const dying = await startSending({
    database: rig.database,
    files,
    faultPoint: (name) => {
      if (name === 'before_commit') throw new Error('the process dies');
    },
  });
  const number = ['3105550178'];
  const before = (await folders()).size;
  await expect(dying.send(account.id, number, { key: 'again' })).rejects.toThrow('dies');
  expect(await isContent()).toBe(false);
  await sending.send(account.id, number, { key: 'again' });
  expect([await isContent(), await recovered('--dry-run')]).toEqual([true, 0]);
  expect((await folders()).size).toBe(before + 2);
  await twoNights();
  expect((await folders()).size).toBe(before + 1);
  expect([await recovered(), await isContent()]).toEqual([0, true]);

  await expect(dying.send(account.id, number, { key: 'other', text: 'one' })).rejects.toThrow('dies');
  await sending.send(account.id, number, { key: 'other', text: 'two' });
  expect(await recovered()).toBe(1);
});
