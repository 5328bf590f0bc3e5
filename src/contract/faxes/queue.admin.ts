import { z } from 'zod';
import { defineCall } from '#contract/kit/call.ts';
import { success } from '#contract/kit/errors.ts';
import { paging } from '#contract/kit/paging.ts';
import { idIn, idOut, timeOut } from '#contract/kit/wire.ts';
import { operatorErrors } from '#contract/identity/operators.admin.ts';

/** Rows of a page of the console's lists. */
export const CONSOLE_PAGE = 25;
/** What may be typed into a search of the console. */
export const CONSOLE_SEARCH_MAX = 64;

/** Search and page of a list. */
export const consoleList = { ...paging, search: z.string().max(CONSOLE_SEARCH_MAX).default('').catch('') };

export const JOB_STATES = [
  'QUEUED',
  'CONVERTING',
  'SENDING',
  'WAITING',
  'UNCERTAIN',
  'DELIVERED',
  'FAILED',
  'CANCELLED',
] as const;

const line = z.object({
  name: z.string(),
  kind: z.string(),
  pattern: z.string(),
  priority: z.number(),
  /** Price per page in cents; null if not set. */
  price: z.number().nullable(),
  channels: z.number(),
  /** When it is used; empty for always. */
  hours: z.string(),
  busy: z.number(),
  state: z.enum(['on', 'drain', 'off']),
  /** Why it takes no calls although it is on; null while its checks succeed. */
  fault: z.string().nullable(),
});
export type ConsoleLine = z.output<typeof line>;

/** One of the lines that reach a number, and why a call went over it or not. */
export const considered = z.object({
  line: z.string(),
  because: z.enum(['CHOSEN', 'FAULT', 'CLOSED', 'RESTING', 'FAILED', 'FULL', 'PRICE', 'PRIORITY']),
  price: z.number().nullable(),
});
export type ConsideredLine = z.output<typeof considered>;

const job = z.object({
  id: idOut,
  uid: idOut,
  /** Number of the account that sends. */
  from: z.string(),
  to: z.string(),
  state: z.enum(JOB_STATES),
  /** Not called at the moment: its account is suspended, or the administrator of its account. */
  held: z.boolean(),
  /** Not dialed before a time that its sender chose; `nextAt` says when. */
  scheduled: z.boolean(),
  /** Sent with a test key: nothing is called. */
  test: z.boolean(),
  dials: z.number(),
  pages: z.number(),
  line: z.string().nullable(),
  reason: z.string().nullable(),
  origin: z.string(),
  createdAt: timeOut,
  nextAt: timeOut.nullable(),
  finishedAt: timeOut.nullable(),
});
export type ConsoleJob = z.output<typeof job>;

/** Whether the installation works, and what waits: for workers, and for an operator. */
export const operatorOverview = defineCall({
  method: 'GET',
  path: '/operator/api/overview',
  access: 'operator',
  right: 'watch',
  background: true,
  summary: 'Console: health and what waits',
  reply: z.object({
    ready: z.boolean(),
    reasons: z.array(z.string()),
    warnings: z.array(z.string()),
    sandbox: z.string(),
    unavailable: z.array(z.string()),
    mail: z.string(),
    /** The disk of F2E_DATA on the machine that answers; null where it cannot be read. */
    disk: z.object({ freeBytes: z.number(), totalBytes: z.number() }).nullable(),
    queues: z.array(
      z.object({
        queue: z.enum(['send', 'convert', 'mail', 'copy', 'background']),
        state: z.string(),
        depth: z.number(),
        oldestSeconds: z.number(),
      }),
    ),
    lines: z.array(line),
    waiting: z.object({
      cancellations: z.number(),
      ports: z.number(),
      storages: z.number(),
      held: z.number(),
      unrouted: z.number(),
    }),
  }),
});

