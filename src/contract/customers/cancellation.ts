import { z } from 'zod';
import { defineCall } from '#contract/kit/call.ts';
import { emailAddress } from '#contract/kit/email-address.ts';
import { success } from '#contract/kit/errors.ts';
import { normalizeNumber } from '#contract/kit/fax-number.ts';

/** Maximum length of both inputs (CANC-05, CANC-06). */
export const CANCELLATION_INPUT_MAX = 64;
/** Number of digits of the contact's phone: the form rule for destination numbers (CANC-06). */
export const PHONE_MIN = 10;
export const PHONE_MAX = 15;

/** A request is already open, or this service does not offer such requests (spec http-api 2.3). */
export const cancellationErrors = { CANCELLATION_PENDING: 412 } as const;

/** Faults of the form; each has a translated text. */
export const CANCELLATION_FAULTS = [
  'REQUIRED',
  'TOO_LONG',
  'EMAIL_INVALID',
  'NOT_NUMERIC',
  'NUMBER_LENGTH',
] as const;

/** Where to reach the person (CANC-05, CANC-06), for both the form and the call. */
export const cancellationForm = z.object({
  contactemail: emailAddress,
  contactphone: z
    .string('REQUIRED')
    .trim()
    .min(1, 'REQUIRED')
    .max(CANCELLATION_INPUT_MAX, 'TOO_LONG')
    .regex(/^[\d\s().+/-]*$/, 'NOT_NUMERIC')
    .transform(normalizeNumber)
    .refine((digits) => digits.length >= PHONE_MIN && digits.length <= PHONE_MAX, 'NUMBER_LENGTH'),
});

/** Fields that the client adds are only recorded: the session decides whose service it is (A-TENANT-13). */
const noted = z
  .union([z.string().max(128), z.number()])
  .transform(String)
  .optional();

/** Requests the end of the service; the operator decides (spec http-api 2.3). */
export const requestCancellation = defineCall({
  method: 'POST',
  path: '/api/{n}db/f2e/CancellationRequest.json',
  access: 'user',
  summary: 'Request the end of the service',
  body: cancellationForm.extend({ hid: noted, cancellationemail: noted, faxnumber: noted }),
  reply: success,
  errors: cancellationErrors,
});
