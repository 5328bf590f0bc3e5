import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';

import { makeAccount } from '#test/factories.ts';
import { claiming, fillQueue } from '#test/queue-rig.ts';
import { startSending } from '#test/sending-rig.ts';
import type { SendingRig } from '#test/sending-rig.ts';

import { claimCalls } from './next-call.ts';
import { nextDue, postponeJob } from './queue.store.ts';
import { takeOverJob } from './recover.store.ts';

let rig: SendingRig;
let accountId: number;

beforeAll(async () => {
  rig = await startSending();
  await rig.sending.lineAdmin.addLine({ kind: 'simulator' });
});
beforeEach(async () => {
  await rig.database.pool.query('delete from send_attempt; delete from send_job');
  ({ id: accountId } = await makeAccount(rig.database.db));
});
afterAll(async () => await rig.stop());

describe('how long a job waits', () => {
  it('a lease that was renewed within four seconds is nobody else’s, even if the lock of its holder is free', async () => {
    await fillQueue(rig, accountId, 1);
    const { calls } = await claimCalls(claiming(rig), '1', 1);
    // In one transaction, in which the database's clock stands still.
    const takenOver = async (secondsLeft: number) =>
      await rig.database.transaction(async (tx) => {
        await sql`update send_job set lease_until = now() + make_interval(secs => ${secondsLeft})`.execute(
          tx,
        );
        return await takeOverJob(tx, '2', []);
      });
    for (const left of [30, 26.5]) expect([left, await takenOver(left)]).toEqual([left, null]);
    const [claimed] = calls;
    expect(await takenOver(25.5)).toMatchObject({
      jobId: claimed?.job.jobId,
      token: (claimed?.job.token ?? 0) + 1,
      dialled: false,
    });
  });

  it('a job that no line reaches is put off with its reason, and the next one of an acting account says when to look', async () => {
    await fillQueue(rig, accountId, 3);
    const { rows } = await rig.database.pool.query<{ id: number }>('select id from send_job order by id');
    const [first = 0, second = 0, third = 0] = rows.map(({ id }) => id);
    await rig.database.pool.query("update send_job set state = 'SENDING' where id = $1", [third]);
    const seen = await rig.database.transaction(async (tx) => {
      await postponeJob(tx, first, 200, 'NO_ROUTE');
      const now = await sql<{ at: Date }>`select now() + interval '100 seconds' as at`.execute(tx);
      await postponeJob(tx, second, now.rows[0]?.at ?? 0, 'LINE_FAULT');
      await postponeJob(tx, third, 1, 'NO_ROUTE');
      const jobs = await sql`
        select state, last_error as reason, round(extract(epoch from next_at - now()))::int as seconds
        from send_job where state = 'WAITING' order by id`.execute(tx);
      return { jobs: jobs.rows, due: await nextDue(tx) };
    });
    expect(seen.jobs).toEqual([
      { state: 'WAITING', reason: 'NO_ROUTE', seconds: 200 },
      { state: 'WAITING', reason: 'LINE_FAULT', seconds: 100 },
    ]);
    expect(seen.due).toBeCloseTo(100_000, -1);
    await rig.database.pool.query("update account set state = 'suspended' where id = $1", [accountId]);
    expect(await nextDue(rig.database.db)).toBeNull();
  });
});
