import { readFile, truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pino } from 'pino';
import { afterAll, beforeAll, expect, it } from 'vitest';

import { openDiskStore } from '#engine/file-store/disk.ts';
import type { FileStore } from '#engine/file-store/port.ts';
import { scrub } from '#server/features/faxes/files/scrub.ts';
import { makeAccount } from '#test/factories.ts';
import { createOperatorRig } from '#test/operator-rig.ts';
import type { OperatorRig } from '#test/operator-rig.ts';
import { fakeDocuments } from '#test/sending-rig.ts';
import { startApp } from '#test/start-app.ts';
import type { SignedIn, TestApp } from '#test/start-app.ts';
import { findFile } from '#test/stored-file.ts';

import { checkDocuments } from './doctor-places.ts';
import type { Installation } from './installation.ts';

const log = pino({ level: 'silent' });

let test: TestApp;
let rig: OperatorRig;
let files: FileStore;
let person: SignedIn;
let account: { id: number; number: string };
let calls = 0;

beforeAll(async () => {
  const documents = fakeDocuments({
    pageImage: async (tiff) => ({ kind: 'ok', gif: Buffer.concat([Buffer.from('GIF89a'), tiff]) }),
    exportPdf: async (tiff) => Buffer.concat([Buffer.from('%PDF-'), tiff]),
  });
  test = await startApp({ documents });
  rig = await createOperatorRig(test);
  files = await openDiskStore(join(test.folder, 'documents'));
  account = await makeAccount(test.database.db);
  person = await test.signIn(account.number);
});
afterAll(async () => await test.stop());

interface Stored {
  id: number;
  path_key: string;
  tiff_key: string;
}

async function receive(): Promise<Stored> {
  calls += 1;
  const result = await test.sending.arrivals.receive({
    lineId: null,
    callRef: `call-${calls}`,
    caller: '3105550111',
    stationId: 'ACME FAX',
    called: account.number,
    tiff: Buffer.from(`pages ${20 + calls}`),
    source: 'line',
  });
  const { rows } = await test.database.pool.query<Stored>(
    'select f.id, f.path_key, d.tiff_key from fax f join document d on d.id = f.document_id where f.id = $1',
    [result.accepted ? result.fid : 0],
  );
  return rows[0]!;
}

async function open({ path_key }: Stored, name: string): Promise<{ status: number; body: string }> {
  const url = `/api/faxui/getFaxFile?file=${path_key}/${name}`;
  const { statusCode, body } = await test.app.inject({ url, ...person });
  return { status: statusCode, body };
}

async function flip(key: string): Promise<void> {
  const path = await findFile(join(test.folder, 'documents'), key);
  const bytes = await readFile(path);
  bytes[bytes.length - 1]! ^= 1;
  await writeFile(path, bytes);
}

async function scrubAll(): Promise<number> {
  const deps = { database: test.database, files, log, everyDays: 30 };
  await test.database.pool.query('update file_scrub set began_at = null');
  return await scrub(deps, new AbortController().signal);
}

/** Returns what the metrics and the doctor report. */
async function watched(): Promise<{ damaged: string | undefined; doctor: boolean }> {
  const { body } = await test.app.inject({ url: '/metrics' });
  const here = { config: { blobs: 'file:', dataDir: test.folder }, database: async () => test.database };
  const { ok } = await checkDocuments({ ...here, files: async () => files } as unknown as Installation);
  return { damaged: /^f2e_damaged_files (\d+)$/mu.exec(body)?.[1], doctor: ok };
}

async function fsck(args: string[] = []) {
  const { status, stdout } = await rig.run(['fsck', ...args, '--json']);
  const answer = JSON.parse(stdout) as {
    repaired: number;
    findings: { faxIds: number[]; problem: string; message: string }[];
  };
  return { status, ...answer };
}

