import { z } from 'zod';
import { defineCall } from '#contract/kit/call.ts';
import { repeatErrors, success, successWith } from '#contract/kit/errors.ts';
import { flagIn } from '#contract/kit/flags.ts';
import { callResult, FAIL_REASONS, jobState, outboxState } from '#contract/kit/fax-state.ts';
import { idIn, idOut, timeOut } from '#contract/kit/wire.ts';

/** How often the client asks for the outbox while it is not empty, in milliseconds (DASH-22). */
export const OUTBOX_POLL_MS = 5_000;

/** A request follows at most this many faxes: a fax goes to at most 10 numbers, and some may be followed at once. */
export const MAX_FOLLOWED = 20;

/** Why a send is refused at once (spec http-api 4.8, 4.9). */
export const sendErrors = {
  LIMIT_REACHED: 412,
  ACCOUNT_SUSPENDED: 412,
  DESTINATION_NOT_ALLOWED: 412,
  NO_ROUTE: 412,
  ABROAD_LIMIT: 412,
  DAY_LIMIT: 429,
} as const;

/** Why a fax in the outbox is not changed (spec http-api 12.4). */
export const changeErrors = { NOT_WAITING: 412, BEING_SENT: 412 } as const;

const outboxItem = z.object({
  fid: idOut,
  jobid: idOut,
  to_faxnumber: z.string(),
  /** The contact of the number, else whom the cover page named; each left out where nothing is known. */
  name: z.string().optional(),
  company: z.string().optional(),
  /** Attempts made, 0 to 5. */
  dials: z.number(),
  /** 0 until converted. */
  pages: z.number(),
  date: timeOut,
  state: outboxState,
  /** Set where the fax did not come from the web client. */
  origin: z.literal('email').optional(),
  /** Set where a program sent it with a test key: no telephone line is used. */
  test: z.literal(true).optional(),
  /** Not called at the moment: its account is suspended, or the administrator of its account. */
  held: z.enum(['ACCOUNT', 'ADMINISTRATOR']).optional(),
  /** When it is dialed, where that is later: as its sender asked, or when the delivery window opens. */
  send_at: timeOut.optional(),
  /** The delivery window has moved `send_at`. */
  window: z.literal(true).optional(),
  /** Its sender wants it dialed outside of the delivery window too. */
  outside_window: z.literal(true).optional(),
  /** Its call is being ended because somebody has cancelled it. */
  cancelling: z.literal(true).optional(),
  /** Key of its pages (spec http-api 4.3); left out for a fax that was deleted, and until it is converted. */
  faxpath: z.string().optional(),
  /** Why the call before failed, of a fax that waits for another one or was not sent. */
  reason: z.enum(FAIL_REASONS).optional().catch(undefined),
  /** When the next call is due, of a fax that waits for it. */
  next: timeOut.optional(),
  /** When the number was dialed, of the call under way; faxes within the installation are delivered without one. */
  dialed: timeOut.optional(),
  /** The page that is going over, counted from 1, once the line has confirmed one in this call. */
  page: z.number().optional(),
});
export type OutboxItem = z.output<typeof outboxItem>;

const pageOf = z.object({
  start: z.coerce.number().int().min(0).max(1_000_000).catch(0),
  length: z.coerce.number().int().min(1).max(500).optional().catch(undefined),
});

/** Unfinished jobs, those being sent first, then in the order of their next call; all of them without `length` (spec http-api 4.7). */
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
  /** When it ended. */
  ended: timeOut.optional(),
  /** Pages known to have arrived, of an uncertain fax. */
  confirmed: z.number().optional(),
  /** The latest calls that were placed and have ended, first to last. */
  calls: z.array(z.object({ at: timeOut, result: callResult, pages: z.number() })),
});
export type FollowedFax = z.output<typeof followedFax>;

const followedIds = z
  .string()
  .max(400)
  .transform((ids): (string | number)[] => [...new Set(ids.split(','))])
  .pipe(z.array(idIn).min(1).max(MAX_FOLLOWED));

/** How far the sending of these faxes is, also after its end; unknown and foreign ids are left out (spec http-api 12.4). */
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

/** A fax that waits for another call, for its time or for the delivery window is called at once, also outside of that window (spec http-api 12.4). */
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

/** A fax that is not being called goes to another number (spec http-api 12.4). */
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
 * Takes a fax out of the outbox (spec http-api 12.4). One whose call is under way is hung up: `underWay` says so, and its end
 * is told by the lists, since it may have been complete before.
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

/** Why a fax gets no other time (spec http-api 12.28). */
export const scheduleErrors = {
  ...sendErrors,
  TOO_MANY_LATER: 412,
  ALREADY_TRIED: 412,
  FIELD_INVALID: 400,
} as const;

/** Gives a fax in the outbox another time (spec http-api 12.28). */
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
