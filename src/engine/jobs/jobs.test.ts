import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { z } from 'zod';

import { createTestDatabase, silentLog } from '#test/test-database.ts';
import type { TestDatabase } from '#test/test-database.ts';
import { defineJob } from './port.ts';
import type { JobDefinition, JobKind, JobQueue } from './port.ts';
import { openJobQueue } from './queue.ts';
import type { JobLog } from './boss.ts';
import { requireAllJobs } from './registry.ts';
import type { JobName } from './registry.ts';
import { eventually } from '#test/patience.ts';

const payload = z.object({ faxId: z.number() });
const seen: number[] = [];
let failures = 0;

function kind(name: string, more: Partial<JobKind> = {}): JobKind<typeof payload> {
  const retry = { times: 2, firstDelaySeconds: 1, longestDelaySeconds: 1 };
  return { name: name as JobName, retry, ...more, payload };
}

const notify = kind('test-notify');
const stubborn = kind('test-stubborn');
const definitions: JobDefinition[] = [
  defineJob(notify, async ({ faxId }) => {
    seen.push(faxId);
  }),
  defineJob(stubborn, async () => {
    failures += 1;
    if (failures < 2) throw new Error('not yet');
  }),
  defineJob(
    { ...kind('test-daily', { cron: '* * * * *', onlyOne: true }), payload: z.object({}) },
    async () => {},
  ),
];
const registered = definitions.map(({ name }) => name);

let database: TestDatabase;
const queues: JobQueue[] = [];

async function open(work: boolean, list = definitions, log: JobLog = silentLog): Promise<JobQueue> {
  const { connection } = database;
  const queue = await openJobQueue({
    connection,
    log,
    definitions: list,
    work,
    zone: 'America/New_York',
    registered: list.map(({ name }) => name),
  });
  queues.push(queue);
  return queue;
}

async function schedules(): Promise<unknown> {
  return (await database.pool.query('select name, cron, timezone from pgboss.schedule')).rows;
}

beforeAll(async () => {
  database = await createTestDatabase();
});

afterEach(async () => {
  await Promise.all(queues.splice(0).map(async (queue) => await queue.stop()));
  seen.length = 0;
});

afterAll(async () => {
  await database.drop();
});