it('[F-store-04] a flipped byte and half a file are never shown; fsck names the faxes and takes the backup’s copies; schedule, doctor, backup and verification find them', async () => {
  const [whole, flipped, half] = [await receive(), await receive(), await receive()];
  const good = join(test.folder, 'good.tar');
  expect(await rig.json(['backup', good])).not.toHaveProperty('damaged');
  await flip(flipped.tiff_key);
  await truncate(await findFile(join(test.folder, 'documents'), half.tiff_key), 10);

  for (const fax of [flipped, half]) {
    for (const name of ['fax.pdf', 'fax.tiff', 'prev1.gif']) {
      const { status, body } = await open(fax, name);
      expect([name, status, JSON.parse(body)]).toMatchObject([
        name,
        500,
        { error: 'FILE_DAMAGED', message: expect.stringMatching(/damaged/u) },
      ]);
    }
  }
  expect(await open(whole, 'fax.tiff')).toEqual({ status: 200, body: 'P'.repeat(21) });
  // Recorded when they were opened, long before the comparison reaches them.
  expect(await watched()).toEqual({ damaged: '2', doctor: false });

  expect(await scrubAll()).toBe(3);
  expect(await watched()).toEqual({ damaged: '2', doctor: false });
  const bad = join(test.folder, 'bad.tar');
  const backup = await rig.run(['backup', bad, '--json']);
  expect([backup.status, JSON.parse(backup.stdout)]).toMatchObject([1, { faxes: 3, damaged: 2 }]);
  const verified = await rig.run(['restore', bad, '--verify', '--json']);
  expect([verified.status, JSON.parse(verified.stdout)]).toMatchObject([
    1,
    { ok: false, damaged: [flipped.tiff_key, half.tiff_key] },
  ]);
  expect(await rig.json(['restore', good, '--verify'])).toEqual({ ok: true, faxes: 3, heldJobs: 0 });

  const found = await fsck();
  expect(found.status).toBe(1);
  expect(found.findings.map(({ faxIds, problem }) => [faxIds, problem])).toEqual([
    [[flipped.id], 'damaged'],
    [[half.id], 'damaged'],
  ]);
  expect(found.findings[0]?.message).toContain(`Fax ${flipped.id} of account ${account.number}`);
  expect(await fsck(['--dry-run', '--from', good])).toMatchObject({ repaired: 2, findings: [] });
  expect(await watched()).toEqual({ damaged: '2', doctor: false });
  expect(await fsck(['--from', good])).toMatchObject({ status: 0, repaired: 2, findings: [] });
  expect(await open(flipped, 'fax.tiff')).toEqual({ status: 200, body: 'P'.repeat(22) });
  expect(await open(half, 'fax.tiff')).toEqual({ status: 200, body: 'P'.repeat(23) });
  expect(await watched()).toEqual({ damaged: '0', doctor: true });
});

it('a drawn page that has changed on the disk is drawn again', async () => {
  const fax = await receive();
  const first = await open(fax, 'prev1.gif');
  expect(first.status).toBe(200);
  for await (const key of files.list(`${fax.tiff_key.slice(0, -'fax.tiff'.length)}views/`)) await flip(key);
  expect(await open(fax, 'prev1.gif')).toEqual(first);
});

it('the comparison goes on where it was stopped, and begins anew only when its time has come', async () => {
  await test.database.pool.query(
    'update file_scrub set began_at = null, ended_at = null, after_document = 0',
  );
  const { rows } = await test.database.pool.query<{ n: number }>('select count(*)::int as n from document');
  const stop = new AbortController();
  let read = 0;
  const counting = {
    ...files,
    get: async (key: string) => {
      read += 1;
      if (read === 2) stop.abort();
      return await files.get(key);
    },
  };
  const deps = { database: test.database, files: counting, log, everyDays: 30 };
  expect(await scrub(deps, stop.signal)).toBe(2);
  expect(await scrub(deps, new AbortController().signal)).toBe(rows[0]!.n - 2);
  expect(await scrub(deps, new AbortController().signal)).toBe(0);
  expect(await scrub({ ...deps, everyDays: 0 }, new AbortController().signal)).toBe(0);
});
