import { z } from 'zod';
import { uid } from '#contract/kit/account-scope.ts';
import { defineCall } from '#contract/kit/call.ts';
import { emailAddress } from '#contract/kit/email-address.ts';
import { mailLimitErrors, success } from '#contract/kit/errors.ts';
import { flagIn, flagOut } from '#contract/kit/flags.ts';

/** Maximum number of addresses of an account; counted in the transaction that adds one (SUB-03, A-SUB-01). */
export const MAX_SUBACCOUNTS = 5;

/** Why an address is refused (spec http-api 6.1). */
export const subaccountErrors = {
  SUBACCOUNT_LIMIT: 412,
  SUBACCOUNT_EXISTS: 412,
  HIPAA_NO_EMAIL: 412,
  ...mailLimitErrors,
} as const;

/** Faults of an address; each has a translated text. */
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

/** Reads any of the spellings as `email`. */
const named = spellings.transform((body) => ({
  email: body.email ?? body.Email ?? body['e-mail'] ?? '',
  uid: body.uid,
}));

/** Identifies a subaccount; a text that cannot be an address matches none. */
const which = named.pipe(
  z.object({ email: z.string().max(256), uid: z.string() }).transform((one) => ({
    ...one,
    email: one.email.trim().toLowerCase(),
  })),
);

const rights = z.object({ ReceiveFaxes: flagIn.optional(), SendFaxes: flagIn.optional() });

/** Lists the addresses of an account (spec http-api 6.1). */
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
      /**
       * Set while the address is unconfirmed: it cannot send, and if the brand requires confirmation, it gets no faxes
       * either.
       */
      Pending: flagOut.optional(),
    }),
  ),
});

/** Outcomes of the link in a mail that asks a new address to confirm. */
export const CONFIRM_OUTCOMES = ['confirmed', 'invalid'] as const;

/** Confirms that an address belongs to the person and may be used (A-SUB-02, A-MAILIN-15); the link works once. */
export const confirmAddress = defineCall({
  method: 'POST',
  path: '/api/faxui/confirmAddress',
  access: 'guest',
  summary: 'Confirm an address',
  // Keys in links have 43 characters.
  body: z.object({ key: z.string().max(128) }),
  reply: z.object({ outcome: z.enum(CONFIRM_OUTCOMES) }),
});

/** Adds an address and notifies it and the owner by mail (spec http-api 6.1, A-SUB-02). */
export const addSubaccount = defineCall({
  method: 'POST',
  path: '/api/{n}db/f2e/SubAccount.json',
  access: 'any',
  summary: 'Add a subaccount',
  body: z.intersection(named.pipe(z.object({ email, uid: z.string() })), rights),
  reply: success,
  errors: subaccountErrors,
});

/** Mails an address the link that confirms it again; the previous link becomes invalid. */
export const resendSubaccountLink = defineCall({
  method: 'POST',
  path: '/api/faxui/resendSubaccountLink',
  access: 'any',
  summary: 'Send the link to a subaccount again',
  body: which,
  reply: success,
  errors: { ALREADY_CONFIRMED: 412, ...mailLimitErrors },
});

/** Changes what an address may do; omitted fields stay unchanged (spec http-api 6.1). */
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