/** Faxes on their way and their history, unfinished ones first; `total` counts what is known to follow. */
export const operatorJobs = defineCall({
  method: 'GET',
  path: '/operator/api/jobs',
  access: 'operator',
  right: 'support',
  summary: 'Console: faxes on their way',
  query: z.object({
    ...consoleList,
    state: z
      .enum(['', 'open', ...JOB_STATES])
      .default('')
      .catch(''),
    /** Only what ended for this reason. */
    reason: z.string().max(40).default('').catch(''),
    /** Only what ended from this moment on, and before that one; with either, the newest end comes first. */
    since: z.iso.datetime({ offset: true }).optional().catch(undefined),
    until: z.iso.datetime({ offset: true }).optional().catch(undefined),
  }),
  reply: z.object({
    rows: z.array(job),
    total: z.number(),
    /** Of a search for a part of a number: it is looked for among so many faxes, the newest ones. */
    among: z.number().optional(),
  }),
});

/** One fax on its way with every call that was placed. */
export const operatorJob = defineCall({
  method: 'GET',
  path: '/operator/api/job',
  access: 'operator',
  right: 'support',
  summary: 'Console: one fax on its way, with its calls',
  query: z.object({ id: idIn }),
  reply: z.object({
    job: job.extend({
      confirmedPages: z.number(),
      worker: z.string().nullable(),
      /** When its pages were ready, and how long making them took; null where that is not known. */
      convertedAt: timeOut.nullable(),
      convertMs: z.number().nullable(),
    }),
    calls: z.array(
      z.object({
        n: z.number(),
        line: z.string().nullable(),
        startedAt: timeOut,
        endedAt: timeOut.nullable(),
        result: z.string().nullable(),
        pages: z.number(),
        rate: z.number().nullable(),
        seconds: z.number().nullable(),
        stationId: z.string(),
        detail: z.string(),
        callRef: z.string(),
        /** Its record, where the line tells how its calls go. */
        recordId: idOut.nullable(),
        /** Why it went over its line; empty where there was no choice. */
        why: z.array(considered),
      }),
    ),
  }),
});

/** Tries a fax again, cancels it, or sends one that a restore has held. */
export const operatorJobAct = defineCall({
  method: 'POST',
  path: '/operator/api/job',
  access: 'operator',
  right: 'support',
  summary: 'Console: retry, cancel or release a fax',
  body: z.object({ id: idIn, verb: z.enum(['retry', 'cancel', 'release']) }),
  reply: success,
  errors: operatorErrors,
});

/** A kind of line that can be added, and what it asks for. Labels are English; clients translate those they know. */
const lineKind = z.object({
  kind: z.string(),
  label: z.string(),
  fields: z.array(
    z.object({
      name: z.string(),
      label: z.string(),
      hint: z.string(),
      secret: z.boolean(),
      required: z.boolean(),
    }),
  ),
});
export type ConsoleLineKind = z.output<typeof lineKind>;

/** The ways out and in, and how they are. */
export const operatorLines = defineCall({
  method: 'GET',
  path: '/operator/api/lines',
  access: 'operator',
  right: 'support',
  summary: 'Console: lines',
  reply: z.object({ lines: z.array(line), kinds: z.array(lineKind) }),
});

/** Puts a line into use; what it needs to log in is sealed and never shown again. */
export const operatorLineAdd = defineCall({
  method: 'POST',
  path: '/operator/api/lines',
  access: 'operator',
  summary: 'Console: add a line',
  body: z.object({
    kind: z.string().max(32),
    name: z.string().max(64),
    pattern: z.string().max(200),
    priority: z.number().int().min(0).max(100_000),
    /** Of a page, in cents: of lines with one priority the cheapest is tried first. */
    price: z.number().nullable().default(null),
    channels: z.number().int().min(1).max(1_000),
    /** When it is used, like `mon-fri 08:00-18:00`; empty for always. */
    hours: z.string().max(100).default(''),
    /** By the names of the kind's fields. */
    config: z.record(z.string().max(64), z.string().max(2_000)),
  }),
  reply: z.object({
    name: z.string(),
    /** Where its carrier reports calls; null for lines that ask themselves. */
    webhookUrl: z.string().nullable(),
  }),
  errors: operatorErrors,
});
