import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest';

import { createTestDatabase, silentLog } from '#test/test-database.ts';
import type { TestDatabase } from '#test/test-database.ts';

import { openBoss } from './boss.ts';
import type { StartedBoss } from './boss.ts';
import { leaveFuture, steadyClock } from './clock.ts';

let database: TestDatabase;
let started: StartedBoss;
beforeAll(async () => {
  database = await createTestDatabase();
  started = await openBoss({ connection: database.connection, log: silentLog, work: false });
  await started.boss.createQueue('test', {
    retryLimit: 2,
    retryDelay: 1,
    retryBackoff: true,
    retryDelayMax: 60,
  });
});
afterEach(() => {
  vi.useRealTimers();
});
afterAll(async () => {
  await started.stop();
  await database.drop();
});

it('[F-send-19] the timers of the queue follow the clock of the machine forward, and never back', () => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-05-01T12:00:00Z') });
  const clock = steadyClock();
  const [before, hour] = [clock.now(), 3_600_000];
  vi.setSystemTime(Date.now() - hour);
  expect(clock.now()).toBeGreaterThanOrEqual(before);
  vi.setSystemTime(Date.now() + 3 * hour);
  expect(clock.now()).toBeGreaterThan(before + 2 * hour - 1);
});

it('[F-send-19] jobs, schedules and the search for dead workers do not wait for a clock that was set back', async () => {
  const { pool } = database;
  const look = async () => {
    const { rows } = await pool.query(`
      select (select bool_and(monitor_claim_on <= now()) from pgboss.queue where name = 'test') as searched,
        (select cron_on <= now() from pgboss.version) as scheduled,
        (select heartbeat_on <= now() and started_on <= now() from pgboss.job where state = 'active') as held,
        (select round(extract(epoch from start_after - now()) / 60)::int from pgboss.job where state = 'created') as added,
        (select round(extract(epoch from start_after - now()) / 60)::int from pgboss.job where state = 'retry') as retried`);
    return rows[0] as object;
  };
  for (const [state, minutes] of [
    ['active', 60],
    ['created', 65],
    ['retry', 90],
  ] as const)
    await pool.query(
      `insert into pgboss.job (name, state, created_on, started_on, heartbeat_on, start_after, retry_delay_max)
       values ('test', $1::pgboss.job_state, now() + interval '1 hour', now() + interval '1 hour', now() + interval '1 hour',
         now() + make_interval(mins => $2), 60)`,
      [state, minutes],
    );
  // The clock is right: what was written a moment ago stays.
  await pool.query(
    `update pgboss.version set cron_on = now(); update pgboss.queue set monitor_claim_on = now()`,
  );
  await leaveFuture(started.boss, 'pgboss');
  expect(await look()).toEqual({ searched: true, scheduled: true, held: false, added: 65, retried: 90 });
  await pool.query(`update pgboss.version set cron_on = now() + interval '1 hour';
    update pgboss.queue set monitor_claim_on = now() + interval '1 hour'`);
  await leaveFuture(started.boss, 'pgboss');
  expect(await look()).toEqual({ searched: true, scheduled: true, held: true, added: 5, retried: 1 });
});
