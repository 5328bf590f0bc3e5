import { z } from 'zod';
import { defineCall } from '#contract/kit/call.ts';
import { success } from '#contract/kit/errors.ts';
import { idIn } from '#contract/kit/wire.ts';
import { keepLogins, otherLoginList } from './other-logins.ts';

/** A parent's user name is the longest name that anybody signs in with (MFL-01). */
const NAME_MAX = 64;
/** Brands may allow up to 128 characters; more is only work for the server's hashing (A-AUTH-13). */
const PASSWORD_MAX = 256;
/** Keys of links have 43 characters. */
const KEY_MAX = 128;
/** The longest host name that DNS knows. */
const HOST_MAX = 253;

const domain = z.string().max(HOST_MAX).default('');

/** Errors of the calls that anybody may make: how often is limited by number and by address. */
export const linkErrors = { TOO_MANY_ATTEMPTS: 429 } as const;

/** Why a link from a mail opens nothing, and why a new password is not taken (spec http-api 1.13). */
export const resetErrors = {
  ...linkErrors,
  TOKEN_INVALID: 412,
  TOKEN_EXPIRED: 412,
  TOKEN_USED: 412,
  PASSWORD_RULES: 400,
  PASSWORD_SAME_AS_OLD: 400,
} as const;

/** What passwords of a host's brand must look like (spec http-api 1.4). */
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
        /** «0» is shown, but the server takes a password without it (spec decisions 1.3). */
        Required: z.enum(['0', '1']),
        /** A regular expression between slashes, without flags. */
        Feature: z.string(),
        /** What it asks for, in the reader's language: «a lower-case letter». */
        Comment: z.string(),
      }),
    ),
  }),
});

/** Asks for a link to a new password; the answer is the same whether or not the account exists (spec http-api 1.12). */
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

/** The link that somebody followed. */
const link = {
  verify: z.string().max(1).default(''),
  token: z.string().max(KEY_MAX).default(''),
  id: z.union([z.literal(''), idIn]).default(''),
  key: z.string().max(KEY_MAX).default(''),
};

/** What else opens the account that a link is for; only who has the link sees it (own addition). */
export const resetLogins = defineCall({
  method: 'POST',
  path: '/api/faxui/resetLogins.json',
  access: 'guest',
  summary: 'Other ways to log in, for the holder of a link',
  body: z.object(link),
  reply: otherLoginList,
  errors: resetErrors,
});

/** Sets a new password with a link from a mail: by `token`, or in verify mode by `id` and `key` (spec http-api 1.13). */
export const resetPassword = defineCall({
  method: 'POST',
  path: '/api/faxui/resetPassword.json',
  access: 'guest',
  summary: 'Set a new password with a link',
  body: z.object({
    new_password: z.string().max(PASSWORD_MAX),
    domain,
    ...link,
    /** Left out: what was made in the last 30 days goes (own addition). */
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

/** Proves that the address of an account is its owner's (spec http-api 1.14). The five fields stand at both places. */
export const verifyAccount = defineCall({
  method: 'POST',
  path: '/api/faxui/verify.json',
  access: 'guest',
  summary: 'Verify the address of an account',
  body: z.object({
    // An id that is none is as unknown as any other: the page says so in its own words.
    id: z.union([z.string().max(KEY_MAX), z.number()]).transform(String),
    key: z.string().max(KEY_MAX),
    domain,
  }),
  reply: verification.extend({ verification }),
  errors: linkErrors,
});
