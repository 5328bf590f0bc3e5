import { pino } from 'pino';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';

import { fetchCarriedFax } from '#server/features/faxes/carriers/fetch-carried-fax.ts';
import type { AccountId } from '#server/kit/scope.ts';

import { makeAccount } from './factories.ts';
import { until } from './sending-rig.ts';
import type { TestApp } from './start-app.ts';
import { startCarrierApp } from './telnyx/carrier-app.ts';
import type { CarrierApp } from './telnyx/carrier-app.ts';
import { freePort } from './free-ports.ts';
import type { FakeNotice } from './telnyx/fake-fax.ts';
import { FakeTelnyx } from './telnyx/fake-telnyx.ts';
import { otherSignatures } from './telnyx/other-signatures.ts';

let carrier: FakeTelnyx;
let test: TestApp;
let origin: string;
let stop: CarrierApp['stop'];
let stopWorker: () => Promise<void>;
let sender: { id: AccountId; number: string };

beforeAll(async () => {
  const port = await freePort();
  origin = `http://127.0.0.1:${port}`;
  ({ carrier, test, stop } = await startCarrierApp({
    F2E_PUBLIC_ORIGIN: origin,
    F2E_RETRY_MINUTES: '0.01,0.01,0.01,0.01',
  }));
  await test.app.listen({ port, host: '127.0.0.1' });
  const worker = await test.sending.startWorker({ convertSlots: 1 });
  stopWorker = async () => await worker.stop();
  sender = await makeAccount(test.database.db, { stationId: 'ACME' });
});
afterAll(async () => {
  await stopWorker();
  await stop();
});
afterEach(() => {
  Object.assign(carrier.moods, { silent: false, slow: false, reasonInView: true, mediaStatus: 200 });
  const faults = carrier.faults.splice(0);
  if (faults.length > 0) throw new Error(`the carrier refused: ${JSON.stringify(faults)}`);
});

async function post({ headers, body }: FakeNotice, name = 'carrier'): Promise<number> {
  const answer = await fetch(`${origin}/api/lines/${name}/telnyx`, { method: 'POST', headers, body });
  return answer.status;
}

async function send(to: string): Promise<number> {
  const bytes = Buffer.from('pages 2');
  const [job] = await test.sending.compose.send({
    account: sender.id,
    fields: new Map([['destinations', to]]),
    files: [{ name: 'letter.txt', extension: 'txt', size: bytes.length, read: async () => bytes }],
    origin: 'web',
    actor: { kind: 'account', id: sender.id },
    address: '192.0.2.1',
    say: (name) => name,
  });
  return job?.jobId ?? 0;
}

