import { PgBoss } from 'pg-boss';
import { Client } from 'pg';
import type { ClientConfig, PoolConfig } from 'pg';

import { KEEP_ALIVE, limitAnswers } from '../database/port.ts';
import { logEvent } from '../log/engine-events.ts';
import { leaveFuture, steadyClock } from './clock.ts';

const SCHEMA = 'pgboss';

/** A worker claims, completes and monitors concurrently; a process that only enqueues uses the caller's connection. */
const CONNECTIONS = { working: 4, enqueuing: 1 } as const;

/** Connection timeout: a dead or exhausted server causes an error instead of a hanging start. */
const CONNECT_LIMIT_MS = 5_000;

/** Longer than any statement of the queue takes; after this time the server counts as lost. */
const ANSWER_LIMIT_MS = 2 * 60_000;

/** How often to check for jobs of dead workers. */
const WATCH_SECONDS = 30;

/**
 * Time limit for running jobs at shutdown, so that Ctrl-C stays quick; a longer job is returned to the queue and runs
 * again after the next start.
 */
const STOP_LIMIT_MS = 6_000;

/** The part of a logger that this folder needs; a pino logger fits. Payloads are never logged. */
export interface JobLog {
  info(fields: object, message: string): void;
  warn(fields: object, message: string): void;
  error(fields: object, message: string): void;
}

/** Options of `openBoss`. */
export interface BossOptions {
  connection: PoolConfig;
  log: JobLog;
  /** True in worker processes; the others only enqueue. */
  work: boolean;
}

/** The started library of the queue, and how to stop it. */
export interface StartedBoss {
  boss: PgBoss;
  readonly stop: () => Promise<void>;
}

/** Starts the library of the queue: it creates or upgrades its tables, and in a worker looks for dead workers. */
export async function openBoss({ connection, log, work }: BossOptions): Promise<StartedBoss> {
  let answerMs = 0;
  const boss = new PgBoss({
    ...connectionOf(
      connection,
      heardClient(() => answerMs),
    ),
    schema: SCHEMA,
    application_name: 'f2e jobs',
    max: work ? CONNECTIONS.working : CONNECTIONS.enqueuing,
    connectionTimeoutMillis: CONNECT_LIMIT_MS,
    supervise: work,
    schedule: work,
    useListenNotify: work,
    superviseIntervalSeconds: WATCH_SECONDS,
    monitorIntervalSeconds: WATCH_SECONDS,
    clock: steadyClock(),
    clockMonitorIntervalSeconds: WATCH_SECONDS,
  });
  // What fails while the queue stops, such as a statement that the database cuts off as it stops itself, is done by the
  // next process.
  let isStopping = false;
  const report = (error: unknown): void => {
    if (!isStopping) logEvent(log, 'jobs.error', { reason: reasonOf(error) });
  };
  boss.on('error', report);
  boss.on(
    'warning',
    onceInARow((message) => logEvent(log, 'jobs.warning', { reason: message })),
  );
  await boss.start();
  answerMs = ANSWER_LIMIT_MS;
  const follow = async (): Promise<void> => await leaveFuture(boss, SCHEMA).catch(report);
  if (work) await follow();
  const following = work ? setInterval(() => void follow(), WATCH_SECONDS * 1_000).unref() : undefined;
  return {
    boss,
    stop: async () => {
      isStopping = true;
      clearInterval(following);
      await boss.stop({ graceful: true, timeout: STOP_LIMIT_MS });
    },
  };
}

/** The difference between two clocks, for example, is measured and reported again and again. */
function onceInARow(report: (message: string) => void): (warning: { message: string }) => void {
  let last = '';
  return ({ message }) => {
    if (message !== last) report(message);
    last = message;
  };
}

/**
 * Returns a client class with an error listener and an answer limit. A connection that breaks between two statements
 * has no other listener, and the event would end the process; the next statement reports the loss. There is no limit
 * during startup, because schema changes can take any length of time.
 */
function heardClient(limitMs: () => number): typeof Client {
  return class extends Client {
    constructor(config?: ClientConfig) {
      super(config);
      this.on('error', () => {});
      limitAnswers(this, limitMs);
    }
  };
}

/** Returns only the settings that locate the server: the pool's own limits do not apply to the queue. */
function connectionOf(
  { connectionString, host, port, user, password, database, ssl }: PoolConfig,
  Heard: typeof Client,
) {
  const ours = { ...KEEP_ALIVE, Client: Heard };
  if (connectionString !== undefined) return { connectionString, ...ours };
  const given = { host, port, user, password, database, ssl, ...ours };
  return Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined));
}

/** Returns the words of an error. */
export function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
