import { z } from 'zod';
import { defineCall } from '#contract/kit/call.ts';
import { success } from '#contract/kit/errors.ts';
import { idIn } from '#contract/kit/wire.ts';
import { keepLogins, otherLoginList } from './other-logins.ts';

/** The longest login name, an administrator's user name (MFL-01). */
const NAME_MAX = 64;
/** Brands may allow up to 128 characters; longer input would only cost the server hashing time (A-AUTH-13). */
const PASSWORD_MAX = 256;
/** Keys in links have 43 characters. */
const KEY_MAX = 128;
/** Maximum length of a host name in the DNS. */
const HOST_MAX = 253;

const domain = z.string().max(HOST_MAX).default('');

/** Errors of the calls that anybody may make: attempts are limited by number and by address. */
export const linkErrors = { TOO_MANY_ATTEMPTS: 429 } as const;

/** Why a link from a mail does not work, and why a new password is refused (spec http-api 1.13). */
export const resetErrors = {
  ...linkErrors,
  TOKEN_INVALID: 412,
  TOKEN_EXPIRED: 412,
  TOKEN_USED: 412,
  PASSWORD_RULES: 400,
  PASSWORD_SAME_AS_OLD: 400,
} as const;

/** Returns the password rules of a host's brand (spec http-api 1.4). */
export const passwordRules = defineCall({
  method: 'GET',
  path: '/api/faxui/passwordRules.json',
  access: 'guest',
  summary: 'Password rules of a host',
  query: z.object({ fax_domain: domain }),
  reply: z.object({
    PasswordMin: z.number(),
    PasswordMax: z.number(),
    Features: z.array(
      z.object({
        ID: z.string(),
        HostopianID: z.string(),
        /** «0»: shown, but the server accepts passwords without it (spec decisions 1.3). */
        Required: z.enum(['0', '1']),
        /** A regular expression between slashes, without flags. */
        Feature: z.string(),
        /** The requirement in the reader's language: «a lower-case letter». */
        Comment: z.string(),
      }),
    ),
  }),
});

/**
 * Requests a link for a new password; the response is the same whether or not the account exists (spec http-api 1.12).
 */
export const forgotPassword = defineCall({
  method: 'POST',
  path: '/api/faxui/forgotPassword.json',
  access: 'guest',
  summary: 'Ask for a link to a new password',
  body: z.object({
    faxnumber: z.string().max(NAME_MAX).default(''),
    username: z.string().max(NAME_MAX).default(''),
    domain,
  }),
  reply: success,
  errors: linkErrors,
});

/** The parameters of the link. */
const link = {
  verify: z.string().max(1).default(''),
  token: z.string().max(KEY_MAX).default(''),
  id: z.union([z.literal(''), idIn]).default(''),
  key: z.string().max(KEY_MAX).default(''),
};

/** Lists the other logins of the account that a link is for; only the holder of the link sees them (own addition). */
export const resetLogins = defineCall({
  method: 'POST',
  path: '/api/faxui/resetLogins.json',
  access: 'guest',
  summary: 'Other ways to log in, for the holder of a link',
  body: z.object(link),
  reply: otherLoginList,
  errors: resetErrors,
});

/**
 * Sets a new password with a link from a mail: by `token`, or in verify mode by `id` and `key` (spec http-api 1.13).
 */
export const resetPassword = defineCall({
  method: 'POST',
  path: '/api/faxui/resetPassword.json',
  access: 'guest',
  summary: 'Set a new password with a link',
  body: z.object({
    new_password: z.string().max(PASSWORD_MAX),
    domain,
    ...link,
    /** Omitted: logins created in the last 30 days are removed (own addition). */
    keep: keepLogins,
  }),
  reply: success,
  errors: resetErrors,
});

const verification = z.object({
  valid: z.boolean(),
  expired: z.boolean(),
  alreadyVerified: z.boolean(),
  redirectVerify: z.boolean(),
  verify: z.enum(['', '1']),
});

/**
 * Verifies that an address belongs to the account's owner (spec http-api 1.14). The five fields appear in both places.
 */
export const verifyAccount = defineCall({
  method: 'POST',
  path: '/api/faxui/verify.json',
  access: 'guest',
  summary: 'Verify the address of an account',
  body: z.object({
    // A malformed id counts as unknown like any other; the page explains it.
    id: z.union([z.string().max(KEY_MAX), z.number()]).transform(String),
    key: z.string().max(KEY_MAX),
    domain,
  }),
  reply: verification.extend({ verification }),
  errors: linkErrors,
});
