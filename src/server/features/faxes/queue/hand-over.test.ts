import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterEach, describe, expect, it, vi } from 'vitest';

import { LEAVE_CALL } from '#engine/fax-line/port.ts';
import type { FaxLine } from '#engine/fax-line/port.ts';
import { makeAccount } from '#test/factories.ts';
import { claiming, fillQueue, jobStates } from '#test/queue-rig.ts';
import { startSending, until } from '#test/sending-rig.ts';
import type { SendingRig } from '#test/sending-rig.ts';
import { silentLog } from '#test/test-database.ts';

import { markDialled } from './finish.store.ts';
import { claimCalls } from './next-call.ts';
import type { OutboxWorker } from './outbox.worker.ts';
import { announceWorker } from './presence.store.ts';
import type { Presence } from './presence.store.ts';

let rig: SendingRig;
const workers: OutboxWorker[] = [];
const presences: Presence[] = [];

afterEach(async () => {
  vi.restoreAllMocks();
  await Promise.all(workers.splice(0).map(async (worker) => await worker.stop()));
  await Promise.all(presences.splice(0).map(async (presence) => await presence.release()));
  await rig.stop();
});

/** Queues one fax on a line that behaves as the test defines. */
async function start(line: Partial<FaxLine>, change: Parameters<typeof startSending>[0] = {}): Promise<void> {
  rig = await startSending({ ...change, line: (simulator) => ({ ...simulator, ...line }) });
  await rig.sending.lineAdmin.addLine({ kind: 'simulator' });
  const { id } = await makeAccount(rig.database.db);
  await fillQueue(rig, id, 1);
}

const DOUBT = { waitMs: 600, settleMs: 100, lookMs: 20 };

async function work(doubt = DOUBT): Promise<void> {
  workers.push(await rig.another().startWorker({ convertSlots: 1, doubt }));
}

async function ended(state: string): Promise<void> {
  await until(
    async () => await jobStates(rig),
    (now) => now[state] === 1,
  );
}

async function run(statement: string): Promise<void> {
  await rig.database.pool.query(statement);
}

async function attempts() {
  return await rig.database.db
    .selectFrom('send_attempt')
    .select(['n', 'result', 'dialled_by'])
    .select((eb) => eb('dialled_at', 'is not', null).as('dialled'))
    .orderBy('n')
    .execute();
}

/** A line whose calls pause before they are handed over, and are counted when they are. */
function standingLine() {
  const [reached, opened] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const gate = { reached: reached.promise, open: opened.resolve };
  const submissions: string[] = [];
  const send: FaxLine['send'] = async (call) => {
    reached.resolve();
    await opened.promise;
    const placed = await call.handOver(() => submissions.push(call.callRef));
    return placed ? { kind: 'delivered', pages: call.pages } : { kind: 'never-placed' };
  };
  return { gate, submissions, send };
}

describe('a worker looks at its own lease right before the hand-over', () => {
  it('and places nothing when somebody else, who believed too much, has queued the job again', async () => {
    const { gate, submissions, send } = standingLine();
    await start({ send });
    await work();
    await gate.reached;
    await run(`update send_job set state = 'WAITING', next_at = now() + interval '1 hour', lease_token = lease_token + 1,
      lease_owner = null, lease_until = null, line_id = null`);
    gate.open();
    await Promise.all(workers.splice(0).map(async (worker) => await worker.stop()));
    expect(submissions).toEqual([]);
    expect(await attempts()).toMatchObject([{ dialled: false, dialled_by: null }]);
  });

  it.each([
    ['the process', () => vi.spyOn(performance, 'now'), performance],
    ['the machine', () => vi.spyOn(Date, 'now'), Date],
  ] as const)(
    'and places nothing when %s stood still after the database had agreed: the mark is taken back, and the next try counts',
    async (_, spy, clock) => {
      const { gate, submissions, send } = standingLine();
      gate.open();
      let froze = false;
      await start(
        { send },
        {
          faultPoint: (name) => {
            if (name !== 'before_hand_over' || froze) return;
            froze = true;
            const later = clock.now() + 3_000;
            spy().mockReturnValueOnce(later);
          },
        },
      );
      await work();
      await ended('DELIVERED');
      expect(submissions).toHaveLength(1);
      expect(await attempts()).toMatchObject([
        { n: 1, result: 'LOST', dialled: false },
        { n: 2, result: 'OK', dialled: true },
      ]);
      const { dials } = await rig.database.db
        .selectFrom('send_job')
        .select('dials')
        .executeTakeFirstOrThrow();
      expect(dials).toBe(1);
    },
  );

  it('and places nothing once its person has cancelled the fax', async () => {
    const { gate, submissions, send } = standingLine();
    await start({ send });
    await work();
    await gate.reached;
    await run('update send_job set cancel_asked_at = now()');
    gate.open();
    await ended('CANCELLED');
    expect(submissions).toEqual([]);
  });

  it('and a lost lease is noticed by the heartbeat, which lets go of the call without hanging up', async () => {
    const reasons: unknown[] = [];
    await start({
      send: async (call, signal) => {
        await call.handOver(() => undefined);
        return await new Promise((end) => {
          signal.addEventListener('abort', () => {
            reasons.push(signal.reason);
            end({ kind: 'left' });
          });
        });
      },
    });
    await work();
    await until(attempts, (all) => all[0]?.dialled === true);
    await run(
      "update send_job set lease_token = lease_token + 1, lease_owner = '7', lease_until = now() + interval '1 day'",
    );
    await until(
      async () => reasons.length,
      (n) => n === 1,
    );
    expect(reasons).toEqual([LEAVE_CALL]);
    expect(await jobStates(rig)).toEqual({ SENDING: 1 });
  });
});

