import type { z } from 'zod';

import type { Db } from '#engine/database/port.ts';
import type { JobName } from './registry.ts';

/** How often and when a job that threw is retried. */
export interface JobRetry {
  /** Attempts after the first one. */
  times: number;
  /** Seconds before the first retry; doubled (with jitter) before each further one. */
  firstDelaySeconds: number;
  /** The longest delay between two attempts. */
  longestDelaySeconds: number;
}

/** One kind of background job. The payload holds IDs, never contents: it is stored in a table and in backups. */
export interface JobKind<Payload extends z.ZodType = z.ZodType> {
  name: JobName;
  payload: Payload;
  retry: JobRetry;
  /** A longer run is aborted and retried. Default 15 minutes. */
  timeLimitSeconds?: number;
  /** Concurrent runs of this kind in one process. Default 1. */
  sideBySide?: number;
  /**
   * Jobs that one worker takes at once and runs concurrently; after a full batch it fetches the next one without a
   * pause.
   * Default 1: the worker then pauses two seconds between jobs, far too slow for a backlog of many small jobs.
   */
  together?: number;
  /** Concurrent runs per group of jobs in the whole installation, so that one slow receiver never blocks the queue. */
  mostOfGroup?: number;
  /** Whether only one run at a time is allowed in the whole installation: for cleanup over all accounts. */
  onlyOne?: boolean;
  /** A cron expression in the server's time zone; the job then starts on that schedule with an empty payload. */
  cron?: string;
  /**
   * False where this process lacks what the job needs, such as a folder that only one machine has: it then leaves the
   * job and its schedule to processes that can run it.
   */
  here?: boolean;
}

/** A kind of job together with its implementation. */
export interface JobDefinition extends JobKind {
  run(payload: unknown, signal: AbortSignal): Promise<void>;
}

/** When a job may start, and which group it belongs to. */
export interface EnqueueOptions {
  /** Not before this instant. */
  notBefore?: Date;
  /** Jobs of one group may wait for the same thing, such as a receiver's server; see `mostOfGroup`. Empty for none. */
  group?: string;
}

/** The queue as services see it. */
export interface JobQueue {
  /** Adds a job inside the caller's own transaction: it exists if and only if that transaction is committed. */
  enqueue<Payload extends z.ZodType>(
    tx: Db,
    kind: JobKind<Payload>,
    payload: z.input<Payload>,
    options?: EnqueueOptions,
  ): Promise<void>;
  /** Checks whether jobs can be added and taken right now; `reason` is for the operator. */
  check(): Promise<QueueHealth>;
  /** Lets running jobs finish, returns those that take too long to the queue, and closes the connections. */
  stop(): Promise<void>;
}

/** The result of `check`. */
export type QueueHealth = { ok: true } | { ok: false; reason: string };

/** Joins a kind with its implementation; `run` receives the payload as parsed by the schema. */
export function defineJob<Payload extends z.ZodType>(
  kind: JobKind<Payload>,
  run: (payload: z.output<Payload>, signal: AbortSignal) => Promise<void>,
): JobDefinition {
  return {
    ...kind,
    run: async (payload, signal) => {
      await run(kind.payload.parse(payload), signal);
    },
  };
}
