import type { Database } from '#engine/database/port.ts';
import { until } from '#test/sending-rig.ts';

/** What became of a job. */
export interface JobOutcome {
  id: number;
  state: string;
  /** Faxes that its calls left in another inbox. */
  arrived: number;
  leased: boolean;
}

/** Waits until nothing is in the queue, however often the database goes away meanwhile, and tells what became of all. */
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

/** Jobs that are not exactly what was promised: acknowledged and gone, not delivered, delivered twice, never let go. */
export function wrongOnes(jobs: readonly JobOutcome[], promised: readonly number[]): unknown[] {
  const known = new Set(jobs.map(({ id }) => id));
  return [
    ...promised.filter((id) => !known.has(id)).map((id) => `${id} is lost`),
    ...jobs.filter(({ state, arrived, leased }) => state !== 'DELIVERED' || arrived !== 1 || leased),
  ];
}
