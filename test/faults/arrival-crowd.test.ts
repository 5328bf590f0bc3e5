import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';

import type { AccountId } from '#server/kit/scope.ts';
import { makeAccount } from '#test/factories.ts';
import { faxPages } from '#test/fax-rig/fax-pages.ts';
import { leaveInSpool, withCall } from '#test/fax-rig/spooled-faxes.ts';
import { startSpool } from '#test/fax-rig/start-rig.ts';
import { until } from '#test/sending-rig.ts';
import type { SignedIn, TestApp } from '#test/start-app.ts';
import { startCarrierApp } from '#test/telnyx/carrier-app.ts';
import type { CarrierApp } from '#test/telnyx/carrier-app.ts';
import type { FakeNotice } from '#test/telnyx/fake-fax.ts';

const ACCOUNTS = 10;
const FAXES = 1_000;
/** As many concurrent notices as a carrier has to one address, and as many concurrent jobs as the product runs. */
const [NOTICES, JOBS] = [100, 8];
/** Pause between two polls of a person, in milliseconds. */
const REST_MS = 50;

let app: CarrierApp;
let test: TestApp;

beforeAll(async () => {
  app = await startCarrierApp();
  ({ test } = app);
});
afterAll(async () => await app.stop());

async function makeAccounts() {
  const accounts: { id: AccountId; number: string }[] = [];
  while (accounts.length < ACCOUNTS) accounts.push(await makeAccount(test.database.db));
  return accounts;
}

/** Posts all notices, NOTICES at a time. */
async function postAll(notices: FakeNotice[]): Promise<number[]> {
  const left = notices.values();
  const statuses: number[] = [];
  const connection = async (): Promise<void> => {
    for (const notice of left) statuses.push(await app.post(notice));
  };
  await Promise.all(Array.from({ length: NOTICES }, connection));
  return statuses;
}

/** Returns the response times of repeated polls of the inbox, in milliseconds. */
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

/** Lets faxes arrive while the first account's owner uses its inbox; no response may wait until the crowd is done. */
async function whileSomebodyLooks(number: string, takeIn: () => Promise<unknown>): Promise<void> {
  const taken = new AbortController();
  const polls = timesOfPolls(await test.signIn(number), taken.signal);
  const began = performance.now();
  try {
    await takeIn();
  } finally {
    taken.abort();
  }
  const took = performance.now() - began;
  const times = (await polls).toSorted((one, other) => one - other);
  expect(times[Math.floor(times.length * 0.99)]).toBeLessThan(took / 10);
}

/** Returns the number of faxes in the inbox of each of these accounts. */
async function received(accounts: { id: AccountId }[]): Promise<number[]> {
  const ids = accounts.map(({ id }) => id);
  const { db } = test.database;
  const counts = await db
    .selectFrom('fax')
    .select(['account_id', db.fn.countAll<number>().as('faxes')])
    .where('account_id', 'in', ids)
    .where('action', '=', 'R')
    .groupBy('account_id')
    .execute();
  return ids.map((id) => counts.find((row) => row.account_id === id)?.faxes ?? 0);
}

const each = Array.from({ length: ACCOUNTS }, () => FAXES / ACCOUNTS);

it('[F-recv-11] 1,000 faxes that a carrier announces at once to ten accounts: all are in their inboxes, each once, while people use theirs', async () => {
  const accounts = await makeAccounts();
  const notices = Array.from({ length: FAXES }, (_, i) =>
    app.carrier.receive('+13105550111', `+1${accounts[i % ACCOUNTS]?.number}`, Buffer.from('pages 1')),
  );
  await whileSomebodyLooks(accounts[0]?.number ?? '', async () => {
    expect(new Set(await postAll(notices))).toEqual(new Set([200]));
    await Promise.all(Array.from({ length: JOBS }, async () => await test.runJobs()));
  });
  expect(await received(accounts)).toEqual(each);
  const left = await test.database.db
    .selectFrom('line_arrival')
    .select('id')
    .where('state', '<>', 'taken')
    .execute();
  expect(left).toEqual([]);
});

it('[F-recv-11] 1,000 faxes for ten accounts in the queue of a fax server: all are in their inboxes, each once, while people use theirs', async () => {
  const accounts = await makeAccounts();
  const server = await startSpool();
  try {
    // The end of the log no longer contains their calls, and only the log tells which modem received a fax.
    const [modem, at] = ['ttyS0', new Date(Date.now() - 3_600_000)];
    const config = { url: server.url(`modem=${modem}`) };
    await test.sending.lineAdmin.addLine({ kind: 'hylafax', name: 'modem', config });
    const tiffs = accounts.map(({ number }) => withCall(faxPages(1), '3105550111', number));
    const faxes = Array.from({ length: FAXES }, (_, i) => {
      const tiff = tiffs[i % ACCOUNTS] ?? new Uint8Array();
      return { name: `fax${100_000_000 + i}.tif`, tiff, modem, at };
    });
    await leaveInSpool(server, faxes);
    await whileSomebodyLooks(accounts[0]?.number ?? '', async () => {
      const arriving = test.sending.startArrivals({ hasRoom: async () => true });
      await until(
        async () => (await server.received()).length,
        (left) => left === 0,
      );
      await arriving.stop();
    });
    expect(await received(accounts)).toEqual(each);
  } finally {
    await server.remove();
  }
});
