import { afterAll, beforeAll, expect, it } from 'vitest';

import { FakeDocumo } from './documo/fake-documo.ts';
import { makeAccount } from './factories.ts';
import { fakeDocuments } from './sending-rig.ts';
import { startApp } from './start-app.ts';
import type { TestApp } from './start-app.ts';

const LOGIN = `Basic ${Buffer.from('fax:of webhooks').toString('base64')}`;

let carrier: FakeDocumo;
let test: TestApp;

beforeAll(async () => {
  carrier = await new FakeDocumo().start();
  test = await startApp({ documents: fakeDocuments(), env: { F2E_ALLOW_PRIVATE_HOSTS: '1' } });
  const config = { ...carrier.config, webhookUser: 'fax', webhookPassword: 'of webhooks' };
  await test.sending.lineAdmin.addLine({ kind: 'documo', name: 'carrier', pattern: '+1*', config });
});
afterAll(async () => {
  await test.stop();
  await carrier.stop();
});

async function post(body: string | Buffer, { authorization = LOGIN, from = '192.0.2.1' } = {}) {
  const headers = { 'content-type': 'application/json', authorization };
  const url = '/api/lines/carrier/documo';
  const call = { method: 'POST' as const, url, headers, payload: body, remoteAddress: from };
  return (await test.app.inject(call)).statusCode;
}

it('a fax that came is in the inbox of its number, once however often it is told, in either form of webhooks', async () => {
  const { id, number } = await makeAccount(test.database.db);
  const fax = carrier.receive('3105550111', `+1${number}`, Buffer.from('%PDF pages 1'));
  const notices = [
    carrier.noticeOf(fax),
    carrier.noticeOf(fax),
    // Larger than the part of a notice that is kept.
    carrier.oldNoticeOf(fax, Buffer.alloc(1_000_000, 'x')),
  ];
  expect(await Promise.all(notices.map(async (notice) => await post(notice)))).toEqual([200, 200, 200]);
  await test.runJobs();
  expect(await post(carrier.noticeOf(fax))).toBe(200);
  await test.runJobs();
  const faxes = test.database.db.selectFrom('inbound_call').select(['caller_number', 'result']);
  expect(await faxes.where('account_id', '=', id).execute()).toEqual([
    { caller_number: '3105550111', result: 'OK' },
  ]);
});

it('[A-INBOUND-05] a forged webhook cannot send a fax to another account, and one without the password is refused', async () => {
  const owner = await makeAccount(test.database.db);
  const thief = await makeAccount(test.database.db);
  const fax = carrier.receive('3105550111', `+1${owner.number}`, Buffer.from('%PDF pages 1'));
  const forged = carrier.noticeOf({ ...fax, faxNumber: `+1${thief.number}` });
  expect(await post(forged, { authorization: 'Basic x' })).toBe(401);
  expect(await post(forged)).toBe(200);
  await test.runJobs();
  const faxes = test.database.db.selectFrom('inbound_call').select('account_id');
  const came = await faxes.where('call_ref', '=', fax.messageId).execute();
  expect(came).toEqual([{ account_id: owner.id }]);
  expect(await post(carrier.noticeOf({ ...fax, messageId: 'made-up' }))).toBe(401);
  expect(await post('nonsense')).toBe(401);
});

it('a notice that cannot be confirmed is to come again', async () => {
  const { number } = await makeAccount(test.database.db);
  const fax = carrier.receive('3105550111', `+1${number}`, Buffer.from('%PDF pages 1'));
  carrier.moods.broken = 503;
  expect(await post(carrier.noticeOf(fax), { from: '192.0.2.2' })).toBe(503);
  carrier.moods.broken = 0;
  // The carrier was unreachable for the line, too, which asks it again after a moment.
  await expect.poll(async () => await post(carrier.noticeOf(fax), { from: '192.0.2.2' })).toBe(200);
});
