import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';

import { makeAccount } from '#test/factories.ts';
import { fakeDocuments } from '#test/sending-rig.ts';
import { startApp } from '#test/start-app.ts';
import type { SignedIn, TestApp } from '#test/start-app.ts';
import type { FakeNotice } from '#test/telnyx/fake-fax.ts';
import { FakeTelnyx } from '#test/telnyx/fake-telnyx.ts';

const ACCOUNTS = 10;
const FAXES = 1_000;
/** As many notices as a carrier has under way to one address, and jobs as the product does side by side. */
const [NOTICES, JOBS] = [100, 8];
/** Between two looks of a person, and how long they may wait for the answer. */
const [REST_MS, SOON_MS] = [50, 1_000];

let carrier: FakeTelnyx;
let test: TestApp;

beforeAll(async () => {
  carrier = await new FakeTelnyx().start();
  test = await startApp({ documents: fakeDocuments(), env: { F2E_ALLOW_PRIVATE_HOSTS: '1' } });
  const { config } = carrier;
  await test.sending.lineAdmin.addLine({ kind: 'telnyx', name: 'carrier', pattern: '+1*', config });
});
afterAll(async () => {
  await test.stop();
  await carrier.stop();
});

async function post({ headers, body }: FakeNotice): Promise<number> {
  const url = '/api/lines/carrier/telnyx';
  return (await test.app.inject({ method: 'POST', url, headers, payload: body })).statusCode;
}

/** Posts all of them, so many at a time. */
async function postAll(notices: FakeNotice[]): Promise<number[]> {
  const left = notices.values();
  const statuses: number[] = [];
  const connection = async (): Promise<void> => {
    for (const notice of left) statuses.push(await post(notice));
  };
  await Promise.all(Array.from({ length: NOTICES }, connection));
  return statuses;
}

/** How long each answer took to somebody who looks into the inbox again and again, in milliseconds. */
async function timesOfPolls(person: SignedIn, end: AbortSignal): Promise<number[]> {
  const times: number[] = [];
  while (!end.aborted) {
    const begun = performance.now();
    const answer = await test.app.inject({ url: '/api/n1/db/f2e/MainInterface.json', ...person });
    expect(answer.statusCode).toBe(200);
    times.push(performance.now() - begun);
    await pause(REST_MS);
  }
  return times;
}

it('[F-recv-11] 1,000 faxes that a carrier announces at once to ten accounts: all are in their inboxes, each once, while people use theirs', async () => {
  const { db } = test.database;
  const accounts: Awaited<ReturnType<typeof makeAccount>>[] = [];
  while (accounts.length < ACCOUNTS) accounts.push(await makeAccount(db));
  const person = await test.signIn(accounts[0]?.number ?? '');
  const notices = Array.from({ length: FAXES }, (_, i) =>
    carrier.receive('+13105550111', `+1${accounts[i % ACCOUNTS]?.number}`, Buffer.from('pages 1')),
  );
  const taken = new AbortController();
  const polls = timesOfPolls(person, taken.signal);
  expect(new Set(await postAll(notices))).toEqual(new Set([200]));
  await Promise.all(Array.from({ length: JOBS }, async () => await test.runJobs()));
  taken.abort();
  const times = (await polls).toSorted((one, other) => one - other);
  expect(times[Math.floor(times.length * 0.99)]).toBeLessThan(SOON_MS);
  const counts = await db
    .selectFrom('fax')
    .select(['account_id', db.fn.countAll<number>().as('faxes')])
    .where('action', '=', 'R')
    .groupBy('account_id')
    .execute();
  expect(counts.map(({ faxes }) => faxes)).toEqual(accounts.map(() => FAXES / ACCOUNTS));
  const left = await db.selectFrom('line_arrival').select('id').where('state', '<>', 'taken').execute();
  expect(left).toEqual([]);
});
