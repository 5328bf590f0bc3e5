import { Readable } from 'node:stream';
import { pino } from 'pino';
import { afterAll, beforeAll, expect, it } from 'vitest';

import { carriersJobs } from '#server/features/faxes/carriers/carriers.jobs.ts';
import { deliverDue } from '#server/features/faxes/copies/storage.worker.ts';
import type { AccountId } from '#server/kit/scope.ts';

import { everyTry } from './every-try.ts';
import { makeAccount } from './factories.ts';
import { faxPages } from './fax-rig/fax-pages.ts';
import { SFTP_LOGIN, SFTP_PASSWORD, startSshd } from './sshd.ts';
import type { TestApp } from './start-app.ts';
import { SFTP_SETTINGS } from './storage-rig.ts';
import { startCarrierApp } from './telnyx/carrier-app.ts';
import type { CarrierApp } from './telnyx/carrier-app.ts';
import { FakeTelnyx } from './telnyx/fake-telnyx.ts';

let carrier: FakeTelnyx;
let test: TestApp;
let post: CarrierApp['post'];
let stop: CarrierApp['stop'];

const exportPdf = async (tiff: Uint8Array) => Buffer.concat([Buffer.from('%PDF-'), tiff]);

beforeAll(async () => {
  ({ carrier, test, post, stop } = await startCarrierApp({}, { exportPdf }));
});
afterAll(async () => await stop());

async function stuck() {
  return await test.database.db
    .selectFrom('line_arrival')
    .select(['fax_ref', 'state', 'reason', 'file_key'])
    .orderBy('id', 'desc')
    .executeTakeFirstOrThrow();
}

async function inboxOf(id: AccountId) {
  return await test.database.db
    .selectFrom('fax as f')
    .innerJoin('document as d', 'd.id', 'f.document_id')
    .select(['f.pages', 'd.fault', 'd.originals'])
    .where('f.account_id', '=', id)
    .execute();
}

it('[A-INBOUND-04] what is no fax, and what is too large, is an operator’s to look at: at once, with what came', async () => {
  const { id, number } = await makeAccount(test.database.db);
  const page = Buffer.from('<html>Please sign in</html>');
  await post(carrier.receive('+13105550111', `+1${number}`, page, { type: '' }));
  await test.runJobs();
  const strange = await stuck();
  expect(strange).toMatchObject({ state: 'stuck', reason: 'What the carrier gives is no fax.' });
  expect(Buffer.from((await test.files.get(strange.file_key ?? '')) ?? [])).toEqual(page);

  const huge = Buffer.alloc(65 * 1024 * 1024);
  await post(carrier.receive('+13105550111', `+1${number}`, huge));
  await test.runJobs();
  expect(await stuck()).toMatchObject({
    state: 'stuck',
    reason: expect.stringMatching(/more than \d+ bytes/u) as string,
    file_key: null,
  });
  expect(await inboxOf(id)).toEqual([]);

  const alarms = await test.database.db
    .selectFrom('audit')
    .select('detail')
    .where('action', '=', 'fax.stuck')
    .execute();
  expect(alarms).toHaveLength(2);
  expect(alarms[0]?.detail).toMatchObject({ carrierRef: strange.fax_ref, fileKey: strange.file_key });
});

it('[A-INBOUND-04] pages that are cut off are in the inbox as unreadable, with what came, and the audit says so', async () => {
  const { id, number } = await makeAccount(test.database.db);
  const cut = Buffer.concat([Buffer.from(faxPages(1)).subarray(0, 400), Buffer.from('damaged')]);
  await post(carrier.receive('+13105550111', `+1${number}`, cut, { type: '' }));
  await test.runJobs();
  const [fax] = await inboxOf(id);
  expect(fax).toMatchObject({ pages: 0, fault: 'DOCUMENT_DAMAGED' });
  const kept = await test.files.get(fax?.originals[0]?.key ?? '');
  expect(Buffer.from(kept ?? [])).toEqual(cut);
  const noted = await test.database.pool.query(
    `select 1 from audit where action = 'fax.received' and account_id = $1 and detail ->> 'fault' = 'DOCUMENT_DAMAGED'`,
    [id],
  );
  expect(noted.rowCount).toBe(1);
});

