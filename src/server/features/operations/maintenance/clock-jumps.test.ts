import { pino } from 'pino';
import { afterAll, beforeAll, expect, it } from 'vitest';

import { readConfig } from '#server/config/config.ts';
import type { AccountId } from '#server/kit/scope.ts';
import { jumpClock } from '#test/clock.ts';
import { makeAccount, makeFax } from '#test/factories.ts';
import { startApp } from '#test/start-app.ts';
import type { SignedIn, TestApp } from '#test/start-app.ts';

import { createMaintenance } from './maintenance.service.ts';
import type { Maintenance } from './maintenance.service.ts';

/** How often the nightly cleanup runs, which deletes by age. */
const NIGHTS = 2;

let test: TestApp;
let account: { id: AccountId; number: string };
let mine: SignedIn;
let maintenance: Maintenance;

beforeAll(async () => {
  test = await startApp();
  account = await makeAccount(test.database.db);
  mine = await test.signIn(account.number);
  const { database, files } = test;
  maintenance = createMaintenance({
    database,
    store: files,
    log: pino({ level: 'silent' }),
    keepDays: readConfig({}).keepDays,
  });
});
afterAll(async () => await test.stop());

async function jump(interval: string): Promise<void> {
  await jumpClock(test.database.pool, interval);
}

async function faxes(): Promise<number> {
  return (await test.database.pool.query('select from fax')).rowCount ?? 0;
}

/** Returns the status that a browser with the old cookie gets. */
async function status(): Promise<number> {
  const answer = await test.app.inject({ url: '/api/n1/db/f2e/MainInterface.json', ...mine });
  return answer.statusCode;
}

/** Runs all time-based jobs of a night. */
async function night(): Promise<void> {
  await maintenance.forgetExpired(AbortSignal.timeout(10_000));
  await maintenance.purgeDeletedFaxes(AbortSignal.timeout(10_000));
  await maintenance.collectOrphanFiles(AbortSignal.timeout(10_000));
}

it('[F-host-02] the clock jumps a day forward, the nights pass, and it is set back: nobody is logged out for good, no fax is gone', async () => {
  for (let fax = 0; fax < 20; fax += 1) await makeFax(test.database.db, account.id, {});
  // Deleted 29½ days ago: due in half a day, or immediately if the clock is a day ahead.
  await test.database.pool.query(
    `update fax set deleted_at = now() - interval '29 days 12 hours' where id % 2 = 0`,
  );
  const all = await faxes();
  expect(await status()).toBe(200);

  await jump('1 day');
  // No session lasts longer than a day: that rule applies to a wrong clock, too.
  expect(await status()).toBe(401);
  for (let passed = 0; passed < NIGHTS; passed += 1) await night();
  expect(await faxes()).toBe(all);

  await jump('-1 day');
  expect(await status()).toBe(200);
  await night();
  expect(await faxes()).toBe(all);

  // Backwards: notes with a future time are dropped, not waited for.
  await jump('-1 day');
  expect(await status()).toBe(200);
  await night();
  expect(await faxes()).toBe(all);
});
