import { z } from 'zod';

import { composeErrors, PHOTOS } from '#contract/faxes/compose.ts';
import { COVER_LIMITS } from '#contract/faxes/send-limits.ts';

import { defineApiCall, listOf } from './define.ts';
import { faxObject } from './fax.ts';
import { fetchErrors, repeatErrors } from './problems.ts';

/** Maximum number of destinations of one call. */
export const MAX_TO = 50;

/**
 * Maximum size in bytes of a JSON body with files in it: 10 MiB of files, as base64. Larger requests use multipart,
 * which streams.
 */
export const SEND_JSON_BYTES = 15 * 1024 * 1024;

/** Maximum number of files of one fax in the contract; an installation may allow fewer. */
const MAX_FILES = 100;

/** Why a program's send is refused, including reasons that do not occur on pages. */
export const sendErrors = {
  ...composeErrors,
  ...fetchErrors,
  IDEMPOTENCY_RUNNING: repeatErrors.IDEMPOTENCY_RUNNING,
  TOO_MANY_TESTS: 429,
} as const;

/** One line of text: what programs write here appears in lists, headers and logs. */
const line = (max: number) =>
  z
    .string()
    .min(1)
    .max(max)
    .regex(/^[^\p{Cc}\p{Cs}\u2028\u2029]*$/u, 'CONTROL_CHARACTER');

/** The program's own data for finding a fax again. */
const metadata = z
  .record(z.string().regex(/^[A-Za-z0-9_.-]{1,40}$/u, 'NAME_INVALID'), line(500))
  .refine((words) => Object.keys(words).length <= 20, 'TOO_MANY')
  .describe(
    'Up to 20 names of letters, digits, “_”, “.” and “-” (40 at most), with values of 500 characters.',
  );

const text = (max: number) => z.string().max(max, 'TOO_LONG').optional();

const cover = z
  .strictObject({
    template: z
      .number()
      .int()
      .positive()
      .optional()
      .describe('As in Preferences; the account’s choice without it.'),
    to_name: text(COVER_LIMITS.to_person),
    to_company: text(COVER_LIMITS.to_company),
    to_location: text(COVER_LIMITS.to_location),
    to_phone: text(COVER_LIMITS.to_phone).describe('Digits.'),
    subject: text(COVER_LIMITS.regarding),
    message: text(COVER_LIMITS.comments),
    footer: text(COVER_LIMITS.footer),
    from_name: text(COVER_LIMITS.from_person),
    from_company: text(COVER_LIMITS.from_company),
    from_location: text(COVER_LIMITS.from_location),
    from_phone: text(COVER_LIMITS.from_phone).describe('Digits.'),
  })
  .describe('A cover page in front. What is left out of the sender’s details comes from Preferences.');

const file = z.union([
  z.strictObject({
    name: line(255).describe('With its extension: `letter.pdf`.'),
    content_base64: z.string().min(1),
  }),
  z.strictObject({
    url: z
      .url({ protocol: /^https?$/u })
      .max(2_000)
      .describe('Fetched by us once, by https, without redirects.'),
    name: line(255).optional().describe('Instead of the name that the other side gives it.'),
  }),
]);

/** A send: the same fields in JSON and, apart from the files, in multipart. */
export const sendBody = z.strictObject({
  to: z
    .array(z.string().regex(/^\+[1-9]\d{6,14}$/u, 'NUMBER_INVALID'))
    .min(1)
    .max(MAX_TO, 'TOO_MANY')
    .describe('E.164: `+12125550101`.'),
  files: z.array(file).max(MAX_FILES).default([]),
  draft: z
    .string()
    .regex(/^drf_[A-Za-z0-9_-]{16,64}$/u)
    .optional()
    .describe('Files that were uploaded before, in front of `files`. The draft ends with the send.'),
  cover: cover.nullish(),
  client_ref: line(100).nullish().describe('Your own reference; `GET /v1/faxes?client_ref=…` finds it.'),
  metadata: metadata.default({}),
  send_at: z
    .string()
    .max(40)
    .nullish()
    .describe('RFC 3339, or a time without offset in `send_zone`; at most a year ahead. At once without it.'),
  send_zone: z.string().max(64).optional().describe('IANA name; the account’s zone without it.'),
  outside_window: z
    .boolean()
    .default(false)
    .describe('Send it outside of the account’s delivery window too.'),
  photos: z
    .enum(PHOTOS)
    .default('quick')
    .describe('`fine`: photos with more detail, twice as long on the line.'),
});
/** A validated send. */
export type SendBody = z.output<typeof sendBody>;

/** Sends one fax to each of the numbers. */
export const createFax = defineApiCall({
  method: 'POST',
  path: '/v1/faxes',
  access: 'key',
  scope: 'faxes:send',
  about: 'account',
  summary: 'Send a fax',
  description:
    'To up to 50 numbers; each is a fax of its own. As JSON (up to 15 MiB), or as multipart/form-data: parts `file`, the other fields as text (`to` as often as needed or separated by commas, `cover` and `metadata` as JSON). 202 means that it is stored and will be sent. Send an `Idempotency-Key` (1 to 255 printable characters, good for 24 hours): a repeat with the same content gets the same faxes and the header `Idempotent-Replayed: true`; with other content it is refused with 422, and while the first call is still at work with 409.',
  multipart: true,
  idempotent: 'send',
  bodyLimit: SEND_JSON_BYTES,
  body: sendBody,
  reply: listOf(faxObject),
  status: 202,
  errors: sendErrors,
});
