import { PgBoss } from 'pg-boss';

import type { JobDefinition } from '#engine/jobs/port.ts';
import { openJobQueue } from '#engine/jobs/queue.ts';

import { silentLog } from './test-database.ts';
import type { TestDatabase } from './test-database.ts';

/**
 * Runs one job of the real queue, attempt after attempt, without its waits. After each failed attempt, `pass` receives
 * the seconds that the queue would wait, and makes the rows that much older. Returns these waits once the job has
 * ended.
 */
export async function everyTry(
  { connection, pool, db }: TestDatabase,
  definition: JobDefinition,
  payload: object,
  pass: (seconds: number) => Promise<void>,
): Promise<number[]> {
  const { name } = definition;
  const zone = 'UTC';
  const queue = await openJobQueue({
    connection,
    log: silentLog,
    definitions: [definition],
    work: false,
    zone,
    registered: [name],
  });
  const boss = new PgBoss({ ...connection, supervise: false, schedule: false, migrate: false });
  await boss.start();
  const waits: number[] = [];
  try {
    await db.transaction().execute(async (tx) => await queue.enqueue(tx, definition, payload));
    for (;;) {
      const [job] = await boss.fetch(name);
      if (!job) return waits;
      try {
        await definition.run(job.data, AbortSignal.timeout(60_000));
        await boss.complete(name, job.id);
      } catch (error) {
        await boss.fail(name, job.id, { message: String(error) });
        const { rows } = await pool.query<{ seconds: number }>(
          `update pgboss.job j set start_after = now() from pgboss.job before
           where j.id = $1 and before.id = j.id and before.name = j.name and j.state = 'retry'
           returning extract(epoch from before.start_after - now())::float8 as seconds`,
          [job.id],
        );
        const seconds = rows[0]?.seconds;
        if (seconds === undefined) return waits;
        waits.push(seconds);
        await pass(seconds);
      }
    }
  } finally {
    await boss.stop({ graceful: false });
    await queue.stop();
  }
}