async function jobState(id: number) {
  return await test.database.db
    .selectFrom('send_job')
    .select(['state', 'dials', 'last_error'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
}

async function ended(id: number) {
  return await until(
    async () => await jobState(id),
    ({ state }) => !['QUEUED', 'CONVERTING', 'SENDING', 'WAITING'].includes(state),
  );
}

async function inbox(account: number): Promise<number> {
  const rows = await test.database.db
    .selectFrom('fax')
    .select('id')
    .where('account_id', '=', account)
    .where('action', '=', 'R')
    .execute();
  return rows.length;
}

describe('sending over a carrier', () => {
  it('is told of the end by a webhook, long before it would look for itself', async () => {
    const id = await send('3105550121');
    expect(await ended(id)).toMatchObject({ state: 'DELIVERED', dials: 1 });
    const [attempt] = await test.database.db
      .selectFrom('send_attempt')
      .selectAll()
      .where('job_id', '=', id)
      .execute();
    expect(attempt).toMatchObject({ result: 'OK', pages_sent: 2 });
    expect(attempt?.remote_id).toBe(carrier.faxesTo('+13105550121')[0]?.id);
  });

  it('[A-INBOUND-02] repeated and disordered reports change nothing after the end, unknown ones are taken', async () => {
    carrier.moods.slow = true;
    carrier.moods.silent = true;
    const id = await send('3105550122');
    const fax = await until(
      async () => carrier.faxesTo('+13105550122')[0],
      (found) => found?.status === 'sending',
    );
    if (!fax) throw new Error('no order');
    const sooner = new Date(Date.now() - 5_000);
    const end = carrier.noticeOf({ ...fax, status: 'delivered' }, { id: 'event-1' });
    const statuses = await Promise.all(Array.from({ length: 10 }, async () => await post(end)));
    expect(new Set(statuses)).toEqual(new Set([200]));
    expect(await ended(id)).toMatchObject({ state: 'DELIVERED', dials: 1 });
    const late = { ...fax, status: 'failed', failure_reason: 'user_busy' };
    expect(await post(carrier.noticeOf(late, { at: sooner }))).toBe(200);
    expect(await post(carrier.noticeOf({ ...fax, status: 'sending' }))).toBe(200);
    const stranger = Buffer.from('nobody').toString('base64');
    expect(await post(carrier.noticeOf({ ...fax, client_state: stranger, status: 'failed' }))).toBe(200);
    expect(await post(carrier.notice('fax.something.new', { fax_id: 'x' }))).toBe(200);
    expect(await jobState(id)).toMatchObject({ state: 'DELIVERED', dials: 1 });
    expect(carrier.faxesTo('+13105550122')).toHaveLength(1);
  });

  it('a permanent failure stops at once, a busy number is called five times', async () => {
    expect(await ended(await send('3105550195'))).toMatchObject({
      state: 'FAILED',
      dials: 1,
      last_error: 'NUMBER_INVALID',
    });
    expect(await ended(await send('3105550199'))).toMatchObject({
      state: 'FAILED',
      dials: 5,
      last_error: 'BUSY',
    });
    expect(carrier.faxesTo('+13105550199')).toHaveLength(5);
  });
});

describe('the address that carriers call', () => {
  it('[A-INBOUND-01] refuses forged, old and changed calls, and writes it down', async () => {
    const { id, number } = await makeAccount(test.database.db);
    const right = carrier.receive('+13105550111', `+1${number}`, Buffer.from('pages 1'));
    const stranger = new FakeTelnyx();
    const payload = { fax_id: 'forged', from: '+13105550111', to: `+1${number}`, media_url: carrier.origin };
    const statuses = [
      await post({ headers: {}, body: right.body }),
      await post({ headers: { ...right.headers, 'telnyx-signature-ed25519': '' }, body: right.body }),
      await post({ headers: right.headers, body: right.body.replace('3105550111', '3105550112') }),
      await post(stranger.notice('fax.received', payload)),
      await post(carrier.notice('fax.received', payload, { seconds: -301 })),
      await post(right, 'onnet'),
      await post(right, 'nobody'),
    ];
    for (const other of otherSignatures(right, carrier.webhookKey)) statuses.push(await post(other));
    expect(statuses).toEqual(Array.from({ length: 11 }, () => 401));
    await test.runJobs();
    expect(await inbox(id)).toBe(0);
    const audit = await test.database.db
      .selectFrom('audit')
      .select(['action', 'object'])
      .where('action', '=', 'line.notice-refused')
      .execute();
    expect(audit).toEqual([{ action: 'line.notice-refused', object: 'line/carrier' }]);
  });

  it('[A-INBOUND-02] [F-recv-08] the same arrival ten times at once is one fax, and each gets its 200', async () => {
    const { id, number } = await makeAccount(test.database.db);
    const notice = carrier.receive('+13105550111', `+1${number}`, Buffer.from('pages 1'));
    const statuses = await Promise.all(Array.from({ length: 10 }, async () => await post(notice)));
    expect(new Set(statuses)).toEqual(new Set([200]));
    await test.runJobs();
    expect(await post(notice)).toBe(200);
    await test.runJobs();
    expect(await inbox(id)).toBe(1);
    const mails = await test.database.db
      .selectFrom('mail_out')
      .select('state')
      .where('account_id', '=', id)
      .where('template', '=', 'new-fax')
      .execute();
    expect(mails).toHaveLength(1);
    const fax = await test.database.db
      .selectFrom('fax')
      .select(['other_number', 'pages'])
      .where('account_id', '=', id)
      .executeTakeFirst();
    expect(fax).toEqual({ other_number: '3105550111', pages: 1 });
  });

  it('[A-INBOUND-09] a fax for a number that nobody has waits for the operator', async () => {
    expect(await post(carrier.receive('+13105550111', '+12125559999', Buffer.from('pages 1')))).toBe(200);
    await test.runJobs();
    const { faxes: waiting } = await test.sending.unrouted.list({ limit: 10, offset: 0 });
    expect(waiting).toMatchObject([{ line: 'carrier', called: '2125559999', reason: 'NUMBER_UNKNOWN' }]);
  });

  it('[F-recv-10] pages that cannot be had are asked for again, under a new address too, and after a day by a person', async () => {
    const { id, number } = await makeAccount(test.database.db);
    carrier.moods.mediaStatus = 503;
    expect(await post(carrier.receive('+13105550111', `+1${number}`, Buffer.from('pages 1')))).toBe(200);
    await expect(test.runJobs()).rejects.toThrow('503');
    expect(carrier.refreshed).toBeGreaterThan(0);
    const row = async () =>
      await test.database.db
        .selectFrom('line_arrival')
        .select(['id', 'state', 'tries', 'reason'])
        .orderBy('id', 'desc')
        .executeTakeFirstOrThrow();
    const waiting = await row();
    expect(waiting).toMatchObject({ state: 'waiting', tries: 1, reason: 'The pages are answered with 503.' });
    carrier.moods.mediaStatus = 200;
    await fetchCarriedFax(
      { ...test, ...test.sending, faultPoint: () => undefined, log: pino({ level: 'silent' }) },
      waiting.id,
    );
    expect(await inbox(id)).toBe(1);

    carrier.moods.mediaStatus = 404;
    await post(carrier.receive('+13105550111', `+1${number}`, Buffer.from('pages 1')));
    const late = await row();
    await test.database.db
      .updateTable('line_arrival')
      .set({ announced_at: new Date(Date.now() - 25 * 3_600_000) })
      .where('id', '=', late.id)
      .execute();
    await test.runJobs();
    expect(await row()).toMatchObject({ state: 'stuck' });
    const alarm = await test.database.db
      .selectFrom('audit')
      .select('detail')
      .where('action', '=', 'fax.stuck')
      .executeTakeFirst();
    expect(alarm?.detail).toMatchObject({
      called: `1${number}`,
      carrierRef: expect.any(String) as string,
    });
  });
});
