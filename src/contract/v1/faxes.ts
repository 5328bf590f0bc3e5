import { z } from 'zod';

import { composeErrors } from '#contract/faxes/compose.ts';
import { sendErrors } from '#contract/faxes/queue.ts';

import { defineApiCall, listOf, pageQuery, timestamp } from './define.ts';
import { FAX_STATUSES, faxIdIn, faxObject } from './fax.ts';

/** Why an action on a fax is refused, only for programs. */
export const faxErrors = {
  FAX_NOT_FINAL: 409,
  FAX_FINAL: 409,
  CONFIRM_UNCERTAIN: 409,
  INBOUND_ONLY: 409,
  OUTBOUND_ONLY: 409,
  ACCOUNT_KEY_NEEDED: 403,
} as const;

/** Why an administrator's key may not read faxes. */
export const readErrors = { VIEW_NOT_ALLOWED: 403 } as const;
const fileErrors = { ...readErrors, FAX_NO_PAGES: 409 } as const;

const reading = { access: 'key', scope: 'faxes:read', about: 'account' } as const;
const params = z.object({ id: faxIdIn });

/** A number in a filter: digits with the usual separators; the service normalizes it. */
const numberFilter = z
  .string()
  .regex(/^\+?[\d ().-]{7,25}$/u)
  .describe('E.164, or ten digits.');

/** Lists sent, waiting and received faxes together. */
export const listFaxes = defineApiCall({
  ...reading,
  method: 'GET',
  path: '/v1/faxes',
  summary: 'Faxes, newest first',
  description:
    'Sent, waiting and received faxes in one list. Pass `next` as `after` to go on. Deleted faxes are left out, and so are those that were canceled before their first call; `status=cancelled` lists these.',
  query: z.strictObject({
    direction: z.enum(['inbound', 'outbound']).optional(),
    status: z.enum(FAX_STATUSES).optional(),
    to: numberFilter.optional(),
    from: numberFilter.optional(),
    client_ref: z.string().min(1).max(100).optional(),
    since: timestamp.optional().describe('Only faxes of this moment and later.'),
    until: timestamp.optional().describe('Only faxes before this moment.'),
    deleted: z.enum(['true', 'false']).default('false').describe('What is in Recently deleted instead.'),
    ...pageQuery,
  }),
  reply: listOf(faxObject),
  errors: readErrors,
});

export const getFax = defineApiCall({
  ...reading,
  method: 'GET',
  path: '/v1/faxes/:id',
  summary: 'One fax',
  params,
  reply: faxObject,
  errors: readErrors,
});

/** Returns all pages of a fax as one file, rotated as displayed. */
export const getFaxDocument = defineApiCall({
  ...reading,
  method: 'GET',
  path: '/v1/faxes/:id/document',
  summary: 'The pages of a fax as a file',
  description:
    'Answers with `ETag` and `Repr-Digest` (SHA-256 of the bytes); `If-None-Match` saves a repeated download. Who downloads is written into the activity of the account, with the key.',
  params,
  query: z.strictObject({ format: z.enum(['pdf', 'tiff']).default('pdf') }),
  replyKind: 'file',
  revalidates: true,
  reply: z.unknown(),
  errors: fileErrors,
});

/** A part of the path; a page number with more digits than any fax has matches nothing. */
const pageFile = z
  .string()
  .regex(/^[1-9]\d{0,3}\.png$/u)
  .transform((name) => Number.parseInt(name, 10));

/** Returns one page in black and white at full resolution. */
export const getFaxPage = defineApiCall({
  ...reading,
  method: 'GET',
  path: '/v1/faxes/:id/pages/:page',
  summary: 'One page as a PNG',
  description: 'The path ends in `1.png`, `2.png` … In the full resolution of the fax, black and white.',
  params: z.object({ id: faxIdIn, page: pageFile }),
  replyKind: 'file',
  revalidates: true,
  reply: z.unknown(),
  errors: fileErrors,
});

const faxAttempt = z.object({
  object: z.literal('attempt'),
  number: z.number().int(),
  started_at: timestamp,
  ended_at: timestamp.nullable().describe('Null while the call lasts.'),
  result: z
    .string()
    .nullable()
    .describe('`ok`, `uncertain`, or why it failed: `busy`, `no_answer`, `dropped` …; null while it lasts.'),
  called: z.boolean().describe('False where the attempt ended before the number was dialed.'),
  pages_confirmed: z.number().int(),
  line: z.string().nullable().describe('The name of the line that carried it.'),
  speed_bps: z.number().int().nullable(),
  ecm: z.boolean().nullable().describe('Whether errors were corrected.'),
  duration_seconds: z.number().int().nullable(),
  station_id: z.string().describe('What the other machine calls itself.'),
});

