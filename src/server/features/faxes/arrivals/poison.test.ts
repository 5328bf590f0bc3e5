import { afterAll, beforeAll, expect, it } from 'vitest';

import { openSandboxed } from '#engine/documents/fixtures/test-engine.ts';
import type { DocumentEngine } from '#engine/documents/port.ts';
import { makeAccount } from '#test/factories.ts';
import { startApp } from '#test/start-app.ts';
import type { TestApp } from '#test/start-app.ts';

let documents: DocumentEngine;
let rig: TestApp;

beforeAll(async () => {
  documents = await openSandboxed();
  rig = await startApp({ documents });
});
afterAll(async () => {
  await rig.stop();
  await documents.close();
});

it('[F-recv-12] a fuzzed TIFF is listed and can be downloaded as it came; the next fax is there at once', async () => {
  const a = await makeAccount(rig.database.db);
  const session = await rig.signIn(a.number);
  const good = await documents.toFaxPages([{ name: 'a.txt', bytes: Buffer.from('A page.') }]);
  if (good.kind !== 'ok') throw new Error('a plain text could not be converted');
  // Every third byte after the header is changed.
  const fuzzed = Buffer.from(good.tiff).map((byte, i) => (i > 8 && i % 3 === 0 ? byte ^ 0x5a : byte));
  const receive = async (callRef: string, tiff: Uint8Array) =>
    await rig.sending.arrivals.receive({
      lineId: null,
      callRef,
      caller: '3105550111',
      stationId: 'FUZZ',
      called: a.number,
      tiff,
      source: 'line',
    });
  const get = async (url: string) => await rig.app.inject({ method: 'GET', url, ...session });
  await receive('poison', fuzzed);
  await receive('good', good.tiff);
  const list = await get('/api/n1/db/f2e/SSPFaxArchive.json?draw=1');
  const rows = list.json<{ data: { fax_pages: number; fax_path: string; readable?: string }[] }>().data;
  // For the second fax, the web client says that it cannot be shown.
  expect(rows.map((row) => [row.fax_pages, row.readable])).toEqual([
    [1, undefined],
    [0, 'NONE'],
  ]);
  const file = async (name: string) => await get(`/api/faxui/getFaxFile?file=${rows[1]?.fax_path}/${name}`);
  const download = await file('fax.tiff');
  expect(download.statusCode).toBe(200);
  expect(download.rawPayload.equals(fuzzed)).toBe(true);
  const preview = await file('prev1.gif');
  expect(preview.statusCode).toBe(404);
});
