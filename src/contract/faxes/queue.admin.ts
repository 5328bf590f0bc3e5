import { z } from 'zod';
import { defineCall } from '#contract/kit/call.ts';
import { success } from '#contract/kit/errors.ts';
import { paging } from '#contract/kit/paging.ts';
import { idIn, idOut, timeOut } from '#contract/kit/wire.ts';
import { operatorErrors } from '#contract/identity/operators.admin.ts';

/** Rows per page in the console's lists. */
export const CONSOLE_PAGE = 25;
/** Maximum length of a search in the console. */
export const CONSOLE_SEARCH_MAX = 64;

/** Search and paging parameters of a list. */
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
  /** When the line is used; empty for always. */
  hours: z.string(),
  busy: z.number(),
  state: z.enum(['on', 'drain', 'off']),
  /** Why the line takes no calls although it is on; null while its checks succeed. */
  fault: z.string().nullable(),
});
export type ConsoleLine = z.output<typeof line>;

/** One of the lines that reach a number, and why a call used it or not. */
export const considered = z.object({
  line: z.string(),
  because: z.enum(['CHOSEN', 'FAULT', 'CLOSED', 'RESTING', 'FAILED', 'FULL', 'PRICE', 'PRIORITY']),
  price: z.number().nullable(),
});
export type ConsideredLine = z.output<typeof considered>;

const job = z.object({
  id: idOut,
  uid: idOut,
  /** Number of the sending account. */
  from: z.string(),
  to: z.string(),
  state: z.enum(JOB_STATES),
  /** Whether calls are paused because the account or its administrator is suspended. */
  held: z.boolean(),
  /** Whether its sender chose a later time, which is in `nextAt`. */
  scheduled: z.boolean(),
  /** Whether it was sent with a test key: no call is placed. */
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

/** Returns whether the installation works, and what is waiting for workers and for operators. */
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
    /** Disk space of F2E_DATA on the machine that responds; null if it cannot be read. */
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

/** Lists faxes in progress and finished ones, unfinished first; `total` counts the rows known so far. */
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
    /** Only faxes that ended for this reason. */
    reason: z.string().max(40).default('').catch(''),
    /** Only faxes that ended from `since` on and before `until`; with either, the latest end comes first. */
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

/** Returns one fax in progress with every call placed for it. */
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
      /** When its pages were ready, and how long the conversion took; null if unknown. */
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
        /** The id of its record if the line reports the progress of calls. */
        recordId: idOut.nullable(),
        /** Why the call used its line; empty if there was no choice. */
        why: z.array(considered),
      }),
    ),
  }),
});

/** Retries a fax, cancels it, or releases one that a restore holds. */
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

/** A kind of line that can be added, with its settings. Labels are English; clients translate the ones they know. */
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

/** Lists the lines, outgoing and incoming, with their state. */
export const operatorLines = defineCall({
  method: 'GET',
  path: '/operator/api/lines',
  access: 'operator',
  right: 'support',
  summary: 'Console: lines',
  reply: z.object({ lines: z.array(line), kinds: z.array(lineKind) }),
});

/** Adds a line; its credentials are sealed and never shown again. */
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
    /** Price per page in cents: of lines with equal priority the cheapest is tried first. */
    price: z.number().nullable().default(null),
    channels: z.number().int().min(1).max(1_000),
    /** When the line is used, such as `mon-fri 08:00-18:00`; empty for always. */
    hours: z.string().max(100).default(''),
    /** Values by the names of the kind's fields. */
    config: z.record(z.string().max(64), z.string().max(2_000)),
  }),
  reply: z.object({
    name: z.string(),
    /** The address for the carrier's reports on calls; null for lines that poll. */
    webhookUrl: z.string().nullable(),
  }),
  errors: operatorErrors,
});
