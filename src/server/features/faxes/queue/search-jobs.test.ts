import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { makeAccount } from '#test/factories.ts';
import { fillQueue } from '#test/queue-rig.ts';
import { startSending } from '#test/sending-rig.ts';
import type { SendingRig } from '#test/sending-rig.ts';
import { mostRowsRead, statementsOf } from '#test/statements.ts';

import { NEWEST_JOBS, searchJobs } from './search-jobs.store.ts';
import type { FoundJob, JobSearch } from './search-jobs.store.ts';

const JOBS = 20_000;
const SOUGHT: JobSearch = { search: '', state: '', reason: '', limit: 26, offset: 0 };

let rig: SendingRig;

/** Nearly all were sent; the few that were not are the oldest, and far behind the newest. */
beforeAll(async () => {
  rig = await startSending();
  const { id } = await makeAccount(rig.database.db);
  await fillQueue(rig, id, JOBS);
  const { pool } = rig.database;
  await pool.query("update send_job set state = 'DELIVERED', finished_at = now()");
  await pool.query("update send_job set state = 'UNCERTAIN', last_error = 'UNCERTAIN' where id <= 3");
  await pool.query("update send_job set state = 'FAILED', last_error = 'BARRED' where id = 4");
  await pool.query("update send_job set state = 'QUEUED', finished_at = null where id = $1", [JOBS]);
  await pool.query('update send_job set id = default, to_number = $2 where id = $1', [
    JOBS - 1,
    '4155550100',
  ]);
  await pool.query('vacuum analyze send_job');
});

afterAll(async () => await rig.stop());

/** What is found, and the most rows that a step of the statement reads. */
async function look(sought: Partial<JobSearch>): Promise<{ found: FoundJob[]; read: number }> {
  let found: FoundJob[] = [];
  const [asked] = await statementsOf(async () => {
    found = await searchJobs(rig.database.db, { ...SOUGHT, ...sought });
  });
  return { found, read: await mostRowsRead(rig.database.pool, asked ?? { text: '', values: [] }) };
}

describe('the list of faxes over all that ever were', () => {
  it.each<[name: string, sought: Partial<JobSearch>, ids: number]>([
    ['uncertain', { state: 'UNCERTAIN' }, 3],
    ['cancelled', { state: 'CANCELLED' }, 0],
    ['unfinished', { state: 'open' }, 1],
    ['of a reason', { reason: 'BARRED' }, 1],
    ['of a reason and a state', { reason: 'BARRED', state: 'FAILED' }, 1],
    ['of a reason that no fax has', { reason: 'DECLINED' }, 0],
  ])('finds those that are %s without reading the others', async (_, sought, count) => {
    const { found, read } = await look(sought);
    expect(found).toHaveLength(count);
    expect(read).toBeLessThan(100);
  });

  it('looks for a part of a number among the newest, and finds a whole one wherever it is', async () => {
    const newest = { search: '4155550100'.slice(3) };
    expect((await look(newest)).found).toHaveLength(1);
    const { pool } = rig.database;
    await pool.query('alter sequence send_job_id_seq restart with 1000000');
    await pool.query('update send_job set id = default where id = $1', [JOBS]);
    await pool.query('analyze send_job');
    const { found, read } = await look(newest);
    expect(found).toEqual([]);
    expect(read).toBeLessThan(100);
    expect((await look({ search: '4155550100' })).found).toHaveLength(1);
    expect(NEWEST_JOBS).toBeLessThan(1_000_000 - JOBS);
  });
});
