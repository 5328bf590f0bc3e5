import { afterEach, beforeEach, describe, expect, it } from 'vitest';

import type { FaxLine } from '#engine/fax-line/port.ts';
import type { AccountId } from '#server/kit/scope.ts';
import { makeAccount } from '#test/factories.ts';
import { fillQueue, jobStates, patientLine } from '#test/queue-rig.ts';
import type { OpenCall } from '#test/queue-rig.ts';
import { callerOf, startSending, until } from '#test/sending-rig.ts';
import type { SendingRig } from '#test/sending-rig.ts';

import { createJobAdmin } from './operate-jobs.ts';
import type { OutboxWorker } from './outbox.worker.ts';

let rig: SendingRig;
let worker: OutboxWorker;
let open: OpenCall[];
let account: { id: AccountId; number: string };

/** A line that keeps the call open, and hangs up after the first page when it is told to. */
function hangsUp(line: FaxLine): FaxLine {
  const patient = patientLine(open)(line);
  const hungUp = { kind: 'retry', reason: 'LINE_FAULT', pagesConfirmed: 2 } as const;
  return {
    ...patient,
    adopt: async (_, signal) =>
      await new Promise((end) => signal.addEventListener('abort', () => end(hungUp))),
    send: async (call, signal) => {
      signal.addEventListener('abort', () => {
        call.onPage(1);
        open
          .find((one) => one.call === call)
          ?.end({ kind: 'retry', reason: 'LINE_FAULT', pagesConfirmed: 1, detail: 'hung up' });
      });
      return await patient.send(call, signal);
    },
  };
}

beforeEach(async () => {
  open = [];
  rig = await startSending({ line: hangsUp });
  await rig.sending.lineAdmin.addLine({ kind: 'simulator', channels: 1 });
  account = await makeAccount(rig.database.db);
  worker = await rig.another().startWorker({ convertSlots: 1 });
});
afterEach(async () => {
  for (const { end } of open) end({ kind: 'delivered', pages: 1 });
  await worker.stop();
  await rig.stop();
});

/** Sends three pages and waits for their call. */
async function calling(to = '3105550111'): Promise<{ jobId: number; faxId: number }> {
  const [job] = await rig.send(account.id, [to], { pages: 3 });
  await until(
    async () => open.length,
    (n) => n === 1,
  );
  return { jobId: job?.jobId ?? 0, faxId: job?.faxId ?? 0 };
}

async function rowsOf({ jobId, faxId }: { jobId: number; faxId: number }) {
  const { rows } = await rig.database.pool.query(
    `select j.state, j.confirmed_pages as confirmed, a.result, a.detail, f.outbox, f.status, f.reason, f.pages,
       f.deleted_at is not null as deleted
     from send_job j join send_attempt a on a.job_id = j.id join fax f on f.id = j.fax_id
     where j.id = $1 and f.id = $2`,
    [jobId, faxId],
  );
  return rows;
}

async function jobEnds(state: string): Promise<void> {
  await until(
    async () => await jobStates(rig),
    (now) => now[state] === 1,
  );
}

describe('cancelling', () => {
  it('takes a waiting fax away, and leaves other accounts alone', async () => {
    const other = await makeAccount(rig.database.db);
    await fillQueue(rig, account.id, 2);
    await worker.stop();
    worker = await rig.another().startWorker({ convertSlots: 1 });
    await until(
      async () => open.length,
      (n) => n === 1,
    );
    const waiting = await rig.database.db
      .selectFrom('send_job')
      .select(['id', 'fax_id'])
      .where('state', '=', 'QUEUED')
      .executeTakeFirstOrThrow();
    const { outbox } = rig.sending;
    await expect(outbox.cancel(callerOf(other.id), waiting.id)).rejects.toMatchObject({ code: 'NOT_FOUND' });
    expect(await outbox.cancel(callerOf(account.id), waiting.id)).toBe('cancelled');
    expect((await outbox.list(account.id)).data).toHaveLength(1);
    open[0]?.end({ kind: 'delivered', pages: 1 });
    await jobEnds('DELIVERED');
    expect(await jobStates(rig)).toEqual({ DELIVERED: 1, CANCELLED: 1 });
    expect(open).toHaveLength(1);
  });

  it('hangs up a call that is under way; the fax stays among the sent ones with the pages that arrived', async () => {
    const job = await calling();
    expect(await rig.sending.outbox.cancel(callerOf(account.id), job.jobId)).toBe('under-way');
    await jobEnds('CANCELLED');
    expect(await rowsOf(job)).toEqual([
      {
        state: 'CANCELLED',
        confirmed: 1,
        result: 'CANCELLED',
        detail: 'hung up',
        outbox: false,
        status: 'FAILED',
        reason: 'CANCELLED',
        pages: 1,
        deleted: false,
      },
    ]);
    expect((await rig.sending.outbox.list(account.id)).data).toEqual([]);
    const usage = await rig.database.db.selectFrom('usage_month').select('sent_pages').execute();
    expect(usage).toEqual([]);
    await expect(rig.sending.outbox.cancel(callerOf(account.id), job.jobId)).rejects.toMatchObject({
      code: 'NOT_FOUND',
    });
  });

  it('a fax that was complete before the call could be ended is sent: who asks sees the truth', async () => {
    const job = await calling();
    await rig.database.pool.query('update send_job set cancel_asked_at = now() where id = $1', [job.jobId]);
    expect((await rig.sending.outbox.list(account.id)).data).toMatchObject([
      { state: 'SENDING', cancelling: true },
    ]);
    open[0]?.end({ kind: 'delivered', pages: 3 });
    await jobEnds('DELIVERED');
    expect(await rowsOf(job)).toMatchObject([{ result: 'OK', status: 'OK', outbox: false, pages: 3 }]);
  });

  it('one that may have been complete stays uncertain, and one that failed meanwhile is not tried again', async () => {
    const unsure = await calling();
    await rig.database.pool.query('update send_job set cancel_asked_at = now() where id = $1', [
      unsure.jobId,
    ]);
    open.shift()?.end({ kind: 'uncertain', pagesConfirmed: 2 });
    await jobEnds('UNCERTAIN');
    const busy = await calling('3105550112');
    await rig.database.pool.query('update send_job set cancel_asked_at = now() where id = $1', [busy.jobId]);
    open.shift()?.end({ kind: 'retry', reason: 'BUSY', pagesConfirmed: 0 });
    await jobEnds('CANCELLED');
    expect(await rowsOf(busy)).toMatchObject([{ result: 'BUSY', reason: 'CANCELLED', pages: 3 }]);
  });

  it('a call whose worker died is hung up by the one that adopts it', async () => {
    const job = await calling();
    await rig.database.pool.query(
      `update send_job set cancel_asked_at = now(), lease_owner = '1', lease_token = lease_token + 1,
         lease_until = now() - interval '1 second' where id = $1`,
      [job.jobId],
    );
    await jobEnds('CANCELLED');
    expect(await rowsOf(job)).toMatchObject([{ confirmed: 2, reason: 'CANCELLED', pages: 2 }]);
  });

  it('operators can do the same', async () => {
    const job = await calling();
    const admin = createJobAdmin({ database: rig.database });
    expect(await admin.cancel(job.jobId)).toMatchObject({ kind: 'ok', job: { state: 'SENDING' } });
    await jobEnds('CANCELLED');
    expect(await admin.cancel(job.jobId)).toMatchObject({ kind: 'refused' });
  });
});
