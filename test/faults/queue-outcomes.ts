import type { Database } from '#engine/database/port.ts';
import { until } from '#test/sending-rig.ts';

/** The outcome of a job. */
export interface JobOutcome {
  id: number;
  state: string;
  /** Number of faxes that its calls left in another inbox. */
  arrived: number;
  leased: boolean;
}

/** Waits until the queue is empty, despite database outages, and returns the outcomes of all jobs. */
export async function whenDrained(database: Pick<Database, 'pool'>): Promise<JobOutcome[]> {
  await until(
    async () => await unfinished(database).catch(() => -1),
    (open) => open === 0,
  );
  const { rows } = await database.pool.query<JobOutcome>(`
    select j.id, j.state, j.lease_owner is not null as leased,
      (select count(*)::int from send_attempt a join inbound_call c on c.call_ref = a.call_ref and c.fax_id is not null
       where a.job_id = j.id) as arrived
    from send_job j order by j.id`);
  return rows;
}

async function unfinished({ pool }: Pick<Database, 'pool'>): Promise<number> {
  const { rows } = await pool.query<{ n: number }>(
    `select count(*)::int as n from send_job where state in ('QUEUED', 'CONVERTING', 'SENDING', 'WAITING')`,
  );
  return rows[0]?.n ?? 0;
}

/** Returns jobs that differ from the promise: acknowledged but lost, not delivered, delivered twice, never released. */
export function wrongOnes(jobs: readonly JobOutcome[], promised: readonly number[]): unknown[] {
  const known = new Set(jobs.map(({ id }) => id));
  return [
    ...promised.filter((id) => !known.has(id)).map((id) => `${id} is lost`),
    ...jobs.filter(({ state, arrived, leased }) => state !== 'DELIVERED' || arrived !== 1 || leased),
  ];
}
