import { z } from 'zod';
import { defineCall } from '#contract/kit/call.ts';
import { emailAddress } from '#contract/kit/email-address.ts';
import { success } from '#contract/kit/errors.ts';
import { normalizeNumber } from '#contract/kit/fax-number.ts';

/** Where both inputs end (CANC-05, CANC-06). */
export const CANCELLATION_INPUT_MAX = 64;
/** Digits of the contact's phone: the rule of destination numbers in forms (CANC-06). */
export const PHONE_MIN = 10;
export const PHONE_MAX = 15;

/** One request is open already, or this service has no such request (spec http-api 2.3). */
export const cancellationErrors = { CANCELLATION_PENDING: 412 } as const;

/** What can be wrong with the form; words say it. */
export const CANCELLATION_FAULTS = [
  'REQUIRED',
  'TOO_LONG',
  'EMAIL_INVALID',
  'NOT_NUMERIC',
  'NUMBER_LENGTH',
] as const;

/** What a person gives: where to reach them (CANC-05, CANC-06). Form and call share it. */
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

/** What the client adds is noted only: the session says whose service it is (A-TENANT-13). */
const noted = z
  .union([z.string().max(128), z.number()])
  .transform(String)
  .optional();

/** Asks to end the service; the operator decides (spec http-api 2.3). */
export const requestCancellation = defineCall({
  method: 'POST',
  path: '/api/{n}db/f2e/CancellationRequest.json',
  access: 'user',
  summary: 'Request the end of the service',
  body: cancellationForm.extend({ hid: noted, cancellationemail: noted, faxnumber: noted }),
  reply: success,
  errors: cancellationErrors,
});
