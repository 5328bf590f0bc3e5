import { sql } from 'kysely';
import { afterEach, beforeEach, expect, it } from 'vitest';

import type { AccountId } from '#server/kit/scope.ts';
import { jumpClock } from '#test/clock.ts';
import { makeAccount } from '#test/factories.ts';
import { jobStates } from '#test/queue-rig.ts';
import { startSending, until } from '#test/sending-rig.ts';
import type { SendingRig } from '#test/sending-rig.ts';

import { addUsage } from '#server/features/faxes/arrivals/arrivals.service.ts';
import type { OutboxWorker } from './outbox.worker.ts';

/** Minutes between the first call and the second. */
const WAIT = 10;
const JOBS = 6;

let rig: SendingRig;
let worker: OutboxWorker;
let account: { id: AccountId; number: string };

beforeEach(async () => {
  rig = await startSending({ retryMinutes: [WAIT] });
  await rig.sending.lineAdmin.addLine({ kind: 'simulator', channels: 10 });
  account = await makeAccount(rig.database.db, { monthLimit: 1_000 });
  worker = await rig.another().startWorker({ convertSlots: 1 });
});
afterEach(async () => {
  await worker.stop();
  await rig.stop();
});

/** Sends to numbers that are busy twice, and waits until all jobs wait for their second call. */
async function allWait(): Promise<void> {
  for (let i = 0; i < JOBS; i += 1) await rig.send(account.id, [`310${555 + i}0194`]);
  await until(
    async () => await jobStates(rig),
    (now) => now['WAITING'] === JOBS,
  );
}

/** Waits until a worker has read the clock since it jumped. */
async function clockSeen(): Promise<void> {
  await until(
    async () =>
      (
        await rig.database.pool.query(
          "select from clock_watch where seen_at > now() - interval '3 seconds' and seen_at <= now()",
        )
      ).rowCount,
    (seen) => seen === 1,
  );
}

/** Returns the seconds until the next call of each job. */
async function waits(): Promise<number[]> {
  const { rows } = await rig.database.pool.query<{ s: number }>(
    "select extract(epoch from next_at - now())::float8 as s from send_job where state = 'WAITING'",
  );
  return rows.map(({ s }) => s);
}

it('[F-send-19] a clock that jumps an hour forward makes each waiting fax due once, and one that jumps back makes none late', async () => {
  await allWait();
  const calls = rig.calls.length;
  await jumpClock(rig.database.pool, '1 hour');
  // Every second call is made at once; the third waits its full time.
  await until(
    async () => rig.calls.length,
    (n) => n === calls + JOBS,
  );
  await until(
    async () => await jobStates(rig),
    (now) => now['WAITING'] === JOBS,
  );
  await jumpClock(rig.database.pool, '-1 hour');
  await clockSeen();
  const left = await waits();
  expect(left).toHaveLength(JOBS);
  // Not an hour and ten minutes: the time that was left, apart from the seconds in which no worker had looked.
  for (const seconds of left) {
    expect(seconds).toBeGreaterThan(WAIT * 60 - 60);
    expect(seconds).toBeLessThan(WAIT * 60 + 60);
  }
  // None was called meanwhile, and the last call of each is made at its time.
  expect(rig.calls).toHaveLength(calls + JOBS);
  await jumpClock(rig.database.pool, `${WAIT} minutes`);
  await until(
    async () => await jobStates(rig),
    (now) => now['DELIVERED'] === JOBS,
  );
  expect(rig.calls).toHaveLength(calls + 2 * JOBS);
});

it('[F-send-19] a fax that was accepted while the clock was wrong, and committed when that had been seen, is not an hour late', async () => {
  const { pool } = rig.database;
  await worker.stop();
  await rig.send(account.id, ['3105550111']);
  await pool.query(`update document set convert_at = convert_at + interval '1 hour' where state = 'new';
    update send_job set next_at = next_at + interval '1 hour'`);
  worker = await rig.another().startWorker({ convertSlots: 1 });
  const ended = await until(
    async () => await jobStates(rig),
    (now) => now['DELIVERED'] === 1,
  );
  expect(ended).toEqual({ DELIVERED: 1 });
});

it('[F-send-19] usage is booked to the month of delivery in New York, around midnight and over the change of the clocks', async () => {
  const { db, pool } = rig.database;
  await pool.query('create schema clock');
  const instants = {
    '2026-10-31 03:59:59Z': ['2026-10-01', '2026-10-30'],
    '2026-11-01 03:59:59Z': ['2026-10-01', '2026-10-31'],
    '2026-11-01 04:00:00Z': ['2026-11-01', '2026-11-01'],
    '2026-12-01 04:59:59Z': ['2026-11-01', '2026-11-30'],
    '2026-12-01 05:00:00Z': ['2026-12-01', '2026-12-01'],
    '2027-03-15 03:59:59Z': ['2027-03-01', '2027-03-14'],
  };
  for (const [instant, expected] of Object.entries(instants)) {
    const booked = await db.transaction().execute(async (tx) => {
      await sql
        .raw(
          `create or replace function clock.now() returns timestamptz language sql as $$ select timestamptz '${instant}' $$;
         set local search_path = clock, pg_catalog, public; delete from usage_month; delete from usage_day`,
        )
        .execute(tx);
      await addUsage(tx, account.id, 'America/New_York', { sent: 3 });
      const { rows } = await sql<{ month: string; day: string }>`
        select m.month::text, d.day::text from usage_month m, usage_day d where m.sent_pages = 3 and d.sent_pages = 3
      `.execute(tx);
      return rows.map(({ month, day }) => [month, day]);
    });
    expect([instant, booked]).toEqual([instant, [expected]]);
  }
});
