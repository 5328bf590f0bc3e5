import { afterAll, beforeAll, expect, it } from 'vitest';

import { makeAccount } from '#test/factories.ts';
import { fakeDocuments } from '#test/mailbox-rig.ts';
import { startApp } from '#test/start-app.ts';
import type { TestApp } from '#test/start-app.ts';

let test: TestApp;
beforeAll(async () => {
  const { documents } = fakeDocuments();
  documents.toFaxPages = async ([file]) => ({ kind: 'ok', tiff: file?.bytes ?? Buffer.alloc(0), pages: 2 });
  test = await startApp({ documents });
});
afterAll(async () => await test.stop());

interface Row {
  fax_id: string;
  fax_date: string;
  whole_fax?: unknown;
  cut_off_fax?: unknown;
}

const nameOf = (row: Row | undefined) => ({ fax_id: row?.fax_id, fax_date: row?.fax_date });

it('a fax that was cut off and the complete one of its sender name each other in the list, until one is deleted', async () => {
  const account = await makeAccount(test.database.db);
  const mine = await test.signIn(account.number);
  const receive = async (callRef: string, minute: string, cutOff: boolean) => {
    const call = { lineId: null, callRef, caller: '3105550111', stationId: 'ACME', called: account.number };
    const receivedAt = new Date(`2026-11-20T12:${minute}:00Z`);
    const tiff = Buffer.from('pages 2');
    await test.sending.arrivals.receive({ ...call, receivedAt, cutOff, tiff, source: 'line' });
  };
  const list = async () => {
    const url = '/api/n1/db/f2e/SSPFaxArchive.json?draw=1';
    return (await test.app.inject({ url, ...mine })).json<{ data: Row[] }>().data;
  };
  await receive('linked-1', '00', true);
  await receive('linked-2', '05', false);
  const [whole, part] = await list();
  expect(part?.whole_fax).toEqual(nameOf(whole));
  expect(whole?.cut_off_fax).toEqual(nameOf(part));
  expect([part?.cut_off_fax, whole?.whole_fax]).toEqual([undefined, undefined]);
  const body = { action: 'delete', fid: whole?.fax_id };
  const url = '/api/n1/db/f2e/FaxArchive.json';
  expect((await test.app.inject({ method: 'PUT', url, ...mine, payload: body })).statusCode).toBe(200);
  const left = await list();
  expect(left.map(({ whole_fax: named }) => named)).toEqual([undefined]);
});
