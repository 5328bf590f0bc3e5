import { sql } from 'kysely';

import type { Db } from '#engine/database/port.ts';

/** Answers when the database can be read and a transaction can be begun for writing; throws otherwise. */
export async function pingDatabase(db: Db): Promise<void> {
  await sql`select 1`.execute(db);
}

/** Jobs that are not finished, by state. */
export async function countOpenJobs(db: Db): Promise<Map<string, number>> {
  const rows = await db
    .selectFrom('send_job')
    .select(['state', (eb) => eb.fn.countAll<number>().as('jobs')])
    .where('state', 'in', ['QUEUED', 'CONVERTING', 'SENDING', 'WAITING'])
    .groupBy('state')
    .execute();
  return new Map(rows.map(({ state, jobs }) => [state, jobs]));
}

/** Seconds that the job has waited that should have begun longest ago; 0 when none is late. */
export async function readOldestDueSeconds(db: Db): Promise<number> {
  const { rows } = await sql<{ seconds: number }>`
    select coalesce(extract(epoch from now() - min(next_at)), 0)::float8 as seconds
    from send_job where state in ('QUEUED', 'WAITING') and next_at < now()`.execute(db);
  return rows[0]?.seconds ?? 0;
}
