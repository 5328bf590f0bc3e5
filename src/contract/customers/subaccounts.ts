import { z } from 'zod';
import { uid } from '#contract/kit/account-scope.ts';
import { defineCall } from '#contract/kit/call.ts';
import { emailAddress } from '#contract/kit/email-address.ts';
import { mailLimitErrors, success } from '#contract/kit/errors.ts';
import { flagIn, flagOut } from '#contract/kit/flags.ts';

/** Addresses of an account; counted in the transaction that adds one (SUB-03, A-SUB-01). */
export const MAX_SUBACCOUNTS = 5;

/** Why an address is not added (spec http-api 6.1). */
export const subaccountErrors = {
  SUBACCOUNT_LIMIT: 412,
  SUBACCOUNT_EXISTS: 412,
  HIPAA_NO_EMAIL: 412,
  ...mailLimitErrors,
} as const;

/** What can be wrong with an address; words say it. */
export const EMAIL_FAULTS = ['REQUIRED', 'TOO_LONG', 'EMAIL_INVALID', 'CONTROL_CHARACTER'] as const;

/** The same address in any case is the same subaccount (A-SUB-04). */
const email = emailAddress.transform((address) => address.toLowerCase());

/** Clients spell the address in three ways (spec decisions 6.7). */
const spellings = z.object({
  email: z.unknown().optional(),
  Email: z.unknown().optional(),
  'e-mail': z.unknown().optional(),
  uid,
});

/** Any of the spellings, as `email`. */
const named = spellings.transform((body) => ({
  email: body.email ?? body.Email ?? body['e-mail'] ?? '',
  uid: body.uid,
}));

/** Which subaccount is meant; one that can't be an address is none. */
const which = named.pipe(
  z.object({ email: z.string().max(256), uid: z.string() }).transform((one) => ({
    ...one,
    email: one.email.trim().toLowerCase(),
  })),
);

const rights = z.object({ ReceiveFaxes: flagIn.optional(), SendFaxes: flagIn.optional() });

/** The addresses of an account (spec http-api 6.1). */
export const subaccounts = defineCall({
  method: 'GET',
  path: '/api/{n}db/f2e/SubAccount.json',
  access: 'any',
  summary: 'Subaccounts',
  query: z.object({ uid }),
  reply: z.array(
    z.object({
      Email: z.string(),
      ReceiveFaxes: flagOut,
      SendFaxes: flagOut,
      /** The address has not confirmed: it can't send, and where the brand asks first it gets no fax either. */
      Pending: flagOut.optional(),
    }),
  ),
});

/** What became of the link in a mail that asks a new address. */
export const CONFIRM_OUTCOMES = ['confirmed', 'invalid'] as const;

/** An address says that it is its owner's and may be used (A-SUB-02, A-MAILIN-15); the link works once. */
export const confirmAddress = defineCall({
  method: 'POST',
  path: '/api/faxui/confirmAddress',
  access: 'guest',
  summary: 'Confirm an address',
  // Keys of links have 43 characters.
  body: z.object({ key: z.string().max(128) }),
  reply: z.object({ outcome: z.enum(CONFIRM_OUTCOMES) }),
});

/** Adds an address; it and the owner are told by mail (spec http-api 6.1, A-SUB-02). */
export const addSubaccount = defineCall({
  method: 'POST',
  path: '/api/{n}db/f2e/SubAccount.json',
  access: 'any',
  summary: 'Add a subaccount',
  body: z.intersection(named.pipe(z.object({ email, uid: z.string() })), rights),
  reply: success,
  errors: subaccountErrors,
});

/** Mails the link once more with which an address confirms itself; the one before it is void. */
export const resendSubaccountLink = defineCall({
  method: 'POST',
  path: '/api/faxui/resendSubaccountLink',
  access: 'any',
  summary: 'Send the link to a subaccount again',
  body: which,
  reply: success,
  errors: { ALREADY_CONFIRMED: 412, ...mailLimitErrors },
});

/** Changes what an address may do; what is left out stays (spec http-api 6.1). */
export const changeSubaccount = defineCall({
  method: 'PUT',
  path: '/api/{n}db/f2e/SubAccount.json',
  access: 'any',
  summary: 'Change a subaccount',
  body: z.intersection(which, rights),
  reply: success,
  errors: subaccountErrors,
});

/** Removes an address, named in the body or, for clients that send none, in the query (spec http-api 6.1). */
export const removeSubaccount = defineCall({
  method: 'DELETE',
  path: '/api/{n}db/f2e/SubAccount.json',
  access: 'any',
  summary: 'Remove a subaccount',
  query: which,
  body: which,
  reply: success,
});
