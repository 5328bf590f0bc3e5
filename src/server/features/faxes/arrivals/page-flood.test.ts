import { afterAll, beforeAll, expect, it } from 'vitest';

import { openSandboxed } from '#engine/documents/fixtures/test-engine.ts';
import { FAX_WIDTH, readClassF, writeClassF } from '#engine/documents/fax-page/class-f.ts';
import type { DocumentEngine } from '#engine/documents/port.ts';
import type { AccountId } from '#server/kit/scope.ts';
import { makeAccount } from '#test/factories.ts';
import { faxPages } from '#test/fax-rig/fax-pages.ts';
import { startApp } from '#test/start-app.ts';
import type { SignedIn, TestApp } from '#test/start-app.ts';

/** Pages that one fax may have (limits.ts). */
const CAP = 200;

let documents: DocumentEngine;
let rig: TestApp;
let account: { id: AccountId; number: string };
let mine: SignedIn;

beforeAll(async () => {
  documents = await openSandboxed();
  rig = await startApp({ documents });
  account = await makeAccount(rig.database.db);
  mine = await rig.signIn(account.number);
});
afterAll(async () => {
  await rig.stop();
  await documents.close();
});

async function receive(callRef: string, tiff: Uint8Array): Promise<void> {
  const arrival = { caller: '3105550111', stationId: 'FLOOD', called: account.number, tiff };
  await rig.sending.arrivals.receive({ ...arrival, lineId: null, callRef, source: 'line' });
}

interface Row {
  fax_pages: number;
  fax_path: string;
  readable?: string;
}

async function latest(): Promise<Row> {
  const url = '/api/n1/db/f2e/SSPFaxArchive.json?draw=1';
  const [row] = (await rig.app.inject({ url, ...mine })).json<{ data: Row[] }>().data;
  if (!row) throw new Error('the inbox is empty');
  return row;
}

/** Returns the total size of all stored documents, in bytes. */
async function storedBytes(): Promise<number> {
  let bytes = 0;
  for await (const key of rig.files.list('documents/')) bytes += (await rig.files.get(key))?.byteLength ?? 0;
  return bytes;
}

it('[A-INBOUND-06] a fax of 600 pages is kept with the first 200 and marked as partly readable, all of it can be had as it came', async () => {
  const [page] = readClassF(faxPages(1)) ?? [];
  if (!page) throw new Error('there is no page');
  const flood = writeClassF(Array.from({ length: 3 * CAP }, () => page));
  await receive('flood', flood);
  const row = await latest();
  expect(row).toMatchObject({ fax_pages: CAP, readable: 'PARTLY' });
  expect(await storedBytes()).toBeLessThan(1.5 * flood.byteLength);
});

it('[A-INBOUND-06] a page of a kilometre is kept as it came, no larger than it came, and the next fax is there', async () => {
  const before = await storedBytes();
  // 196 rows an inch; white rows are one bit each.
  const height = Math.round((1_000_000 / 25.4) * 196);
  const strip = Buffer.concat([Buffer.alloc(Math.ceil(height / 8), 0xff), Buffer.from('001001', 'hex')]);
  const endless = writeClassF([{ width: FAX_WIDTH, height, xDpi: 204, yDpi: 196, strip }]);
  await receive('endless', endless);
  expect(await latest()).toMatchObject({ readable: 'NONE' });
  expect((await storedBytes()) - before).toBeLessThan(2 * endless.byteLength);
  await receive('next', faxPages(1));
  expect(await latest()).toMatchObject({ fax_pages: 1 });
});
