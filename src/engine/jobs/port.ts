import type { z } from 'zod';

import type { Db } from '#engine/database/port.ts';
import type { JobName } from './registry.ts';

/** How often and when a job that threw is tried again. */
export interface JobRetry {
  /** Tries after the first one. */
  times: number;
  /** Seconds before the first of them; doubled (with jitter) before each further one. */
  firstDelaySeconds: number;
  /** The longest wait between two tries. */
  longestDelaySeconds: number;
}

/** One kind of background work. The payload holds ids, never contents: it lies in a table and in backups. */
export interface JobKind<Payload extends z.ZodType = z.ZodType> {
  name: JobName;
  payload: Payload;
  retry: JobRetry;
  /** A run longer than this is given up and tried again. Default 15 minutes. */
  timeLimitSeconds?: number;
  /** Runs of this kind side by side in one process. Default 1. */
  sideBySide?: number;
  /**
   * Jobs that one worker takes at once and runs side by side; when it got so many, it comes back without a pause.
   * Default 1: a worker looks every two seconds, which is far too slow for a backlog of many small jobs.
   */
  together?: number;
  /** Runs side by side of one group of jobs in the whole installation, so that one slow receiver never holds the queue. */
  mostOfGroup?: number;
  /** Never two runs at a time in the whole installation: for clean-up over all accounts. */
  onlyOne?: boolean;
  /** When it starts by itself, with an empty payload: a cron expression in the server's zone. */
  cron?: string;
  /**
   * False where this process lacks what the job takes, like a folder that only one machine has: then it leaves the job
   * to the others, and the schedule to those who can do it.
   */
  here?: boolean;
}

/** A kind together with what it does. */
export interface JobDefinition extends JobKind {
  run(payload: unknown, signal: AbortSignal): Promise<void>;
}

/** When a job may start, and what makes two of them the same. */
export interface EnqueueOptions {
  /** Not before this instant. */
  notBefore?: Date;
  /** Jobs that may wait for the same thing, like a receiver's server; see `mostOfGroup`. Empty for none. */
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
  /** Whether jobs can be added and taken right now; `reason` is for the operator. */
  check(): Promise<QueueHealth>;
  /** Lets running jobs finish, hands back the ones that take too long, and closes the connections. */
  stop(): Promise<void>;
}

/** What check found. */
export type QueueHealth = { ok: true } | { ok: false; reason: string };

/** Joins a kind with what it does; the payload reaches `run` in the form of the schema. */
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
