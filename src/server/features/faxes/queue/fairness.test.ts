import { sql } from 'kysely';
import { afterEach, describe, expect, it } from 'vitest';

import { makeAccount } from '#test/factories.ts';
import { fillQueue, jobStates, patientLine } from '#test/queue-rig.ts';
import type { OpenCall } from '#test/queue-rig.ts';
import { startSending, until } from '#test/sending-rig.ts';
import type { SendingRig } from '#test/sending-rig.ts';

import type { OutboxWorker } from './outbox.worker.ts';
import { candidatesQuery, findCandidates } from './candidates.store.ts';

/** A broadcast goes to as many numbers as one form takes. */
const NUMBERS = 10;
const BROADCASTS = 100;
/** Number of windows that send them at the same time. */
const SENDERS = 5;

let rig: SendingRig;
let worker: OutboxWorker | undefined;
let open: OpenCall[];

afterEach(async () => {
  await rig.database.pool.query(
    "update send_job set state = 'CANCELLED' where state in ('QUEUED', 'WAITING')",
  );
  for (const { end } of open) end({ kind: 'delivered', pages: 1 });
  await worker?.stop();
  worker = undefined;
  await rig.stop();
});

async function start(channels: number): Promise<void> {
  open = [];
  rig = await startSending({ line: patientLine(open), connections: 20 });
  await rig.sending.lineAdmin.addLine({ kind: 'simulator', channels });
}

async function work(): Promise<void> {
  worker = await rig.another().startWorker({ convertSlots: 1 });
}

function numbersOf(broadcast: number): string[] {
  return Array.from({ length: NUMBERS }, (_, i) => `310${200 + i}${String(1_000 + broadcast)}`);
}

/** Ends the oldest call and waits for the one that begins in its slot. Returns its caller and its number. */
async function nextAfterOne(): Promise<{ from: string; to: string }> {
  const before = open.length;
  open.shift()?.end({ kind: 'delivered', pages: 1 });
  await until(
    async () => open.length,
    (n) => n === before,
  );
  const call = open.at(-1)?.call;
  return { from: call?.from.number ?? '', to: call?.to ?? '' };
}

/** Waits until the documents of an account have their pages. */
async function converted({ id }: { id: number }): Promise<void> {
  await until(
    async () =>
      (await rig.database.pool.query('select from send_job where not ready and account_id = $1', [id]))
        .rowCount,
    (left) => left === 0,
  );
}

describe('whose turn it is', () => {
  it('[F-send-20] 1,000 faxes of one account in a minute are all taken, another’s single one is dialled in the next slot', async () => {
    await start(2);
    const many = await makeAccount(rig.database.db, { monthLimit: 100_000 });
    const one = await makeAccount(rig.database.db);
    const taken: unknown[] = [];
    const sender = async (first: number): Promise<void> => {
      for (let i = first; i < BROADCASTS; i += SENDERS)
        taken.push(...(await rig.send(many.id, numbersOf(i))));
    };
    await Promise.all(Array.from({ length: SENDERS }, async (_, i) => await sender(i)));
    expect(taken).toHaveLength(BROADCASTS * NUMBERS);
    expect(await jobStates(rig)).toEqual({ QUEUED: BROADCASTS * NUMBERS });
    await work();
    await until(
      async () => open.length,
      (n) => n === 2,
    );
    await rig.send(one.id, ['3105550111']);
    await converted(one);
    expect((await nextAfterOne()).from).toBe(one.number);
    // The two accounts that were passed over take turns.
    expect((await nextAfterOne()).from).toBe(many.number);
  }, 60_000);

  it('a fax to one number goes before those of the account’s own broadcasts, which go on after it', async () => {
    await start(1);
    const account = await makeAccount(rig.database.db, { monthLimit: 100_000 });
    await rig.send(account.id, numbersOf(1));
    await work();
    await until(
      async () => open.length,
      (n) => n === 1,
    );
    await rig.send(account.id, ['3105550111']);
    await converted(account);
    expect((await nextAfterOne()).to).toBe('3105550111');
    expect(numbersOf(1)).toContain((await nextAfterOne()).to);
  });

  it('[F-send-17] the account’s oldest due fax is next, however long each of them was put off', async () => {
    await start(1);
    const { id } = await makeAccount(rig.database.db);
    await fillQueue(rig, id, 4);
    const { rows } = await rig.database.pool.query<{ id: number }>('select id from send_job order by id');
    const jobs = rows.map((row) => row.id);
    // The states that a rest leaves if it ends before all jobs were examined: refused last, postponed, not examined,
    // still waiting.
    for (const [at, seconds] of [
      [0, 0],
      [1, -1],
      [2, -9],
      [3, 60],
    ] as const)
      await rig.database.pool.query(
        'update send_job set next_at = now() + make_interval(secs => $1) where id = $2',
        [seconds, jobs[at]],
      );
    const next = [];
    for (;;) {
      const [candidate] = await findCandidates(rig.database.db, { turn: -1, accountId: 0 });
      if (!candidate) break;
      next.push(candidate.jobId);
      await rig.database.pool.query('delete from send_job where id = $1', [candidate.jobId]);
    }
    expect(next).toEqual(jobs.slice(0, 3));
  });

  it('finds them by the index, however many wait', async () => {
    await start(1);
    for (let i = 0; i < 3; i += 1) {
      const { id } = await makeAccount(rig.database.db);
      await fillQueue(rig, id, 5_000);
    }
    await rig.database.pool.query(
      'update send_job set priority = id % 2; analyze send_job; analyze send_turn',
    );
    const query = candidatesQuery({ turn: -1, accountId: 0 });
    const { rows } = await sql<Record<string, string>>`explain ${query}`.execute(rig.database.db);
    const plan = rows.map((row) => row['QUERY PLAN']).join('\n');
    expect(plan).toContain('using send_job_next on send_job');
    expect(plan).not.toContain('Seq Scan on send_job');
  });
});