/** Lists every call made for a fax, oldest first. */
export const listFaxAttempts = defineApiCall({
  ...reading,
  method: 'GET',
  path: '/v1/faxes/:id/attempts',
  summary: 'Every call of a sent fax, as we know it',
  description: 'At most the latest 100. What a line did not tell is null, never a guess.',
  params,
  query: z.strictObject({}),
  reply: listOf(faxAttempt),
  errors: { ...readErrors, OUTBOUND_ONLY: faxErrors.OUTBOUND_ONLY },
});

export const getFaxReport = defineApiCall({
  ...reading,
  method: 'GET',
  path: '/v1/faxes/:id/report',
  summary: 'The transmission report of a sent fax, as a PDF',
  description: 'How it ended, every call, and the first page.',
  params,
  replyKind: 'file',
  reply: z.unknown(),
  errors: {
    ...readErrors,
    OUTBOUND_ONLY: faxErrors.OUTBOUND_ONLY,
    FAX_NOT_FINAL: faxErrors.FAX_NOT_FINAL,
  },
});

const changing = { access: 'key', about: 'account' } as const;

export const cancelFax = defineApiCall({
  ...changing,
  method: 'POST',
  path: '/v1/faxes/:id/cancel',
  scope: 'faxes:send',
  summary: 'Cancel a fax that is not sent yet',
  description:
    'A waiting fax is canceled at once. A call in progress is ended as soon as possible: the answer still says `sending`, and what became of it follows.',
  params,
  reply: faxObject,
  errors: {
    FAX_FINAL: faxErrors.FAX_FINAL,
    OUTBOUND_ONLY: faxErrors.OUTBOUND_ONLY,
    ACCOUNT_KEY_NEEDED: faxErrors.ACCOUNT_KEY_NEEDED,
  },
});

export const resendFax = defineApiCall({
  ...changing,
  method: 'POST',
  path: '/v1/faxes/:id/resend',
  scope: 'faxes:send',
  summary: 'Send a fax again',
  description:
    'The same pages to the same number, as a new fax. An uncertain fax may have arrived: a person must have decided, which `confirm_uncertain` says.',
  idempotent: 'send',
  params,
  body: z.strictObject({
    confirm_uncertain: z
      .literal(true)
      .optional()
      .describe('A person has decided to send an uncertain fax again.'),
  }),
  reply: faxObject,
  status: 202,
  errors: {
    ...sendErrors,
    NUMBER_INVALID: 400,
    INTERNATIONAL_NOT_ALLOWED: 400,
    TOO_MANY_TESTS: 429,
    FAX_NOT_FINAL: faxErrors.FAX_NOT_FINAL,
    CONFIRM_UNCERTAIN: faxErrors.CONFIRM_UNCERTAIN,
    OUTBOUND_ONLY: faxErrors.OUTBOUND_ONLY,
    ACCOUNT_KEY_NEEDED: faxErrors.ACCOUNT_KEY_NEEDED,
    FAX_NO_PAGES: 409,
    IDEMPOTENCY_MISMATCH: composeErrors.IDEMPOTENCY_MISMATCH,
  },
});

export const markFax = defineApiCall({
  ...changing,
  method: 'POST',
  path: '/v1/faxes/:id/read',
  scope: 'faxes:read',
  summary: 'Mark a received fax as read, or as unread',
  params,
  body: z.strictObject({ read: z.boolean() }),
  reply: faxObject,
  errors: {
    INBOUND_ONLY: faxErrors.INBOUND_ONLY,
    ACCOUNT_KEY_NEEDED: faxErrors.ACCOUNT_KEY_NEEDED,
  },
});

export const deleteFax = defineApiCall({
  ...changing,
  method: 'DELETE',
  path: '/v1/faxes/:id',
  scope: 'faxes:delete',
  summary: 'Delete a fax',
  description:
    'Moves it to Recently deleted, from where people can bring it back. `permanent=true` erases it at once, also from there; a legal hold refuses that.',
  params,
  query: z.strictObject({ permanent: z.enum(['true', 'false']).default('false') }),
  reply: z.object({ object: z.literal('fax'), id: z.string(), deleted: z.literal(true) }),
  errors: {
    FAX_NOT_FINAL: faxErrors.FAX_NOT_FINAL,
    FAX_HELD: 409,
    ACCOUNT_KEY_NEEDED: faxErrors.ACCOUNT_KEY_NEEDED,
  },
});
