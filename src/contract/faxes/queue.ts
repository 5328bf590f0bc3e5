import { z } from 'zod';
import { defineCall } from '#contract/kit/call.ts';
import { repeatErrors, success, successWith } from '#contract/kit/errors.ts';
import { flagIn } from '#contract/kit/flags.ts';
import { callResult, FAIL_REASONS, jobState, outboxState } from '#contract/kit/fax-state.ts';
import { idIn, idOut, timeOut } from '#contract/kit/wire.ts';

/** How often the client polls the outbox while it is not empty, in milliseconds (DASH-22). */
export const OUTBOX_POLL_MS = 5_000;

/**
 * Maximum number of faxes that one request follows: a fax has at most 10 destinations, and several faxes may be
 * followed at once.
 */
export const MAX_FOLLOWED = 20;

/** Why a send is refused immediately (spec http-api 4.8, 4.9). */
export const sendErrors = {
  LIMIT_REACHED: 412,
  ACCOUNT_SUSPENDED: 412,
  DESTINATION_NOT_ALLOWED: 412,
  NO_ROUTE: 412,
  ABROAD_LIMIT: 412,
  DAY_LIMIT: 429,
} as const;

/** Why a change to a fax in the outbox is refused (spec http-api 12.4). */
export const changeErrors = { NOT_WAITING: 412, BEING_SENT: 412 } as const;

const outboxItem = z.object({
  fid: idOut,
  jobid: idOut,
  to_faxnumber: z.string(),
  /** From the contact with this number, otherwise from the cover page; omitted if unknown. */
  name: z.string().optional(),
  company: z.string().optional(),
  /** Attempts made, 0 to 5. */
  dials: z.number(),
  /** 0 until converted. */
  pages: z.number(),
  date: timeOut,
  state: outboxState,
  /** Set if the fax does not come from the web client. */
  origin: z.literal('email').optional(),
  /** Set if a program sent it with a test key: no telephone line is used. */
  test: z.literal(true).optional(),
  /** Set while calls are paused because the account or its administrator is suspended. */
  held: z.enum(['ACCOUNT', 'ADMINISTRATOR']).optional(),
  /** When the fax is dialed, if later: at the sender's time, or when the delivery window opens. */
  send_at: timeOut.optional(),
  /** Set if the delivery window moved `send_at`. */
  window: z.literal(true).optional(),
  /** Set if the sender allows dialing outside the delivery window. */
  outside_window: z.literal(true).optional(),
  /** Set while its call is being ended because somebody canceled the fax. */
  cancelling: z.literal(true).optional(),
  /** Key of its pages (spec http-api 4.3); omitted for a deleted fax and before conversion. */
  faxpath: z.string().optional(),
  /** Why the previous call failed, for a fax that waits for another one or was not sent. */
  reason: z.enum(FAIL_REASONS).optional().catch(undefined),
  /** When the next call is due, for a fax that waits for it. */
  next: timeOut.optional(),
  /** When the number of the current call was dialed; faxes within the installation are delivered without a call. */
  dialed: timeOut.optional(),
  /** The page being sent, from 1, once the line has confirmed a page in this call. */
  page: z.number().optional(),
});
export type OutboxItem = z.output<typeof outboxItem>;

const pageOf = z.object({
  start: z.coerce.number().int().min(0).max(1_000_000).catch(0),
  length: z.coerce.number().int().min(1).max(500).optional().catch(undefined),
});

/**
 * Lists unfinished jobs: those being sent first, then by the time of their next call; all of them without `length`
 * (spec http-api 4.7).
 */
export const getOutbox = defineCall({
  method: 'GET',
  path: '/api/faxui/getOutbox',
  access: 'user',
  right: 'sent',
  background: true,
  summary: 'Faxes on their way',
  query: pageOf,
  reply: z.object({ data: z.array(outboxItem), total: z.number() }),
});

const followedFax = outboxItem.extend({
  state: jobState,
  /** When the fax ended. */
  ended: timeOut.optional(),
  /** Number of pages known to have arrived, for an uncertain fax. */
  confirmed: z.number().optional(),
  /** The latest calls that have ended, oldest first. */
  calls: z.array(z.object({ at: timeOut, result: callResult, pages: z.number() })),
});
export type FollowedFax = z.output<typeof followedFax>;