describe('the job queue', () => {
  it('runs a job exactly when the transaction that added it is committed', async () => {
    const queue = await open(false);
    await database.transaction(async (tx) => {
      await queue.enqueue(tx, notify, { faxId: 1 });
    });
    const undone = database.transaction(async (tx) => {
      await queue.enqueue(tx, notify, { faxId: 2 });
      throw new Error('undo');
    });
    await expect(undone).rejects.toThrow('undo');
    const { rows } = await database.pool.query('select data from pgboss.job where name = $1', [notify.name]);
    expect(rows).toEqual([{ data: { faxId: 1 } }]);
    expect(seen).toEqual([]);
    await open(true);
    await eventually(() => {
      expect(seen).toEqual([1]);
    });
  });

  it('starts a job within a moment, woken by the commit', async () => {
    const queue = await open(true);
    await database.transaction(async (tx) => {
      await queue.enqueue(tx, notify, { faxId: 7 });
    });
    await eventually(() => {
      expect(seen).toEqual([7]);
    });
  });

  it('works off a backlog of a kind that is taken together at once; one that fails is repeated alone', async () => {
    const runs: number[] = [];
    const many = kind('test-many', { together: 5 });
    const list = [
      defineJob(many, async ({ faxId }) => {
        runs.push(faxId);
        if (faxId === 3 && runs.filter((run) => run === 3).length === 1) throw new Error('not yet');
      }),
    ];
    const queue = await open(false, list);
    for (let faxId = 1; faxId <= 40; faxId += 1) await queue.enqueue(database.db, many, { faxId });
    const timers = vi.spyOn(globalThis, 'setTimeout');
    await open(true, list);
    await eventually(() => {
      expect(new Set(runs).size).toBe(40);
    });
    const rests = timers.mock.calls.filter(([, ms = 0]) => ms > 500 && ms <= 2_000);
    timers.mockRestore();
    // Pausing two seconds after each batch of five would have taken seven pauses.
    expect(rests.length).toBeLessThan(7);
    await eventually(() => {
      expect(runs.filter((run) => run === 3)).toHaveLength(2);
    });
    expect(runs).toHaveLength(41);
  });

  it('tries a failed job again', async () => {
    const queue = await open(true);
    await queue.enqueue(database.db, stubborn, { faxId: 1 });
    await eventually(() => {
      expect(failures).toBe(2);
    });
  });

  it('holds a job back until its time', async () => {
    const queue = await open(true);
    await queue.enqueue(database.db, notify, { faxId: 3 }, { notBefore: new Date(Date.now() + 3_600_000) });
    await queue.enqueue(database.db, notify, { faxId: 4 });
    await eventually(() => {
      expect(seen).toEqual([4]);
    });
  });

  it('refuses a payload that is not of the kind', async () => {
    const queue = await open(false);
    const wrong = { faxId: 'one' } as unknown as { faxId: number };
    await expect(queue.enqueue(database.db, notify, wrong)).rejects.toThrow(z.ZodError);
  });

  it('schedules what has a cron time, in the zone of the server, and forgets what has none any more', async () => {
    await (await open(true)).stop();
    expect(await schedules()).toEqual([
      { name: 'test-daily', cron: '* * * * *', timezone: 'America/New_York' },
    ]);
    await (await open(true, definitions.slice(0, 2))).stop();
    expect(await schedules()).toEqual([]);
  });

  it('leaves a job that this process cannot do to those who can, and keeps it scheduled while there are any', async () => {
    const backups = { ...kind('test-back-up', { cron: '17 1 * * *' }), payload: z.object({}) };
    const done: string[] = [];
    const of = (name: string, here: boolean) => [
      defineJob({ ...backups, here }, async () => {
        done.push(name);
      }),
    ];
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    const queue = await open(true, of('can', true));
    await open(true, of('cannot', false));
    expect(await schedules()).toEqual([]);
    await vi.advanceTimersByTimeAsync(61_000);
    vi.useRealTimers();
    await eventually(async () => {
      expect(await schedules()).toMatchObject([{ name: 'test-back-up' }]);
    });
    for (let night = 0; night < 6; night += 1) {
      await queue.enqueue(database.db, backups, {});
      await eventually(() => {
        expect(done).toHaveLength(night + 1);
      });
    }
    expect(new Set(done)).toEqual(new Set(['can']));
  });

  it('is healthy, and says so when it is not', async () => {
    const queue = await open(false);
    expect(await queue.check()).toEqual({ ok: true });
    await database.pool.query('alter table pgboss.queue rename to queue_away');
    expect(await queue.check()).toMatchObject({ ok: false, reason: expect.stringContaining('queue') });
    await database.pool.query('alter table pgboss.queue_away rename to queue');
  });

  it('lets a running job finish when it stops', async () => {
    let finished = false;
    const running = Promise.withResolvers<void>();
    const slowKind = kind('test-slow');
    const slow = defineJob(slowKind, async () => {
      running.resolve();
      await new Promise((resolve) => setTimeout(resolve, 300));
      finished = true;
    });
    const queue = await open(true, [slow]);
    await queue.enqueue(database.db, slowKind, { faxId: 1 });
    await running.promise;
    await queue.stop();
    expect(finished).toBe(true);
  });

  it('logs no fault when the database stops with it', async () => {
    const running = Promise.withResolvers<void>();
    const ended = Promise.withResolvers<void>();
    const slowKind = kind('test-cut-off');
    const slow = defineJob(slowKind, async () => {
      running.resolve();
      await ended.promise;
    });
    const faults: object[] = [];
    const queue = await open(true, [slow], { ...silentLog, error: (fault: object) => faults.push(fault) });
    await queue.enqueue(database.db, slowKind, { faxId: 1 });
    await running.promise;
    const stopped = queue.stop();
    // Not the connection that listens: pg-boss closes it first, without a listener for its errors.
    await database.pool.query(
      `select pg_terminate_backend(pid) from pg_stat_activity
       where datname = current_database() and application_name = 'f2e jobs' and query not ilike 'listen%'`,
    );
    ended.resolve();
    await stopped;
    expect(faults).toEqual([]);
  });
});

describe('the registry', () => {
  it('refuses missing, unknown and doubled jobs by name', () => {
    expect(() => requireAllJobs(registered, registered)).not.toThrow();
    expect(() => requireAllJobs(registered.slice(1), registered)).toThrow('test-notify has no definition');
    expect(() => requireAllJobs([...registered, 'other'], registered)).toThrow('other is not in the list');
    expect(() => requireAllJobs([...registered, 'test-notify'], registered)).toThrow(
      'test-notify is defined twice',
    );
  });
});
