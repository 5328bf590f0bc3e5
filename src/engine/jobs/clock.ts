import type { Clock, PgBoss } from 'pg-boss';

/**
 * Returns a clock for the timers of the queue that follows this machine's clock forward but never back: the queue would
 * otherwise neither look for work nor for dead workers for as long as the clock was set back.
 */
export function steadyClock(): Clock {
  let ahead = Date.now() - performance.now();
  return {
    now: () => {
      ahead = Math.max(ahead, Date.now() - performance.now());
      return ahead + performance.now();
    },
    setTimeout: (run, ms) => setTimeout(run, ms),
    clearTimeout: (handle) => clearTimeout(handle as NodeJS.Timeout),
    setInterval: (run, ms) => setInterval(run, ms),
    clearInterval: (handle) => clearInterval(handle as NodeJS.Timeout),
  };
}

/**
 * Moves the times of the queue out of the future, where the database's clock was when they were written; does nothing if
 * it was not set back. Schedules, the search for dead workers, and the jobs of dead workers would otherwise wait until
 * the clock is there again. A job that was added then waits for as long as was meant, one that is retried for its
 * longest delay at most.
 */
export async function leaveFuture(boss: Pick<PgBoss, 'getDb'>, schema: string): Promise<void> {
  const db = boss.getDb();
  const { rows } = await db.executeSql(marks(schema));
  // The search for dead workers stamps its queues all the time: if none is ahead, nothing else is.
  if (rows.length > 0) for (const statement of jobs(schema)) await db.executeSql(statement);
}

/** Allowed difference between two reads of the database's clock, such as by transactions that overlap. */
const STEP = `interval '5 seconds'`;

const marks = (schema: string): string => `
  with schedules as (
    update ${schema}.version set cron_on = least(cron_on, now()), bam_on = least(bam_on, now()),
      flow_on = least(flow_on, now()), reindex_on = least(reindex_on, now()), monitor_backoff_on = null
    where greatest(cron_on, bam_on, flow_on, reindex_on, monitor_backoff_on - interval '1 hour') > now() + ${STEP}
  )
  update ${schema}.queue set monitor_claim_on = least(monitor_claim_on, now()),
    monitor_on = least(monitor_on, now()), maintain_on = least(maintain_on, now())
  where greatest(monitor_claim_on, monitor_on, maintain_on) > now() + ${STEP} returning 1`;

const jobs = (schema: string): string[] => [
  `update ${schema}.job set heartbeat_on = least(heartbeat_on, now()), started_on = least(started_on, now())
   where state = 'active' and greatest(heartbeat_on, started_on) > now() + ${STEP}`,
  `update ${schema}.job set start_after = start_after - (created_on - now()), created_on = now()
   where state = 'created' and created_on > now() + ${STEP}`,
  `update ${schema}.job set start_after = now() + make_interval(secs => retry_delay_max)
   where state = 'retry' and start_after > now() + make_interval(secs => retry_delay_max) + ${STEP}`,
];
