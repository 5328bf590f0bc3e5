import { z } from 'zod';
import { uid } from '#contract/kit/account-scope.ts';
import { defineCall } from '#contract/kit/call.ts';
import { success, successWith } from '#contract/kit/errors.ts';
import { flagIn, flagOut } from '#contract/kit/flags.ts';
import { idIn, idOut } from '#contract/kit/wire.ts';

/** Maximum length of a domain (MFW-03). */
export const DOMAIN_MAX = 64;
/** Maximum number of domains of an account; every incoming mail is compared with them. */
export const MAX_DOMAINS = 100;
/** How long the error growls of this list stay, in milliseconds (MFW-13). */
export const DOMAIN_GROWL_MS = 6000;

/** Why a domain is not added (spec http-api 8.10); the first two have their own numbers, see DOMAIN_CODES. */
export const domainErrors = {
  DOMAIN_TAKEN: 412,
  DOMAIN_NOT_ALLOWED: 412,
  DOMAIN_EXISTS: 412,
  DOMAIN_LIMIT: 412,
} as const;

/** The numbers that the client reads from `code` of the error body (MFW-10). */
export const DOMAIN_CODES = { DOMAIN_TAKEN: 1, DOMAIN_NOT_ALLOWED: 2 } as const;

/** Faults of a domain; each has a translated text. */
export const DOMAIN_FAULTS = [
  'REQUIRED',
  'TOO_LONG',
  'DOMAIN_START',
  'DOMAIN_END',
  'DOMAIN_INVALID',
] as const;

/** A host name with a top-level domain of 2 to 6 letters (MFW-06). */
const HOST_NAME = /^(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z]{2,6}$/;

/** A domain in lowercase, for both the form and the call. */
export const domainName = z
  .string('REQUIRED')
  .trim()
  .toLowerCase()
  .min(1, 'REQUIRED')
  .max(DOMAIN_MAX, 'TOO_LONG')
  .refine((value) => !/^[.-]/.test(value), 'DOMAIN_START')
  .refine((value) => !/[.-]$/.test(value), 'DOMAIN_END')
  .refine((value) => HOST_NAME.test(value), 'DOMAIN_INVALID');

/** Identifies a domain; a text that cannot be a domain matches none. */
const which = z.object({ uid, domain: z.string().max(256).trim().toLowerCase().default('') });

/** Lists the domains whose senders may send faxes by email from an account (spec http-api 8.10). */
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
      /** Mails are accepted only from domains that are active and proved; own addition. */
      proved: flagOut,
      /** The TXT record that proves the domain; own addition. */
      record: z.object({ name: z.string(), value: z.string() }),
    }),
  ),
});

/** Results of checking a domain's record. */
export const DOMAIN_CHECKS = ['proved', 'missing', 'different', 'unknown'] as const;

/** Checks the TXT record of a domain now. */
export const checkWhitelistedDomain = defineCall({
  method: 'POST',
  path: '/api/faxui/checkWhitelistedDomain',
  access: 'any',
  summary: 'Check the record of a whitelisted domain',
  body: z.object({ uid, id: idIn }),
  reply: z.object({ state: z.enum(DOMAIN_CHECKS), found: z.array(z.string()) }),
});

/** Adds a domain, unless it is proved for another account or belongs to a public mail provider (spec http-api 8.10). */
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
