import { z } from 'zod';

/** Errors that any call may return, and their HTTP status (spec http-api 0.5). */
export const commonErrors = {
  BAD_REQUEST: 400,
  VALIDATION: 400,
  UNKNOWN_COLUMN: 400,
  AUTH_REQUIRED: 401,
  WRONG_SESSION_KIND: 403,
  ROLE_NOT_ALLOWED: 403,
  ORIGIN_NOT_ALLOWED: 403,
  HTTPS_REQUIRED: 403,
  NOT_FOUND: 404,
  ACCOUNT_SWITCHED: 409,
  NODE_UNKNOWN: 404,
  METHOD_NOT_ALLOWED: 405,
  HOST_UNKNOWN: 421,
  BODY_TOO_BIG: 413,
  MEDIA_TYPE: 415,
  TOO_MANY_REQUESTS: 429,
  INTERNAL: 500,
  FILE_DAMAGED: 500,
  UNAVAILABLE: 503,
  STORAGE_FULL: 503,
} as const;

/** Too many mails to unconfirmed addresses (A-SUB-06). */
export const mailLimitErrors = { ADDRESS_MAIL_LIMIT: 429, ACCOUNT_MAIL_LIMIT: 429 } as const;

/** The Idempotency-Key of the call came with other content before (spec http-api 4.9). */
export const repeatErrors = { IDEMPOTENCY_MISMATCH: 422 } as const;

/** The error envelope (spec http-api 0.4): `message` is what a user may be shown, `fields` names a code per input. */
export const errorReply = z.object({
  success: z.literal(false),
  error: z.string(),
  message: z.string(),
  fields: z.record(z.string(), z.string()).optional(),
  code: z.number().optional(),
  key_message: z.string().optional(),
  requestId: z.string().optional(),
});
export type ErrorReply = z.output<typeof errorReply>;

/** The envelope of a successful change. */
export const success = z.object({ success: z.literal(true) });

/** Returns the envelope of a successful change that returns data. */
export function successWith<T extends z.ZodType>(data: T) {
  return z.object({ success: z.literal(true), data });
}