describe('who takes over believes “never placed” of a dead worker only', () => {
  const calls: string[] = [];

  /** Starts a worker that has marked its call and then checks nothing: it is frozen, or it does not check itself. */
  async function frozenWorker(): Promise<void> {
    calls.length = 0;
    await start({
      adopt: async () => ({ kind: 'never-placed' }),
      send: async (call) => {
        await call.handOver(() => calls.push(call.callRef));
        return { kind: 'delivered', pages: call.pages };
      },
    });
    const presence = await announceWorker(rig.database.connection, silentLog);
    presences.push(presence);
    const { calls: claimed } = await claimCalls(claiming(rig), presence.owner, 1);
    if (!claimed[0]) throw new Error('nothing was claimed');
    await markDialled(rig.database.db, claimed[0].job);
    await run("update send_job set lease_until = now() - interval '1 second'");
  }

  it('while its lock is held nobody dials again, and in the end the fax is uncertain', async () => {
    await frozenWorker();
    await work();
    await ended('UNCERTAIN');
    expect(calls).toEqual([]);
  });

  it('also when it is the second one that takes the job over', async () => {
    await frozenWorker();
    await run("update send_job set lease_owner = '1', lease_token = lease_token + 1");
    await work();
    await ended('UNCERTAIN');
    expect(calls).toEqual([]);
  });

  it('once its lock is free for a while, the number is dialled again, once', async () => {
    await frozenWorker();
    await work({ ...DOUBT, waitMs: 20_000 });
    await until(
      async () =>
        (await rig.database.db.selectFrom('send_job').select('lease_token').executeTakeFirstOrThrow())
          .lease_token,
      (token) => token === 2,
    );
    await Promise.all(presences.splice(0).map(async (presence) => await presence.release()));
    await ended('DELIVERED');
    expect(calls).toHaveLength(1);
  });

  it('once it wakes up and says that it has not placed the call, the number is dialled again', async () => {
    await frozenWorker();
    await work({ ...DOUBT, waitMs: 20_000 });
    await run('update send_attempt set dialled_at = null, dialled_by = null');
    await ended('DELIVERED');
    expect(calls).toHaveLength(1);
  });

  it('a free lock proves nothing when the database was started anew since, or nobody knows who dialled', async () => {
    for (const change of [
      "dialled_at = pg_postmaster_start_time() - interval '1 second'",
      'dialled_by = null',
    ]) {
      await frozenWorker();
      await Promise.all(presences.splice(0).map(async (presence) => await presence.release()));
      await run(`update send_attempt set ${change}`);
      await work();
      await ended('UNCERTAIN');
      expect([change, calls]).toEqual([change, []]);
      await Promise.all(workers.splice(0).map(async (worker) => await worker.stop()));
      if (change.startsWith('dialled_at')) await rig.stop();
    }
  });
});

it('calls that are under way at an upgrade belong to the holder of their lease', async () => {
  await start({});
  const { calls } = await claimCalls(claiming(rig), '42', 1);
  if (!calls[0]) throw new Error('nothing was claimed');
  await markDialled(rig.database.db, calls[0].job);
  await run('alter table send_attempt drop column dialled_by');
  const migrations = join(import.meta.dirname, '../../../../engine/database/migrations');
  await sql.raw(await readFile(join(migrations, '0300-who-dialled.sql'), 'utf8')).execute(rig.database.db);
  expect(await attempts()).toMatchObject([{ dialled: true, dialled_by: '42' }]);
});