const followedIds = z
  .string()
  .max(400)
  .transform((ids): (string | number)[] => [...new Set(ids.split(','))])
  .pipe(z.array(idIn).min(1).max(MAX_FOLLOWED));

/**
 * Returns the progress of these faxes, even after they end; unknown ids and those of other accounts are omitted (spec
 * http-api 12.4).
 */
export const sendProgress = defineCall({
  method: 'GET',
  path: '/api/faxui/sendProgress',
  access: 'user',
  right: 'sent',
  background: true,
  summary: 'How far faxes are',
  query: z.object({ fids: followedIds }),
  reply: z.object({ data: z.array(followedFax) }),
});

/**
 * Calls a fax immediately that waits for another call, for its time or for the delivery window, even outside that
 * window (spec http-api 12.4).
 */
export const sendNow = defineCall({
  method: 'POST',
  path: '/api/faxui/sendNow',
  access: 'user',
  right: 'send',
  summary: 'Send a waiting fax now',
  body: z.object({ jobid: idIn }),
  reply: success,
  errors: {
    ACCOUNT_SUSPENDED: 412,
    LIMIT_REACHED: 412,
    ABROAD_LIMIT: 412,
    DAY_LIMIT: 429,
    INTERNATIONAL_NOT_ALLOWED: 400,
    NOT_WAITING: changeErrors.NOT_WAITING,
  },
});

/** Changes the number of a fax that is not being called (spec http-api 12.4). */
export const editNumber = defineCall({
  method: 'POST',
  path: '/api/faxui/editNumber',
  access: 'user',
  right: 'send',
  summary: 'Change the number of a waiting fax',
  body: z.object({ jobid: idIn, destination: z.string().max(64) }),
  reply: successWith(z.object({ to_faxnumber: z.string() })),
  errors: {
    ACCOUNT_SUSPENDED: 412,
    DESTINATION_NOT_ALLOWED: 412,
    NO_ROUTE: 412,
    ABROAD_LIMIT: 412,
    DAY_LIMIT: 429,
    BEING_SENT: changeErrors.BEING_SENT,
    NUMBER_INVALID: 400,
    INTERNATIONAL_NOT_ALLOWED: 400,
  },
});

/** Sends a fax again to one number, once for each Idempotency-Key, without converting it anew (spec http-api 4.8). */
export const resendFax = defineCall({
  method: 'POST',
  path: '/api/faxui/resendFax',
  access: 'user',
  right: 'send',
  summary: 'Resend a fax',
  body: z.object({ resend_faxpath: z.string().max(64), destinations: z.string().max(64) }),
  reply: successWith(z.object({ jobid: idOut })),
  errors: { ...sendErrors, ...repeatErrors, NUMBER_INVALID: 400, INTERNATIONAL_NOT_ALLOWED: 400 },
});

/**
 * Cancels a fax in the outbox (spec http-api 12.4). A call in progress is hung up and `underWay` is true: the lists
 * show the outcome later, because the fax may already have gone through.
 */
export const cancelJob = defineCall({
  method: 'POST',
  path: '/api/faxui/cancelJob',
  access: 'user',
  right: 'send',
  summary: 'Cancel a fax in the outbox',
  body: z.object({ jobid: idIn }),
  reply: success.extend({ underWay: z.literal(true).optional() }),
});

/** Why the new time of a fax is refused (spec http-api 12.28). */
export const scheduleErrors = {
  ...sendErrors,
  TOO_MANY_LATER: 412,
  ALREADY_TRIED: 412,
  FIELD_INVALID: 400,
} as const;

/** Changes the time of a fax in the outbox (spec http-api 12.28). */
export const scheduleJob = defineCall({
  method: 'POST',
  path: '/api/faxui/scheduleJob',
  access: 'user',
  right: 'send',
  summary: 'Send a fax in the outbox at another time',
  body: z.object({
    jobid: idIn,
    send_at: z.string().max(40),
    send_zone: z.string().max(64).optional(),
    outside_window: flagIn.optional(),
  }),
  reply: success,
  errors: scheduleErrors,
});
