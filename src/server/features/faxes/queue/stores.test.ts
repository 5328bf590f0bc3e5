import { expect, it } from 'vitest';

import type { FaxLine } from '#engine/fax-line/port.ts';
import type { AccountId } from '#server/kit/scope.ts';
import { makeAccount } from '#test/factories.ts';
import { fillQueue, jobStates } from '#test/queue-rig.ts';
import { startSending, until } from '#test/sending-rig.ts';
import type { SendingRig } from '#test/sending-rig.ts';
import { stopAfterEach } from '#test/stop-after-each.ts';

import { requeueJob } from './operate-jobs.store.ts';
import { renewDocument } from './outbox.store.ts';
import type { OutboxWorker } from './outbox.worker.ts';
import { tidyTurns } from './queue.store.ts';
import { isForPart, searchEndedJobs, searchJobs } from './search-jobs.store.ts';

let rig: SendingRig;
let worker: OutboxWorker | undefined;
stopAfterEach(() => ({ rig, worker }));

async function start(jobs: number, line?: (simulator: FaxLine) => FaxLine): Promise<AccountId> {
  rig = await startSending(line ? { line } : {});
  const { id } = await makeAccount(rig.database.db);
  if (jobs > 0) await fillQueue(rig, id, jobs);
  return id;
}

it.each([
  ['only the missing pages, where the line says so', true, [0, 2]],
  ['all pages otherwise', false, [0, 0]],
])('a call that was cut off is repeated with %s', async (_, resume, skipped) => {
  const skips: number[] = [];
  const id = await start(0, (simulator) => ({
    ...simulator,
    send: async (call) => {
      if (!(await call.handOver(() => skips.push(call.skip ?? 0)))) return { kind: 'never-placed' };
      if (skips.length > 1) return { kind: 'delivered', pages: call.pages };
      return { kind: 'retry', reason: 'DROPPED', pagesConfirmed: 2, ...(resume && { resume }) };
    },
  }));
  await rig.sending.lineAdmin.addLine({ kind: 'simulator' });
  worker = await rig.sending.startWorker({ convertSlots: 1 });
  await rig.send(id, ['3105550111'], { pages: 3 });
  await until(
    async () => await jobStates(rig),
    (states) => states['DELIVERED'] === 1,
  );
  expect(skips).toEqual(skipped);
});

it('a job in another state is not put back, and what was begun for it can be undone', async () => {
  const accountId = await start(1);
  const { db, pool } = rig.database;
  await pool.query("update send_job set state = 'UNCERTAIN', finished_at = now(), last_error = 'UNCERTAIN'");
  await pool.query("update fax set outbox = false, status = 'FAILED', reason = 'UNCERTAIN'");
  const { rows } = await pool.query<{ jobId: number; faxId: number }>(
    'select id as "jobId", fax_id as "faxId" from send_job',
  );
  const job = { accountId, documentState: 'ready', jobId: 0, faxId: 0, ...rows[0] } as const;
  const putBack = async (states: Parameters<typeof requeueJob>[2]) =>
    await db.transaction().execute(async (tx) => await requeueJob(tx, job, states));
  expect(await putBack(['FAILED'])).toBe(false);
  await pool.query('update fax set outbox = false');
  expect(await putBack(['UNCERTAIN'])).toBe(true);
  expect(await jobStates(rig)).toEqual({ QUEUED: 1 });
});

it('only documents that failed are converted again', async () => {
  await start(1);
  const { db, pool } = rig.database;
  const { rows } = await pool.query<{ id: number }>('select id from document');
  const again = async () => {
    await renewDocument(db, rows[0]?.id ?? 0);
    return (await pool.query('select state, fault, deaths from document')).rows;
  };
  expect(await again()).toEqual([{ state: 'ready', fault: null, deaths: 0 }]);
  await pool.query(
    "update document set state = 'failed', fault = 'DOCUMENT_DAMAGED', deaths = 3, tiff_key = null",
  );
  expect(await again()).toEqual([{ state: 'new', fault: null, deaths: 0 }]);
});

it('pages of faxes that are to be sent later count when the pages of another fax are known', async () => {
  const id = await start(1);
  const { db, pool } = rig.database;
  await db.updateTable('account').set({ month_limit: 2 }).where('id', '=', id).execute();
  await pool.query("update send_job set send_at = now(), next_at = now() + interval '1 day'");
  await rig.sending.lineAdmin.addLine({ kind: 'simulator' });
  await rig.send(id, ['3105550111'], { pages: 2 });
  worker = await rig.sending.startWorker({ convertSlots: 1 });
  const states = await until(
    async () => await jobStates(rig),
    (now) => now['FAILED'] === 1 || now['DELIVERED'] === 1,
  );
  expect(states).toEqual({ QUEUED: 1, FAILED: 1 });
  const { rows } = await pool.query("select last_error from send_job where state = 'FAILED'");
  expect(rows).toEqual([{ last_error: 'LIMIT_REACHED' }]);
});

it('turns are kept for accounts with unfinished jobs, made for those without a turn, and removed otherwise', async () => {
  const busy = await start(1);
  const { db, pool } = rig.database;
  const turns = async () => {
    await db.transaction().execute(tidyTurns);
    return (await pool.query<{ id: number }>('select account_id as id from send_turn order by 1')).rows.map(
      ({ id }) => id,
    );
  };
  const idle = await makeAccount(db);
  await db.insertInto('send_turn').values({ account_id: idle.id }).execute();
  expect(await turns()).toEqual([busy]);
  await pool.query('delete from send_turn');
  expect(await turns()).toEqual([busy]);
  await pool.query("update send_job set state = 'DELIVERED', finished_at = now()");
  expect(await turns()).toEqual([]);
});

it('a search is by id, by a number or by a part of one; letters alone find nothing', async () => {
  await start(3);
  const { db, pool } = rig.database;
  const all = { state: '', reason: '', limit: 9, offset: 0 } as const;
  const ids = async (search: string) => (await searchJobs(db, { ...all, search })).map(({ jobId }) => jobId);
  expect(await ids('  #2 ')).toEqual([2]);
  expect(await ids('#22')).toEqual([]);
  expect(await ids('abc')).toEqual([]);
  expect(await ids(' ')).toEqual([3, 2, 1]);
  expect(
    ['', '#2', ' #2', 'abc', '310-555-0111', '1 310 555 0111'].map((search) => isForPart({ search })),
  ).toEqual(Array.from({ length: 6 }, () => false));
  expect(['0111', '2 310 555 0111'].map((search) => isForPart({ search }))).toEqual([true, true]);
  await pool.query("update send_job set state = 'DELIVERED', finished_at = now()");
  const ended = async (search: string) =>
    await searchEndedJobs(db, {
      ...all,
      search,
      since: new Date(Date.now() - 60_000),
      until: new Date(Date.now() + 60_000),
    });
  expect([await ended(''), await ended('abc')].map(({ length }) => length)).toEqual([3, 0]);
});
