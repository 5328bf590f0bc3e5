import { z } from 'zod';
import { uid } from '#contract/kit/account-scope.ts';
import { defineCall } from '#contract/kit/call.ts';
import { success, successWith } from '#contract/kit/errors.ts';
import { flagIn, flagOut } from '#contract/kit/flags.ts';
import { idIn, idOut } from '#contract/kit/wire.ts';

/** The longest domain that is taken (MFW-03). */
export const DOMAIN_MAX = 64;
/** Domains of an account: every mail that comes in is compared with them. */
export const MAX_DOMAINS = 100;
/** How long the error growls of this list stay (MFW-13). */
export const DOMAIN_GROWL_MS = 6000;

/** Why a domain is not added (spec http-api 8.10); the first two have a number of their own, see DOMAIN_CODES. */
export const domainErrors = {
  DOMAIN_TAKEN: 412,
  DOMAIN_NOT_ALLOWED: 412,
  DOMAIN_EXISTS: 412,
  DOMAIN_LIMIT: 412,
} as const;

/** The numbers that the client reads from `code` of the error body (MFW-10). */
export const DOMAIN_CODES = { DOMAIN_TAKEN: 1, DOMAIN_NOT_ALLOWED: 2 } as const;

/** What can be wrong with a domain; words say it. */
export const DOMAIN_FAULTS = [
  'REQUIRED',
  'TOO_LONG',
  'DOMAIN_START',
  'DOMAIN_END',
  'DOMAIN_INVALID',
] as const;

/** A host name with a top-level domain of 2 to 6 letters (MFW-06). */
const HOST_NAME = /^(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z]{2,6}$/;

/** A domain in lower case. Form and call share it. */
export const domainName = z
  .string('REQUIRED')
  .trim()
  .toLowerCase()
  .min(1, 'REQUIRED')
  .max(DOMAIN_MAX, 'TOO_LONG')
  .refine((value) => !/^[.-]/.test(value), 'DOMAIN_START')
  .refine((value) => !/[.-]$/.test(value), 'DOMAIN_END')
  .refine((value) => HOST_NAME.test(value), 'DOMAIN_INVALID');

/** Which domain is meant; one that can't be a domain is none. */
const which = z.object({ uid, domain: z.string().max(256).trim().toLowerCase().default('') });

/** The domains whose senders may send faxes by e-mail from an account (spec http-api 8.10). */
export const whitelistedDomains = defineCall({
  method: 'GET',
  path: '/api/{n}db/f2e/WhiteListedDomains.json',
  access: 'any',
  summary: 'Whitelisted domains',
  query: z.object({ uid }),
  reply: z.array(
    z.object({
      id: idOut,
      Domain: z.string(),
      active: flagOut,
      /** Mails count only for domains that are active and proved; own addition. */
      proved: flagOut,
      /** The TXT record that proves the domain; own addition. */
      record: z.object({ name: z.string(), value: z.string() }),
    }),
  ),
});

/** What a look for the record of a domain found. */
export const DOMAIN_CHECKS = ['proved', 'missing', 'different', 'unknown'] as const;

/** Looks for the TXT record of a domain now. */
export const checkWhitelistedDomain = defineCall({
  method: 'POST',
  path: '/api/faxui/checkWhitelistedDomain',
  access: 'any',
  summary: 'Check the record of a whitelisted domain',
  body: z.object({ uid, id: idIn }),
  reply: z.object({ state: z.enum(DOMAIN_CHECKS), found: z.array(z.string()) }),
});

/** Adds a domain: never one that is proved for another account, nor a public mail provider's (spec http-api 8.10). */
export const addWhitelistedDomain = defineCall({
  method: 'POST',
  path: '/api/{n}db/f2e/WhiteListedDomains.json',
  access: 'any',
  summary: 'Add a whitelisted domain',
  body: z.object({ uid, domain: domainName, status: flagIn.default(true) }),
  reply: successWith(z.object({ id: idOut })),
  errors: domainErrors,
});

/** Switches a domain on or off, or replaces its name, by id (spec http-api 8.10). */
export const changeWhitelistedDomain = defineCall({
  method: 'PUT',
  path: '/api/{n}db/f2e/WhiteListedDomains.json',
  access: 'any',
  summary: 'Change a whitelisted domain',
  body: z.object({ uid, id: idIn, domain: domainName, status: flagIn.default(true) }),
  reply: success,
  errors: domainErrors,
});

/** Removes a domain, named in the body or, for clients that send none, in the query (spec http-api 8.10). */
export const removeWhitelistedDomain = defineCall({
  method: 'DELETE',
  path: '/api/{n}db/f2e/WhiteListedDomains.json',
  access: 'any',
  summary: 'Remove a whitelisted domain',
  query: which,
  body: which,
  reply: success,
});
