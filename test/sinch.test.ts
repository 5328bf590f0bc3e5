import { pino } from 'pino';
import { afterAll, beforeAll, expect, it } from 'vitest';

import { makeAccount } from './factories.ts';
import { fakeDocuments } from './sending-rig.ts';
import { FakeSinch } from './sinch/fake-sinch.ts';
import { startApp } from './start-app.ts';
import type { TestApp } from './start-app.ts';

let carrier: FakeSinch;
let test: TestApp;
let logged = '';

beforeAll(async () => {
  carrier = await new FakeSinch().start();
  const log = pino({ level: 'warn' }, { write: (line) => void (logged += line) });
  test = await startApp({ log, documents: fakeDocuments(), env: { F2E_ALLOW_PRIVATE_HOSTS: '1' } });
  const line = { kind: 'sinch', name: 'carrier', pattern: '+1*', config: carrier.config } as const;
  await test.sending.lineAdmin.addLine(line);
});
afterAll(async () => {
  await test.stop();
  await carrier.stop();
});

async function post(body: string | Buffer, remoteAddress = '192.0.2.1', line = 'carrier'): Promise<number> {
  const headers = { 'content-type': 'application/json' };
  const call = {
    method: 'POST' as const,
    url: `/api/lines/${line}/sinch`,
    headers,
    payload: body,
    remoteAddress,
  };
  return (await test.app.inject(call)).statusCode;
}

it('the line says where its webhook is', async () => {
  const listed = await test.sending.lineAdmin.listLines();
  expect(listed.find(({ name }) => name === 'carrier')?.webhookUrl).toMatch(/\/api\/lines\/carrier\/sinch$/u);
});

it('a fax that came is in the inbox of its number, once however often it is told, also with its whole file behind', async () => {
  const { id, number } = await makeAccount(test.database.db);
  const pages = Buffer.from('%PDF pages 1');
  const fax = carrier.receive('+13105550111', `+1${number}`, pages);
  // Larger than the part of a notice that is kept.
  const notice = carrier.noticeOf(fax, Buffer.alloc(1_000_000, 'x'));
  expect(await Promise.all(Array.from({ length: 5 }, async () => await post(notice)))).toEqual(
    Array(5).fill(200),
  );
  await test.runJobs();
  expect(await post(notice)).toBe(200);
  await test.runJobs();
  const faxes = test.database.db.selectFrom('inbound_call').select(['caller_number', 'result']);
  expect(await faxes.where('account_id', '=', id).execute()).toEqual([
    { caller_number: '3105550111', result: 'OK' },
  ]);
});

it('[A-INBOUND-05] a forged notice brings a fax to nobody else, and one about nothing is refused and counted', async () => {
  const owner = await makeAccount(test.database.db);
  const thief = await makeAccount(test.database.db);
  const fax = carrier.receive('+13105550111', `+1${owner.number}`, Buffer.from('%PDF pages 1'));
  expect(await post(carrier.noticeOf({ ...fax, to: `+1${thief.number}` }))).toBe(200);
  await test.runJobs();
  const faxes = test.database.db.selectFrom('inbound_call').select('account_id');
  const came = await faxes.where('call_ref', '=', fax.id).execute();
  expect(came).toEqual([{ account_id: owner.id }]);
  expect(await post(carrier.noticeOf({ ...fax, id: 'made-up' }))).toBe(401);
  expect(await post('nonsense')).toBe(401);
});

it('a notice that cannot be confirmed is to come again', async () => {
  const { number } = await makeAccount(test.database.db);
  const fax = carrier.receive('+13105550111', `+1${number}`, Buffer.from('%PDF pages 1'));
  carrier.moods.broken = 503;
  logged = '';
  for (let n = 0; n < 3; n += 1) expect(await post(carrier.noticeOf(fax), '192.0.2.2')).toBe(503);
  expect(logged.match(/carrier\.notice-postponed.*503/gu)).toHaveLength(1);
  carrier.moods.broken = 0;
  // The carrier was unreachable for the line, too, which asks it again after a moment.
  await expect.poll(async () => await post(carrier.noticeOf(fax), '192.0.2.2')).toBe(200);
});

it('notices of a carrier that hangs hold up no other line, and are to come again', async () => {
  const other = await new FakeSinch().start();
  const line = { kind: 'sinch', name: 'other', pattern: '+44*', config: other.config } as const;
  await test.sending.lineAdmin.addLine(line);
  const { number } = await makeAccount(test.database.db);
  const [first, second] = [carrier, other].map((of) =>
    of.receive('+13105550111', `+1${number}`, Buffer.from('%PDF pages 1')),
  );
  if (!first || !second) throw new Error('there are no faxes');
  carrier.moods.hangs = true;
  let over = 0;
  const hanging = Array.from({ length: 10 }, async () => {
    const status = await post(carrier.noticeOf(first), '192.0.2.3');
    over += 1;
    return status;
  });
  expect(await post(other.noticeOf(second), '192.0.2.4', 'other')).toBe(200);
  expect(over).toBeLessThan(10);
  await other.stop();
  await carrier.stop();
  expect(await Promise.all(hanging)).toEqual(Array(10).fill(503));
});
