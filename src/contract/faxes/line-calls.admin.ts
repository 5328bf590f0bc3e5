import { z } from 'zod';

import { defineCall } from '#contract/kit/call.ts';
import { success } from '#contract/kit/errors.ts';
import { idIn, idOut, timeOut } from '#contract/kit/wire.ts';
import { considered } from '#contract/faxes/queue.admin.ts';
import { operatorErrors } from '#contract/identity/operators.admin.ts';

const media = z.enum(['t38', 'audio']);

/** A step of a call, in milliseconds since the call began. */
const step = z.object({
  step: z.enum(['dialing', 'ringing', 'answered', 'media', 'negotiated', 'page']),
  at: z.number(),
  media: media.optional(),
});

const lineCall = z.object({
  id: idOut,
  line: z.string(),
  direction: z.enum(['out', 'in', 'test']),
  /** Digits of the other end; empty if withheld. */
  far: z.string(),
  /** Our number, and the account it belongs to. */
  own: z.string(),
  uid: idOut.nullable(),
  /** The job of the fax that the call sends, and the number of the attempt. */
  jobId: idOut.nullable(),
  n: z.number().nullable(),
  startedAt: timeOut,
  endedAt: timeOut.nullable(),
  /** Whether the call is in progress. If it is neither live nor ended, its process has died. */
  live: z.boolean(),
  /** Duration in seconds, so far or in total. */
  seconds: z.number(),
  steps: z.array(step),
  /** Number of pages in this call; 0 if unknown. */
  pages: z.number(),
  confirmed: z.number(),
  media: media.nullable(),
  rate: z.number().nullable(),
  ecm: z.boolean().nullable(),
  /** The station id of the far machine. */
  stationId: z.string(),
  /** `OK`, `UNCERTAIN` or a reason; null while unknown. */
  result: z.string().nullable(),
  /** The line's own text. */
  detail: z.string(),
  /** What the result of a test call means, and what to change. */
  verdict: z.object({ ok: z.boolean(), text: z.string(), advice: z.string() }).nullable(),
});
export type ConsoleLineCall = z.output<typeof lineCall>;

/** The decoded content of a frame (ITU-T T.30 5.3.6). */
const frame = z.object({
  at: z.number(),
  out: z.boolean(),
  name: z.string(),
  /** The first bytes in hexadecimal; empty for page data. */
  hex: z.string(),
  rate: z.number().optional(),
  ecm: z.boolean().optional(),
  fine: z.boolean().optional(),
  station: z.string().optional(),
  /** What follows the page: MPS, EOM, EOP, or NULL within it. */
  next: z.string().optional(),
  /** Numbers of damaged frames, such as 41–43. */
  damaged: z.string().optional(),
  /** Page data: which page, how much data, and whether it is a repetition. */
  page: z.number().optional(),
  again: z.boolean().optional(),
  frames: z.number().optional(),
  bytes: z.number().optional(),
});
export type ConsoleFrame = z.output<typeof frame>;

const quality = z.object({
  received: z.number(),
  missed: z.number(),
  repaired: z.number(),
  longest: z.number(),
  barSeconds: z.number(),
  bars: z.array(z.number()),
});
export type ConsoleQuality = z.output<typeof quality>;

/**
 * Returns the calls of a line that reports their progress: calls in progress, the latest calls, and the last test call.
 */
export const operatorLineCalls = defineCall({
  method: 'GET',
  path: '/operator/api/line/calls',
  access: 'operator',
  right: 'support',
  background: true,
  summary: 'Console: calls of a line',
  query: z.object({ name: z.string().max(64) }),
  reply: z.object({
    /** Whether the line reports progress. False for lines that only report how a call ended. */
    tells: z.boolean(),
    live: z.array(lineCall),
    recent: z.array(lineCall),
    test: lineCall.nullable(),
    /** Figures since midnight in the server zone, without test calls. */
    today: z.object({
      calls: z.number(),
      answered: z.number(),
      pages: z.number(),
      t38: z.number(),
      audio: z.number(),
    }),
  }),
});

/** Returns one call and, for one day, everything that passed between both ends. */
export const operatorLineCall = defineCall({
  method: 'GET',
  path: '/operator/api/call',
  access: 'operator',
  right: 'support',
  summary: 'Console: one call over a line',
  query: z.object({ id: idIn }),
  reply: z.object({
    call: lineCall,
    quality: quality.nullable(),
    /** Why the call used its line; empty if there was no choice. */
    why: z.array(considered),
    /** Until when the trace is kept, or when it was erased. */
    tracedUntil: timeOut,
    trace: z
      .object({
        messages: z.array(z.object({ at: z.number(), out: z.boolean(), text: z.string() })),
        frames: z.array(frame),
        media: z.array(z.object({ at: z.number(), media })),
      })
      .nullable(),
  }),
});

/** Returns the same as text to pass on to a carrier, with telephone numbers and station ids masked. */
export const operatorLineCallExport = defineCall({
  method: 'GET',
  path: '/operator/api/call/export',
  access: 'operator',
  right: 'support',
  summary: 'Console: one call as a text, with masked numbers',
  query: z.object({ id: idIn }),
  reply: z.object({ text: z.string() }),
});

/** Sends a test page over a line; the returned id serves to follow the call. */
export const operatorTestCall = defineCall({
  method: 'POST',
  path: '/operator/api/line/call',
  access: 'operator',
  right: 'support',
  summary: 'Console: place a test call',
  body: z.object({ name: z.string().max(64), to: z.string().max(32), from: z.string().max(32).default('') }),
  reply: z.object({ id: idOut }),
  errors: operatorErrors,
});

/** Hangs up a test call. */
export const operatorTestCallStop = defineCall({
  method: 'POST',
  path: '/operator/api/call/stop',
  access: 'operator',
  right: 'support',
  summary: 'Console: stop a test call',
  body: z.object({ id: idIn }),
  reply: success,
  errors: operatorErrors,
});
