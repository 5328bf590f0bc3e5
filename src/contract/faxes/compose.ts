import { z } from 'zod';
import { defineCall } from '#contract/kit/call.ts';
import { successWith } from '#contract/kit/errors.ts';
import { idOut, timeOut } from '#contract/kit/wire.ts';
import { sendErrors } from './queue.ts';

/** What an upload may have: bytes of one file, files, bytes of all of them together. */
export interface UploadLimits {
  fileBytes: number;
  files: number;
  bytes: number;
}

/** Limits of an upload unless the installation sets others (COMP-33, spec http-api 4.9; F2E_UPLOAD_FILE_MIB and its like). */
export const UPLOAD_LIMITS: UploadLimits = {
  fileBytes: 10 * 1024 * 1024,
  files: 20,
  bytes: 50 * 1024 * 1024,
};

/** How photos become dots: `quick` to send, or `fine`, with more detail and more than twice the time. Text is the same in both. */
export const PHOTOS = ['quick', 'fine'] as const;
export type Photos = (typeof PHOTOS)[number];

/** Addresses that may get a copy of a fax by mail (spec http-api 4.9). */
export const MAX_EMAILS = 10;

/** The extensions that may be attached (COMP-31). */
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

/** Whether a file's name ends in one of the extensions, in any case. */
export function hasAllowedExtension(name: string): boolean {
  const extension = /\.([^.]+)$/.exec(name)?.[1]?.toLowerCase();
  return EXTENSIONS.some((known) => known === extension);
}

/**
 * Limits of the cover page's fields, in characters (COMP-18 to COMP-24). The last four are the sender's details for this fax alone;
 * where they are left out, the preferences say them.
 */
export const COVER_LIMITS = {
  to_person: 40,
  to_company: 40,
  to_location: 50,
  to_phone: 15,
  regarding: 60,
  comments: 1132,
  footer: 60,
  from_person: 40,
  from_company: 40,
  from_location: 50,
  from_phone: 16,
} as const;

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
  IDEMPOTENCY_MISMATCH: 422,
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

/** Sends a fax: one job per destination (spec http-api 4.9). A repeated Idempotency-Key gets the first answer and sends nothing, or 422 with other content. */
export const sendFax = defineCall({
  method: 'POST',
  path: '/api/faxui/sendFax',
  access: 'user',
  summary: 'Send a fax',
  multipart: true,
  reply: successWith(
    z.object({
      jobs: z.array(
        z.object({
          jobid: idOut,
          fid: idOut,
          to_faxnumber: z.string(),
          /** When it is dialed, where that is not at once. */
          send_at: timeOut.optional(),
        }),
      ),
    }),
  ),
  errors: composeErrors,
});
