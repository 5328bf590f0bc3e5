import { z } from 'zod';
import { defineCall } from '#contract/kit/call.ts';
import { success, successWith } from '#contract/kit/errors.ts';
import { ANY_ROLES } from '#contract/kit/roles.ts';
import { timeOut } from '#contract/kit/wire.ts';
import { linkErrors, resetErrors } from './passwords.ts';
import { personName } from './person-name.ts';
import { loginErrors } from './sessions.ts';

/** Keys of links have 43 characters. */
const token = z.string().max(128);

const linkFails = {
  ...linkErrors,
  TOKEN_INVALID: resetErrors.TOKEN_INVALID,
  TOKEN_EXPIRED: resetErrors.TOKEN_EXPIRED,
} as const;

/** What the page of an invitation shows. */
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
    /** A person's name; empty for the owner of the number. */
    invitedBy: z.string(),
    /** The address has a login of its own already: there is nothing to choose. */
    known: z.boolean(),
    /** The provider of single sign-on where somebody new with this address has to log in. */
    provider: z.string().nullable(),
    expiresAt: timeOut,
  }),
  errors: linkFails,
});

/**
 * Joins. Somebody new chooses name and password and is logged in; somebody who has a login gets the account beside their
 * others and logs in as always.
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

/** Says no; the link no longer works. */
export const declineInvitation = defineCall({
  method: 'POST',
  path: '/api/faxui/declineInvitation',
  access: 'guest',
  summary: 'Decline an invitation',
  body: z.object({ token }),
  reply: success,
  errors: linkFails,
});
