import { fromKysely } from 'pg-boss';
import type { PgBoss } from 'pg-boss';

import { logEvent } from '../log/engine-events.ts';
import { openBoss, reasonOf } from './boss.ts';
import type { BossOptions, JobLog } from './boss.ts';
import type { JobDefinition, JobKind, JobQueue, QueueHealth } from './port.ts';
import { requireAllJobs } from './registry.ts';

/** Time without a heartbeat after which a worker counts as dead and its job goes to another one. */
const HEARTBEAT_SECONDS = 30;

const DEFAULT_LIMIT_SECONDS = 15 * 60;

/** New jobs wake the workers; polling finds jobs that become due later (delayed jobs, retries), which wake nobody. */
const POLL_SECONDS = 2;

/** A process that cannot run a job removes its schedule at startup; processes that can restore it at this interval. */
const RESCHEDULE_MS = 60_000;

/** Options of `openJobQueue`. */
export interface JobQueueOptions extends BossOptions {
  /** Every job of the product, whether or not this process runs them. */
  definitions: readonly JobDefinition[];
  /** Time zone of the cron expressions, an IANA name. */
  zone: string;
  /** The list that the definitions must match; tests pass their own. */
  registered?: readonly string[];
}

/** Opens the queue and, in a worker, starts running jobs. Throws if the definitions do not match the registry. */
export async function openJobQueue(options: JobQueueOptions): Promise<JobQueue> {
  const { definitions, work } = options;
  requireAllJobs(
    definitions.map(({ name }) => name),
    options.registered,
  );
  const { boss, stop } = await openBoss(options);
  await declareQueues(boss, definitions);
  const scheduling = work ? await startWork(boss, options) : undefined;
  return {
    enqueue: async (tx, kind, payload, { notBefore, group } = {}) => {
      const id = await boss.send(kind.name, kind.payload.parse(payload) as object, {
        db: fromKysely(tx),
        ...(notBefore && { startAfter: notBefore }),
        ...(group && { group: { id: group } }),
      });
      if (id === null) throw new Error(`the job ${kind.name} was not taken`);
    },
    check: async () => await checkQueue(boss, definitions),
    stop: async () => {
      clearInterval(scheduling);
      await stop();
    },
  };
}

function queueOptions({ retry, timeLimitSeconds = DEFAULT_LIMIT_SECONDS }: JobKind) {
  return {
    retryLimit: retry.times,
    retryDelay: retry.firstDelaySeconds,
    retryBackoff: true,
    retryDelayMax: retry.longestDelaySeconds,
    expireInSeconds: timeLimitSeconds,
    heartbeatSeconds: HEARTBEAT_SECONDS,
    notify: true,
  };
}

async function declareQueues(boss: PgBoss, definitions: readonly JobDefinition[]): Promise<void> {
  const existing = new Set((await boss.getQueues()).map(({ name }) => name));
  for (const definition of definitions) {
    const options = queueOptions(definition);
    // The policy of a queue is fixed at creation; the other options are updated.
    const policy = definition.onlyOne === true ? 'singleton' : 'standard';
    if (existing.has(definition.name)) await boss.updateQueue(definition.name, options);
    else await boss.createQueue(definition.name, { ...options, policy });
  }
}

async function startWork(boss: PgBoss, { definitions, log, zone }: JobQueueOptions): Promise<NodeJS.Timeout> {
  const mine = definitions.filter(({ here = true }) => here);
  for (const definition of mine) {
    const { name, sideBySide = 1, together = 1, mostOfGroup } = definition;
    const polling = { pollingIntervalSeconds: POLL_SECONDS, notifyPollingIntervalSeconds: POLL_SECONDS };
    const batch = { batchSize: together, burstWhenBatchFull: true, perJobResults: true as const };
    await boss.work(
      name,
      {
        localConcurrency: sideBySide,
        ...(mostOfGroup !== undefined && { groupConcurrency: mostOfGroup }),
        ...batch,
        ...polling,
      },
      async (jobs) => await Promise.all(jobs.map(async (job) => await runOne(definition, job, log))),
    );
  }
  const schedule = async (only: readonly JobDefinition[]): Promise<void> => {
    for (const { name, cron } of only)
      if (cron !== undefined) await boss.schedule(name, cron, {}, { tz: zone, missed: 'once' });
  };
  await schedule(mine);
  const scheduled = new Set(mine.filter(({ cron }) => cron !== undefined).map(({ name }): string => name));
  for (const { name } of await boss.getSchedules()) {
    // A job that has no schedule in this version, or that no process can run, would otherwise be started forever.
    if (!scheduled.has(name)) await boss.unschedule(name);
  }
  const contested = mine.filter(({ here }) => here !== undefined);
  return setInterval(() => {
    schedule(contested).catch((error: unknown) => logEvent(log, 'jobs.error', { reason: reasonOf(error) }));
  }, RESCHEDULE_MS).unref();
}

/** Runs one job of a batch; if it fails, only that job is retried. */
async function runOne(
  definition: JobDefinition,
  { id, data, signal }: { id: string; data: unknown; signal: AbortSignal },
  log: JobLog,
): Promise<{ id: string; status: 'completed' } | { id: string; status: 'failed'; output: object }> {
  try {
    await definition.run(data, signal);
    return { id, status: 'completed' };
  } catch (error) {
    const reason = reasonOf(error);
    logEvent(log, 'jobs.job-failed', { job: definition.name, id, reason });
    return { id, status: 'failed', output: { message: reason } };
  }
}

async function checkQueue(boss: PgBoss, definitions: readonly JobDefinition[]): Promise<QueueHealth> {
  try {
    const existing = new Set((await boss.getQueues()).map(({ name }) => name));
    const missing = definitions.filter(({ name }) => !existing.has(name)).map(({ name }) => name);
    return missing.length === 0
      ? { ok: true }
      : { ok: false, reason: `queues are missing: ${missing.join(', ')}` };
  } catch (error) {
    return { ok: false, reason: reasonOf(error) };
  }
}
