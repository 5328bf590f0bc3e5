import { z } from 'zod';
import { defineCall } from '#contract/kit/call.ts';
import { success, successWith } from '#contract/kit/errors.ts';
import { flagIn } from '#contract/kit/flags.ts';
import { outboxState } from '#contract/kit/fax-state.ts';
import { idIn, idOut, timeOut } from '#contract/kit/wire.ts';

/** How often the client asks for the outbox while it is not empty, in milliseconds (DASH-22). */
export const OUTBOX_POLL_MS = 5_000;

/** Why a send is refused at once (spec http-api 4.8, 4.9). */
export const sendErrors = {
  LIMIT_REACHED: 412,
  ACCOUNT_SUSPENDED: 412,
  DESTINATION_NOT_ALLOWED: 412,
  NO_ROUTE: 412,
  ABROAD_LIMIT: 412,
  DAY_LIMIT: 429,
} as const;

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
});
export type OutboxItem = z.output<typeof outboxItem>;

/** Unfinished jobs (spec http-api 4.7). */
export const getOutbox = defineCall({
  method: 'GET',
  path: '/api/faxui/getOutbox',
  access: 'user',
  background: true,
  summary: 'Faxes on their way',
  reply: z.object({ data: z.array(outboxItem) }),
});

/** Sends a fax again to one number, without converting it anew (spec http-api 4.8). */
export const resendFax = defineCall({
  method: 'POST',
  path: '/api/faxui/resendFax',
  access: 'user',
  summary: 'Resend a fax',
  body: z.object({ resend_faxpath: z.string().max(64), destinations: z.string().max(64) }),
  reply: successWith(z.object({ jobid: idOut })),
  errors: { ...sendErrors, NUMBER_INVALID: 400, INTERNATIONAL_NOT_ALLOWED: 400 },
});

/**
 * Takes a fax out of the outbox (spec http-api 12.4). One whose call is under way is hung up: `underWay` says so, and its end
 * is told by the lists, since it may have been complete before.
 */
export const cancelJob = defineCall({
  method: 'POST',
  path: '/api/faxui/cancelJob',
  access: 'user',
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

/**
 * Gives a fax in the outbox another time, or sends it now (spec http-api 12.28): an empty `send_at` is now, whatever the
 * delivery window says.
 */
export const scheduleJob = defineCall({
  method: 'POST',
  path: '/api/faxui/scheduleJob',
  access: 'user',
  summary: 'Send a fax in the outbox at another time, or now',
  body: z.object({
    jobid: idIn,
    send_at: z.string().max(40),
    send_zone: z.string().max(64).optional(),
    outside_window: flagIn.optional(),
  }),
  reply: success,
  errors: scheduleErrors,
});
