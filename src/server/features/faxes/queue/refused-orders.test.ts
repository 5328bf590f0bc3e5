import { beforeEach, describe, expect, it } from 'vitest';

import type { CallOutcome } from '#engine/fax-line/port.ts';
import { MANY_FAULTS } from '#server/features/faxes/lines/lines.service.ts';
import { makeAccount } from '#test/factories.ts';
import { claiming, fillQueue, jobStates } from '#test/queue-rig.ts';
import { startSending, until } from '#test/sending-rig.ts';
import type { SendingRig } from '#test/sending-rig.ts';
import { stopAfterEach } from '#test/stop-after-each.ts';

import { claimCalls } from './next-call.ts';
import { createJobAdmin } from './operate-jobs.ts';
import type { OutboxWorker } from './outbox.worker.ts';

const UNKNOWN_WORDS: CallOutcome = {
  kind: 'retry',
  reason: 'LINE_FAULT',
  pagesConfirmed: 0,
  detail: 'quota',
};

let rig: SendingRig;
let worker: OutboxWorker | undefined;
/** What the carrier says to orders for the first account; it takes those of the others. */
let answer: CallOutcome | { kind: 'never-placed' };
/** The account whose faxes are refused, and another one. */
let refused: { id: number; number: string };
let other: { id: number };

beforeEach(async () => {
  answer = UNKNOWN_WORDS;
  rig = await startSending({
    line: (simulator) => ({
      ...simulator,
      send: async (call) => {
        if (call.from.number === refused.number) return answer;
        if (!(await call.handOver(() => undefined))) return { kind: 'never-placed' };
        return { kind: 'delivered', pages: call.pages };
      },
    }),
  });
  await rig.sending.lineAdmin.addLine({ kind: 'simulator' });
  refused = await makeAccount(rig.database.db);
  other = await makeAccount(rig.database.db);
  await fillQueue(rig, refused.id, 1);
});
stopAfterEach(() => ({ rig, worker }));

async function run(statement: string, ...values: unknown[]): Promise<void> {
  await rig.database.pool.query(statement, values);
}

/** What is known of the fax that is refused. */
async function refusedFax() {
  const { rows } = await rig.database.pool.query<Record<string, unknown>>(
    `select j.state, j.dials, j.faults, j.failed_lines as lines, j.last_error as error, f.status, f.reason
     from send_job j join fax f on f.account_id = j.account_id and f.id = j.fax_id where j.account_id = $1`,
    [refused.id],
  );
  return rows[0];
}

/** So many calls of the fax that is refused are on record, from the first one on so many hours ago. */
async function calledBefore(calls: number, hours: number): Promise<void> {
  await run(
    `insert into send_attempt (job_id, n, started_at, ended_at, result)
     select id, n, now() - make_interval(hours => $3), now(), 'LINE_FAULT' from send_job, unnest(array[1, $2::int]) n
     where account_id = $1 on conflict do nothing`,
    refused.id,
    calls,
    hours,
  );
}

async function work(): Promise<void> {
  worker = await rig.sending.startWorker({ convertSlots: 1 });
}

/** The next call of the fax that is refused, at once. */
async function retry(): Promise<void> {
  const { rows } = await rig.database.pool.query<{ id: number }>(
    'select id from send_job where account_id = $1',
    [refused.id],
  );
  await createJobAdmin(rig).retry(rows[0]?.id ?? 0);
}

describe('a fax that a carrier goes on refusing', () => {
  it('holds up nobody, also where no further call of it can be written down', async () => {
    await calledBefore(32_767, 1);
    await fillQueue(rig, other.id, 3);
    await work();
    await until(
      async () => await jobStates(rig),
      (states) => states['DELIVERED'] === 3,
    );
    await worker?.stop();
    worker = undefined;
    const next = await claimCalls(claiming(rig), '1', 8);
    expect(next.calls).toEqual([]);
    expect(await refusedFax()).toMatchObject({ state: 'QUEUED', dials: 0 });
  });

  it('ends as not sent with its reason after three days, and its sender is told', async () => {
    await calledBefore(199, 80);
    await run('update send_job set faults = 199 where account_id = $1', refused.id);
    await work();
    await until(refusedFax, (fax) => fax?.['state'] === 'FAILED');
    expect(await refusedFax()).toMatchObject({ status: 'FAILED', reason: 'LINE_FAULT', error: 'LINE_FAULT' });
    const { rows } = await rig.database.pool.query<{ detail: unknown }>(
      `select detail from audit where action = 'fax.failed' and account_id = $1`,
      [refused.id],
    );
    expect(rows).toMatchObject([{ detail: { reason: 'LINE_FAULT' } }]);
  });

  it('ends before the numbers of its calls do, whatever puts it back', async () => {
    answer = { kind: 'never-placed' };
    await calledBefore(29_999, 1);
    await work();
    await until(refusedFax, (fax) => fax?.['state'] === 'FAILED');
    expect(await refusedFax()).toMatchObject({ state: 'FAILED', error: 'LOST' });
  });

  it('counts faults in a row, and names each line that failed it once', async () => {
    await work();
    for (const faults of [1, 2, 3]) {
      await until(refusedFax, (fax) => fax?.['faults'] === faults && fax['state'] === 'WAITING');
      await retry();
    }
    const lines = (await refusedFax())?.['lines'];
    expect(lines).toHaveLength(1);
    answer = { kind: 'retry', reason: 'BUSY', pagesConfirmed: 0 };
    await retry();
    await until(refusedFax, (fax) => fax?.['faults'] === 0);
  });

  it('lets the others of its account go first when every order of it makes the line rest', async () => {
    answer = { ...UNKNOWN_WORDS, restMs: 50 };
    await run('update send_job set faults = $2 where account_id = $1', refused.id, MANY_FAULTS);
    await work();
    await until(refusedFax, (fax) => fax?.['faults'] === MANY_FAULTS + 1);
    const { rows } = await rig.database.pool.query<{ wait: number }>(
      'select extract(epoch from next_at - now())::float8 as wait from send_job',
    );
    expect(rows[0]?.wait).toBeGreaterThan(10);
  });
});