it('turns an address away whose notices were refused too often, before anything is read for it; the carrier is heard', async () => {
  const { id, number } = await makeAccount(test.database.db);
  const stranger = new FakeTelnyx();
  const forged = stranger.notice('fax.received', { fax_id: 'forged' });
  const statuses: number[] = [];
  for (let times = 0; times < 61; times += 1) statuses.push(await post(forged, '192.0.2.66'));
  expect(statuses.slice(0, 60)).toEqual(Array.from({ length: 60 }, () => 401));
  expect(statuses.at(-1)).toBe(429);
  const right = carrier.receive('+13105550111', `+1${number}`, Buffer.from('pages 1'));
  expect(await post(right, '192.0.2.66')).toBe(429);
  expect(await post(right)).toBe(200);
  await test.runJobs();
  expect(await inboxOf(id)).toHaveLength(1);
});

it('[A-INBOUND-02] the same arrival ten times at once is one file on the account’s SFTP server', async () => {
  const server = await startSshd();
  try {
    const { id, number } = await makeAccount(test.database.db);
    const saved = await test.app.inject({
      method: 'PUT',
      url: SFTP_SETTINGS,
      ...(await test.signIn(number)),
      payload: {
        type: 'sftp',
        status: 'Y',
        host: '127.0.0.1',
        port: String(server.port),
        dir: '/in/once',
        login: SFTP_LOGIN,
        pass: SFTP_PASSWORD,
      },
    });
    expect(saved.statusCode).toBe(200);
    const notice = carrier.receive('+13105550111', `+1${number}`, Buffer.from('pages 1'));
    const statuses = await Promise.all(Array.from({ length: 10 }, async () => await post(notice)));
    expect(new Set(statuses)).toEqual(new Set([200]));
    await test.runJobs();
    expect(await post(notice)).toBe(200);
    await test.runJobs();
    while ((await deliverDue(test.copies)) > 0);
    expect(await inboxOf(id)).toHaveLength(1);
    expect((await server.files('in/once')).size).toBe(1);
  } finally {
    await server.remove();
  }
});

it('[F-recv-10] the queue asks for pages that cannot be had, with growing waits for 24 hours, and then it is the operator’s', async () => {
  const { number } = await makeAccount(test.database.db);
  carrier.moods.mediaStatus = 503;
  await post(carrier.receive('+13105550111', `+1${number}`, Buffer.from('pages 1')));
  const arrival = async () =>
    await test.database.db
      .selectFrom('line_arrival')
      .select(['id', 'state', 'tries', 'fax_ref'])
      .orderBy('id', 'desc')
      .executeTakeFirstOrThrow();
  const { id, fax_ref: carrierRef } = await arrival();
  const deps = { ...test, ...test.sending, faultPoint: () => undefined, log: pino({ level: 'silent' }) };
  const [fetching] = carriersJobs(deps);
  if (!fetching) throw new Error('nothing fetches');
  const waits = await everyTry(test.database, fetching, { arrivalId: id }, async (seconds) => {
    expect((await arrival()).state).toBe('waiting');
    await test.database.pool.query(
      'update line_arrival set announced_at = announced_at - make_interval(secs => $1) where id = $2',
      [seconds, id],
    );
  });
  expect(waits[0]).toBeLessThan(20);
  expect(Math.max(...waits)).toBeLessThan(905);
  expect(Math.max(...waits.slice(-10))).toBeGreaterThan(600);
  // The age includes the duration of the attempts themselves.
  const aged = await test.database.pool.query<{ hours: number }>(
    'select extract(epoch from now() - announced_at)::float8 / 3600 as hours from line_arrival where id = $1',
    [id],
  );
  expect(aged.rows[0]?.hours).toBeGreaterThan(24);
  expect(aged.rows[0]?.hours).toBeLessThan(24.5);
  expect(await arrival()).toMatchObject({ state: 'stuck', tries: waits.length + 1 });
  const alarms = await test.database.db
    .selectFrom('audit')
    .select('detail')
    .where('action', '=', 'fax.stuck')
    .execute();
  expect(alarms.filter(({ detail }) => JSON.stringify(detail).includes(carrierRef))).toHaveLength(1);
});

it('[A-INBOUND-04] keeps of a large body only its beginning, and reads none that is larger than any fax', async () => {
  const { headers, body } = carrier.notice('fax.received', {});
  expect(await post({ headers, body: body.padEnd(300_000) })).toBe(401);
  const flood = Readable.from(Array.from({ length: 130 }, () => Buffer.alloc(2 ** 20)));
  const refused = await test.app.inject({
    method: 'POST',
    url: '/api/lines/carrier/telnyx',
    headers,
    payload: flood,
  });
  expect(refused.statusCode).toBe(413);
});
