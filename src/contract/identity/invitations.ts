import { z } from 'zod';
import { defineCall } from '#contract/kit/call.ts';
import { success, successWith } from '#contract/kit/errors.ts';
import { ANY_ROLES } from '#contract/kit/roles.ts';
import { timeOut } from '#contract/kit/wire.ts';
import { linkErrors, resetErrors } from './passwords.ts';
import { personName } from './person-name.ts';
import { loginErrors } from './sessions.ts';

/** Keys in links have 43 characters. */
const token = z.string().max(128);

const linkFails = {
  ...linkErrors,
  TOKEN_INVALID: resetErrors.TOKEN_INVALID,
  TOKEN_EXPIRED: resetErrors.TOKEN_EXPIRED,
} as const;

/** Returns the content of an invitation's page. */
export const readInvitation = defineCall({
  method: 'POST',
  path: '/api/faxui/invitation',
  access: 'guest',
  summary: 'Read an invitation',
  body: z.object({ token }),
  reply: z.object({
    email: z.string(),
    role: z.enum(ANY_ROLES),
    /** Empty for an administrator. */
    faxNumber: z.string(),
    /** User name of the administrator; empty for an account. */
    administrator: z.string(),
    /** A person's name; empty for the login with fax number and password. */
    invitedBy: z.string(),
    /** Whether the address already has its own login; if so, no name and password are chosen. */
    known: z.boolean(),
    /** The single sign-on provider where a new person with this address must log in. */
    provider: z.string().nullable(),
    expiresAt: timeOut,
  }),
  errors: linkFails,
});

/**
 * Accepts an invitation. A new person chooses name and password and is logged in; a person with a login gets access to
 * the account in addition to their others, and logs in as before.
 */
export const acceptInvitation = defineCall({
  method: 'POST',
  path: '/api/faxui/acceptInvitation',
  access: 'guest',
  login: true,
  summary: 'Accept an invitation',
  body: z.object({
    token,
    name: personName.default(''),
    password: z.string().max(256).default(''),
  }),
  reply: successWith(
    z.object({ loggedIn: z.boolean(), node: z.string(), kind: z.enum(['user', 'multifax']) }),
  ),
  errors: { ...linkFails, ...loginErrors, PASSWORD_RULES: resetErrors.PASSWORD_RULES },
});

/** Declines an invitation; the link no longer works. */
export const declineInvitation = defineCall({
  method: 'POST',
  path: '/api/faxui/declineInvitation',
  access: 'guest',
  summary: 'Decline an invitation',
  body: z.object({ token }),
  reply: success,
  errors: linkFails,
});
