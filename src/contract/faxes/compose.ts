import { z } from 'zod';
import { defineCall } from '#contract/kit/call.ts';
import { repeatErrors, successWith } from '#contract/kit/errors.ts';
import { idOut, timeOut } from '#contract/kit/wire.ts';
import { sendErrors } from './queue.ts';

/**
 * How photos become dots: `quick` to send, or `fine`, with more detail but more than twice the transmission time. Text
 * is the same in both.
 */
export const PHOTOS = ['quick', 'fine'] as const;
export type Photos = (typeof PHOTOS)[number];

/** Maximum number of addresses that get a copy of a fax by mail (spec http-api 4.9). */
export const MAX_EMAILS = 10;

/** Allowed extensions of attachments (COMP-31). */
export const EXTENSIONS = [
  'txt',
  'doc',
  'pdf',
  'bmp',
  'png',
  'tiff',
  'tif',
  'jpeg',
  'jpg',
  'xls',
  'ppt',
  'ps',
  'emf',
  'wmf',
  'jp2',
  'docx',
  'pptx',
  'xlsx',
] as const;

/** Returns whether a file name ends in one of the extensions, in any case. */
export function hasAllowedExtension(name: string): boolean {
  const extension = /\.([^.]+)$/.exec(name)?.[1]?.toLowerCase();
  return EXTENSIONS.some((known) => known === extension);
}

/** Why a send is refused (spec http-api 4.9), with the status of each. */
export const composeErrors = {
  ...sendErrors,
  NO_RECIPIENTS: 400,
  TOO_MANY_RECIPIENTS: 400,
  NOTHING_TO_SEND: 400,
  COVER_PAGE_EMPTY: 400,
  FIELD_INVALID: 400,
  NUMBER_INVALID: 400,
  INTERNATIONAL_NOT_ALLOWED: 400,
  TEMPLATE_UNKNOWN: 400,
  FILE_EMPTY: 400,
  TOO_MANY_FILES: 400,
  DRAFT_UNKNOWN: 400,
  DRAFT_FAILED: 400,
  DRAFT_ELSEWHERE: 409,
  DRAFT_GONE: 409,
  ...repeatErrors,
  TOO_MANY_EMAILS: 400,
  TOO_MANY_LATER: 412,
  EMAIL_NOT_ALLOWED: 412,
  EMAIL_UNWANTED: 412,
  EMAIL_LIMIT: 412,
  HIPAA_NO_EMAIL: 412,
  FILE_TOO_BIG: 413,
  UPLOAD_TOO_BIG: 413,
  FILE_TYPE: 415,
  FILE_INFECTED: 415,
} as const;

/**
 * Sends a fax: one job per destination (spec http-api 4.9). A repeated Idempotency-Key gets the first response and
 * sends nothing, or 422 if the content differs.
 */
export const sendFax = defineCall({
  method: 'POST',
  path: '/api/faxui/sendFax',
  access: 'user',
  right: 'send',
  summary: 'Send a fax',
  multipart: true,
  reply: successWith(
    z.object({
      jobs: z.array(
        z.object({
          jobid: idOut,
          fid: idOut,
          to_faxnumber: z.string(),
          /** When the fax is dialed, unless immediately. */
          send_at: timeOut.optional(),
        }),
      ),
    }),
  ),
  errors: composeErrors,
});
