import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { startStorageWorker } from '#server/features/faxes/copies/storage.worker.ts';
import type { AccountId } from '#server/kit/scope.ts';
import { until } from '#test/sending-rig.ts';
import { startStorageRig } from '#test/storage-rig.ts';
import type { StorageRig } from '#test/storage-rig.ts';

/** Minutes until the next attempt, after each failed one. */
const WAITS = [1, 5, 30, 120, 360, 1_440, 1_440];
const WEEK = 7 * 1_440;
const DAY_MS = 86_400_000;
/** Number of faxes that arrive during an outage of the server, and how many of them at a time. */
const ARRIVALS = 1_000;
const TOGETHER = 25;

let rig: StorageRig;
beforeAll(async () => {
  rig = await startStorageRig();
});
afterAll(async () => await rig.stop());

describe('a storage server that is away', () => {
  it('1,000 faxes that arrive meanwhile cost a row each, and drain by themselves when it is back', async () => {
    const { server } = rig;
    const who = await rig.person();
    await rig.save(who, { dir: '/in/drain' });
    await server.stop();
    const worker = await startStorageWorker(rig.test.copies);
    for (let n = 0; n < ARRIVALS; n += TOGETHER)
      await Promise.all(Array.from({ length: TOGETHER }, async () => await rig.receive(who.number)));
    expect(await inInbox(who.id)).toBe(ARRIVALS);
    const down = await until(
      async () => await rig.settings(who),
      ({ lastError }) => lastError !== '',
    );
    expect(down).toMatchObject({ lastError: 'UNREACHABLE', waiting: ARRIVALS });
    const tried = await rig.states(who.id);
    expect(tried).toHaveLength(ARRIVALS);
    // One attempt for all of them, and perhaps another after a minute, but never one for each.
    expect(tried.reduce((sum, { tries }) => sum + tries, 0)).toBeLessThanOrEqual(2);
    await server.start();
    await rig.due();
    await until(
      async () => await rig.settings(who),
      ({ waiting }) => waiting === 0,
    );
    await worker.stop();
    expect(new Set((await rig.states(who.id)).map(({ state }) => state))).toEqual(new Set(['done']));
    const files = [...(await server.files('in/drain')).keys()];
    expect(files).toHaveLength(ARRIVALS);
    expect(files.filter((name) => !name.endsWith('.pdf'))).toEqual([]);
  }, 240_000);
});

describe('[F-sftp-01] faxes are kept, tried again later and later, and copied once when the server works again', () => {
  it('after it was down', async () => {
    await expectRecovery('down', 'UNREACHABLE', {
      breakIt: async () => await rig.server.stop(),
      mendIt: async () => await rig.server.start(),
    });
  });

  it('after it refused the login', async () => {
    await expectRecovery('login', 'LOGIN_REFUSED', {
      breakIt: async (who) => void (await rig.save(who, { dir: '/in/login', pass: 'not this one' })),
      mendIt: async (who) => void (await rig.save(who, { dir: '/in/login' })),
    });
  });

  it('after its disk was full', async () => {
    await expectRecovery('full', 'WRITE_FAILED', {
      breakIt: async () => await restart({ full: true }),
      mendIt: async () => await restart({}),
    });
  });

  it('after its key had changed: nothing is tried until a person has decided', async () => {
    const who = await rig.person();
    await rig.save(who, { dir: '/in/key' });
    await restart({ hostKey: 'second' });
    const fids = [await rig.receive(who.number), await rig.receive(who.number)];
    await rig.deliver();
    const offeredHostKey = await rig.server.fingerprint('second');
    expect(await rig.settings(who)).toMatchObject({
      lastError: 'HOST_KEY_CHANGED',
      offeredHostKey,
      waiting: 2,
    });
    await rig.due();
    await rig.deliver();
    expect((await rig.states(who.id)).reduce((sum, { tries }) => sum + tries, 0)).toBe(1);
    expect(await notices(who.email)).toBe(1);
    expect(await copiesIn('key')).toEqual([]);
    await rig.save(who, { dir: '/in/key', acceptHostKey: offeredHostKey });
    await rig.deliver();
    expect(await copiesIn('key')).toEqual(fids);
    await restart({});
  });
});

type Who = Awaited<ReturnType<StorageRig['person']>>;

async function restart(options: Parameters<StorageRig['server']['start']>[0]): Promise<void> {
  await rig.server.stop();
  await rig.server.start(options);
}

/** Breaks something for days, mends it, and asserts the recovery. */
async function expectRecovery(
  folder: string,
  fault: string,
  { breakIt, mendIt }: Record<'breakIt' | 'mendIt', (who: Who) => Promise<void>>,
): Promise<void> {
  const who = await rig.person();
  await rig.save(who, { dir: `/in/${folder}` });
  await breakIt(who);
  const fids = [];
  for (let n = 0; n < 3; n += 1) fids.push(await rig.receive(who.number));
  expect(await inInbox(who.id)).toBe(3);
  for (const wait of WAITS) {
    await rig.due();
    await rig.deliver();
    expect(await minutesToNext(who.id)).toBeCloseTo(wait, 0);
  }
  const shown = await rig.settings(who);
  expect(shown).toMatchObject({ lastError: fault, waiting: 3, nextTry: expect.any(String) });
  // Only the oldest fax is attempted: a failing server gets one attempt, however many faxes are waiting.
  expect((await rig.states(who.id)).map(({ state, tries }) => [state, tries])).toEqual([
    ['queued', WAITS.length],
    ['queued', 0],
    ['queued', 0],
  ]);
  await since(who.id, 4);
  await rig.due();
  await rig.deliver();
  expect(await minutesToNext(who.id)).toBeCloseTo(WEEK, 0);
  expect(await notices(who.email)).toBe(1);
  await mendIt(who);
  await rig.due();
  await rig.deliver();
  expect((await rig.states(who.id)).map(({ state }) => state)).toEqual(['done', 'done', 'done']);
  expect(await copiesIn(folder)).toEqual(fids);
  expect(await rig.settings(who)).toMatchObject({ lastError: '', waiting: 0 });
}

/** Returns the ids of the faxes whose files exist, in order; a partial file would show as NaN. */
async function copiesIn(folder: string): Promise<number[]> {
  const names = [...(await rig.server.files('in')).keys()].filter((name) => name.startsWith(`${folder}/`));
  return names.map((name) => Number(/_(\d+)\.pdf$/.exec(name)?.[1])).toSorted((a, b) => a - b);
}

async function minutesToNext(account: AccountId): Promise<number> {
  const { db } = rig.test.database;
  const row = await db
    .selectFrom('storage_link')
    .select('next_at')
    .where('account_id', '=', account)
    .executeTakeFirstOrThrow();
  return (row.next_at.getTime() - Date.now()) / 60_000;
}

/** Makes the storage appear to have failed for `days` days. */
async function since(account: AccountId, days: number): Promise<void> {
  await rig.test.database.db
    .updateTable('storage_link')
    .set({ failing_since: new Date(Date.now() - days * DAY_MS) })
    .where('account_id', '=', account)
    .execute();
}

async function inInbox(account: AccountId): Promise<number> {
  const faxes = rig.test.database.db.selectFrom('fax').select('id').where('account_id', '=', account);
  return (await faxes.where('is_new', '=', true).execute()).length;
}

/** Returns the number of mails to the owner about failing storage. */
async function notices(email: string): Promise<number> {
  const mails = rig.test.database.db.selectFrom('mail_out').select('id').where('to_address', '=', email);
  return (await mails.where('template', '=', 'storage-failed').execute()).length;
}
