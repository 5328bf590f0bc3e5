import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';

import { startEgnyteRig } from '#test/egnyte-rig.ts';
import type { EgnytePerson, EgnyteRig } from '#test/egnyte-rig.ts';
import { readMails } from '#test/mails.ts';

const HOUR_MS = 3_600_000;

let rig: EgnyteRig;
let who: EgnytePerson;
beforeAll(async () => {
  rig = await startEgnyteRig();
});
beforeEach(async () => {
  Object.assign(rig.fake.behaviour, { perDay: 0, throttle: 'gateway', retryAfter: null, full: false });
  who = await rig.connected();
});
afterAll(async () => await rig.stop());

const link = async () =>
  await rig.test.database.db
    .selectFrom('storage_link')
    .select(['held', 'last_error', 'next_at'])
    .where('account_id', '=', who.id)
    .executeTakeFirstOrThrow();

const waiting = async (): Promise<number> =>
  (
    await rig.test.database.db
      .selectFrom('storage_delivery')
      .select('id')
      .where('account_id', '=', who.id)
      .where('state', '=', 'queued')
      .execute()
  ).length;

/** Returns the notices to the owner. */
async function notices(): Promise<string[]> {
  await rig.test.runJobs();
  return (await readMails(rig.test.folder))
    .filter(({ template, to }) => template === 'storage-failed' && to === who.email)
    .map(({ text }) => text);
}

it('[F-sftp-05] 401 waits for a person, 429 for the time that it names, 507 tells the owner; no copy is lost', async () => {
  const { fake } = rig;
  // 429 with seconds, and with a date.
  const inTwoHours = new Date(Date.now() + 2 * HOUR_MS).toUTCString();
  for (const [retryAfter, atLeast] of [
    ['5400', 1.4],
    [inTwoHours, 1.9],
  ] as const) {
    fake.behaviour.perDay = 0;
    who = await rig.connected();
    Object.assign(fake.behaviour, { perDay: 1, throttle: 'status-429', retryAfter });
    await rig.receive(who.number);
    await rig.deliver();
    const { held, last_error: lastError, next_at: next } = await link();
    expect([held, lastError, await waiting()]).toEqual([false, 'THROTTLED', 1]);
    const hours = (next.getTime() - Date.now()) / HOUR_MS;
    expect([hours > atLeast, hours < atLeast + 0.2]).toEqual([true, true]);
    expect(await notices()).toEqual([]);
  }
  Object.assign(fake.behaviour, { perDay: 0, retryAfter: null });
  await due();
  await rig.deliver();
  expect(await waiting()).toBe(0);

  // 507: the owner is notified at once, and the copy is made when there is room.
  fake.behaviour.full = true;
  await rig.receive(who.number);
  await rig.deliver();
  expect(await link()).toMatchObject({ held: false, last_error: 'STORAGE_FULL' });
  expect(await notices()).toEqual([expect.stringContaining('Your Egnyte storage is full.')]);
  fake.behaviour.full = false;
  await due();
  await rig.deliver();
  expect([await waiting(), (await link()).last_error]).toEqual([0, '']);

  // 401: nothing more is tried until the owner has connected again.
  fake.grants.tokens.clear();
  fake.grants.refreshes.clear();
  await rig.receive(who.number);
  await rig.deliver();
  expect(await link()).toMatchObject({ held: true, last_error: 'ACCESS_REVOKED' });
  expect((await notices()).at(-1)).toContain('The other side ended the connection. Connect again.');
  const asked = fake.requests.length;
  await due();
  await rig.deliver();
  expect([fake.requests.length, await waiting()]).toEqual([asked, 1]);
  await rig.ask(who, 'GET', (await rig.consent(who)).back);
  await rig.deliver();
  expect([await waiting(), (await link()).last_error]).toEqual([0, '']);
});

it('a worker that stood still until another has made the copy makes no second version of it', async () => {
  const { fake } = rig;
  const fid = await rig.receive(who.number);
  const asked = Promise.withResolvers<void>();
  const thaw = Promise.withResolvers<void>();
  // Holds up the answer that there is no such file yet.
  fake.behaviour.before = async ({ method, path }) => {
    if (method !== 'GET' || !path.includes(`_${fid}.`)) return;
    fake.behaviour.before = null;
    asked.resolve();
    await thaw.promise;
  };
  const frozen = rig.deliver();
  await asked.promise;
  await rig.test.database.db
    .updateTable('storage_link')
    .set({ lease_until: new Date(0) })
    .execute();
  await rig.deliver();
  const uploads = () =>
    fake.requests.filter(({ method, path }) => method === 'POST' && path.includes(`_${fid}.`)).length;
  expect([uploads(), await waiting()]).toEqual([1, 0]);
  thaw.resolve();
  await frozen;
  expect(uploads()).toBe(1);
  expect(await link()).toMatchObject({ held: false, last_error: '' });
});

/** Makes all storages due, as waiting would. */
async function due(): Promise<void> {
  await rig.test.database.db
    .updateTable('storage_link')
    .set({ next_at: new Date(0) })
    .execute();
}
