import { describe, expect, it } from 'vitest';

import { makeAccount } from '#test/factories.ts';
import { claiming, fillQueue, jobStates, patientLine } from '#test/queue-rig.ts';
import { queueWorkers } from '#test/queue-workers.ts';
import type { OpenCall } from '#test/queue-rig.ts';
import { callerOf, noNotices, until } from '#test/sending-rig.ts';
import type { SendingRig } from '#test/sending-rig.ts';

import { markDialled } from './finish.store.ts';
import { LeaseLost } from './lease.ts';
import { claimCalls } from './next-call.ts';
import { writeOutcome } from './write-outcome.ts';

let rig: SendingRig;
const { start, work, workers } = queueWorkers((started) => (rig = started));

const recordOutcomeDeps = () => ({
  database: rig.database,
  lines: rig.sending.lines,
  notices: noNotices,
  zone: 'America/New_York',
  retryMinutes: undefined,
  log: { info: () => undefined, warn: () => undefined, error: () => undefined },
});

async function claimAs(owner: string) {
  const { calls } = await claimCalls(claiming(rig), owner, 1);
  if (!calls[0]) throw new Error('nothing was claimed');
  return calls[0];
}

describe('leases', () => {
  it('[F-send-05] dials again when the worker died before the line was used, and gives the dial back', async () => {
    await start();
    const a = await makeAccount(rig.database.db);
    await fillQueue(rig, a.id, 1);
    const { job } = await claimAs('1');
    await rig.database.pool.query("update send_job set lease_until = now() + interval '20 seconds'");
    await work(1);
    await until(
      async () => await jobStates(rig),
      (now) => now['DELIVERED'] === 1,
    );
    const attempts = await rig.database.db
      .selectFrom('send_attempt')
      .select(['n', 'result'])
      .where('job_id', '=', job.jobId)
      .orderBy('n')
      .execute();
    expect(attempts).toEqual([
      { n: 1, result: 'LOST' },
      { n: 2, result: 'OK' },
    ]);
    const { dials } = await rig.database.db.selectFrom('send_job').select('dials').executeTakeFirstOrThrow();
    expect(dials).toBe(1);
    expect(rig.calls).toHaveLength(1);
  });

  it('never dials again when the line was used: the fax is uncertain with its confirmed pages', async () => {
    await start();
    const a = await makeAccount(rig.database.db);
    const [sent] = await rig.send(a.id, ['3105550111'], { pages: 5 });
    await work(1);
    await until(
      async () => await jobStates(rig),
      (now) => now['DELIVERED'] === 1,
    );
    await Promise.all(workers.splice(0).map(async (worker) => await worker.stop()));
    const [second] = await rig.send(a.id, ['3105550112'], { pages: 5 });
    await rig.database.pool.query(
      "update document set state = 'ready', pages = 5, tiff_key = 'documents/shared/fax.tiff' where state = 'new'",
    );
    await rig.database.pool.query('update send_job set ready = true');
    const { job } = await claimAs('1');
    await markDialled(rig.database.db, job);
    await rig.database.pool.query(
      "update send_job set confirmed_pages = 2, lease_until = now() + interval '20 seconds' where id = $1",
      [job.jobId],
    );
    await work(1);
    await until(
      async () => await jobStates(rig),
      (now) => now['UNCERTAIN'] === 1,
    );
    const fax = await rig.database.db
      .selectFrom('fax')
      .select(['id', 'status', 'outbox', 'uncertain_pages'])
      .where('id', '=', second?.faxId ?? 0)
      .executeTakeFirstOrThrow();
    expect(fax).toMatchObject({ status: 'FAILED', outbox: false, uncertain_pages: 2 });
    expect(rig.calls.map(({ jobId }) => jobId)).toEqual([sent?.jobId]);
    await rig.sending.outbox.markSent(callerOf(a.id), fax.id);
    const usage = await rig.database.db.selectFrom('usage_month').select('sent_pages').execute();
    expect(usage).toEqual([{ sent_pages: 7 }]);
    await expect(rig.sending.outbox.markSent(callerOf(a.id), fax.id)).rejects.toMatchObject({
      code: 'NOT_FOUND',
    });
  });

  it('a worker that wakes up after its job was taken over can neither dial nor write', async () => {
    await start();
    const a = await makeAccount(rig.database.db);
    await fillQueue(rig, a.id, 1);
    const stalled = await claimAs('1');
    await rig.database.pool.query("update send_job set lease_until = now() - interval '1 second'");
    await work(1);
    await until(
      async () => await jobStates(rig),
      (now) => now['DELIVERED'] === 1,
    );
    await expect(markDialled(rig.database.db, stalled.job)).rejects.toThrow(LeaseLost);
    const write = writeOutcome(recordOutcomeDeps(), stalled.job, stalled.route.line, {
      kind: 'delivered',
      pages: 1,
    });
    await expect(write).rejects.toThrow(LeaseLost);
    const usage = await rig.database.db.selectFrom('usage_month').select('sent_pages').execute();
    expect(usage).toEqual([{ sent_pages: 1 }]);
  });

  it('leaves the job of a living worker alone', async () => {
    const open: OpenCall[] = [];
    await start({ line: patientLine(open) });
    const a = await makeAccount(rig.database.db);
    await fillQueue(rig, a.id, 1);
    await work(2);
    await until(
      async () => open.length,
      (n) => n === 1,
    );
    // Silent for as long as it takes to be presumed dead; its lock shows that it lives.
    await rig.database.pool.query("update send_job set lease_until = now() + interval '10 seconds'");
    const token = async () =>
      (await rig.database.db.selectFrom('send_job').select('lease_token').executeTakeFirstOrThrow())
        .lease_token;
    await until(
      async () =>
        (await rig.database.db.selectFrom('send_job').select('lease_until').executeTakeFirstOrThrow())
          .lease_until,
      (at) => at !== null && at.getTime() > Date.now() + 25_000,
    );
    const held = await token();
    expect(held).toBe(1);
    open[0]?.end({ kind: 'delivered', pages: 1 });
    await until(
      async () => await jobStates(rig),
      (now) => now['DELIVERED'] === 1,
    );
    expect(open).toHaveLength(1);
  });

  it('hands back what is under way when it is stopped, without counting the call', async () => {
    const placed = Promise.withResolvers<void>();
    await start({
      line: (line) => ({
        ...line,
        send: async (_, signal) =>
          await new Promise((end) => {
            signal.addEventListener('abort', () =>
              end({ kind: 'retry', reason: 'LINE_FAULT', pagesConfirmed: 0 }),
            );
            placed.resolve();
          }),
      }),
    });
    const a = await makeAccount(rig.database.db);
    await fillQueue(rig, a.id, 1);
    const worker = await rig.sending.startWorker({ convertSlots: 1, stopGraceMs: 10 });
    // The job is marked as being sent before the line is called.
    await placed.promise;
    await worker.stop();
    const job = await rig.database.db
      .selectFrom('send_job')
      .select(['state', 'dials'])
      .executeTakeFirstOrThrow();
    expect(job).toEqual({ state: 'WAITING', dials: 0 });
  });
});
