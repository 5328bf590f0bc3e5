import { z } from 'zod';
import { defineCall } from '#contract/kit/call.ts';
import { emailAddress } from '#contract/kit/email-address.ts';
import { mailLimitErrors, success, successWith } from '#contract/kit/errors.ts';
import { ROLES } from '#contract/kit/roles.ts';
import { idIn, idOut, timeOut } from '#contract/kit/wire.ts';
import { linkErrors, resetErrors } from './passwords.ts';
import { personName } from './person-name.ts';
import { loginErrors } from './sessions.ts';

/** People and invitations of one account. */
export const MAX_PEOPLE = 100;
/** Addresses of one invitation. */
export const MAX_INVITED_AT_ONCE = 20;
/** How long the link of an invitation works. */
export const INVITATION_DAYS = 7;

/** Why people are not invited or changed. */
export const peopleErrors = {
  PEOPLE_LIMIT: 409,
  OWN_ROLE: 409,
  FROM_DIRECTORY: 409,
  TURNED_OFF_IN_DIRECTORY: 409,
} as const;

const role = z.enum(ROLES);
/** Keys of links have 43 characters. */
const token = z.string().max(128);

const person = z.object({
  id: idOut,
  name: z.string(),
  email: z.string(),
  role,
  /** The person who asks. */
  you: z.boolean(),
  /** How they log in; who was invited and came by single sign-on has no password. */
  password: z.boolean(),
  singleSignOn: z.boolean(),
  passkey: z.boolean(),
  secondStep: z.boolean(),
  /** The role comes from the organization’s directory. */
  fromDirectory: z.boolean(),
  lastActiveAt: timeOut.nullable(),
});

const invitation = z.object({
  id: idOut,
  email: z.string(),
  role,
  invitedAt: timeOut,
  /** A person's name; empty for the login with number and password. */
  invitedBy: z.string(),
  expiresAt: timeOut,
  expired: z.boolean(),
});

/** Who works on the account, and who is invited to (own addition). */
export const people = defineCall({
  method: 'GET',
  path: '/api/faxui/people',
  access: 'user',
  summary: 'People who work on the account',
  reply: z.object({
    people: z.array(person),
    invitations: z.array(invitation),
    /** The login with number and password. */
    numberLogin: z.object({ you: z.boolean(), lastUsedAt: timeOut.nullable() }),
  }),
});

/** Mails invitations. Addresses of people who are there, or are invited already, are left out and named. */
export const invitePeople = defineCall({
  method: 'POST',
  path: '/api/faxui/people',
  access: 'user',
  summary: 'Invite people to work on the account',
  body: z.object({
    emails: z
      .array(emailAddress.transform((value) => value.toLowerCase()))
      .min(1, 'REQUIRED')
      .max(MAX_INVITED_AT_ONCE, 'TOO_MANY'),
    role,
  }),
  reply: successWith(z.object({ invited: z.array(z.string()), skipped: z.array(z.string()) })),
  errors: {
    ...mailLimitErrors,
    PEOPLE_LIMIT: peopleErrors.PEOPLE_LIMIT,
    TURNED_OFF_IN_DIRECTORY: peopleErrors.TURNED_OFF_IN_DIRECTORY,
  },
});

/** Gives somebody another role; it counts for the next call of theirs. */
export const changeRole = defineCall({
  method: 'PUT',
  path: '/api/faxui/people',
  access: 'user',
  summary: 'Change what somebody may do',
  body: z.object({ id: idIn, role }),
  reply: success,
  errors: { OWN_ROLE: peopleErrors.OWN_ROLE, FROM_DIRECTORY: peopleErrors.FROM_DIRECTORY },
});

/** Takes somebody off the account: all their sessions on it end with this. */
export const removePerson = defineCall({
  method: 'DELETE',
  path: '/api/faxui/people',
  access: 'user',
  summary: 'Remove somebody from the account',
  body: z.object({ id: idIn }),
  reply: success,
  errors: { FROM_DIRECTORY: peopleErrors.FROM_DIRECTORY },
});

/** Mails an invitation once more; the link of before no longer works. */
export const resendInvitation = defineCall({
  method: 'POST',
  path: '/api/faxui/invitations',
  access: 'user',
  summary: 'Send an invitation again',
  body: z.object({ id: idIn }),
  reply: success,
  errors: mailLimitErrors,
});

/** Its link no longer works. */
export const withdrawInvitation = defineCall({
  method: 'DELETE',
  path: '/api/faxui/invitations',
  access: 'user',
  summary: 'Withdraw an invitation',
  body: z.object({ id: idIn }),
  reply: success,
});

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
    role,
    faxNumber: z.string(),
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
  reply: successWith(z.object({ loggedIn: z.boolean(), node: z.string() })),
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

/** The accounts that the signed-in person may work on; only its own account for the login with number and password. */
export const ownAccounts = defineCall({
  method: 'GET',
  path: '/api/faxui/ownAccounts',
  access: 'user',
  right: 'self',
  background: true,
  summary: 'Accounts that one may work on',
  reply: z.object({
    accounts: z.array(
      z.object({
        id: idOut,
        faxNumber: z.string(),
        role,
        /** Faxes in Inbox that nobody has read. */
        unread: z.number(),
        current: z.boolean(),
      }),
    ),
  }),
});

/** Goes on with another of one's accounts; the session of before ends. */
export const switchAccount = defineCall({
  method: 'POST',
  path: '/api/faxui/switchAccount',
  access: 'user',
  right: 'self',
  summary: 'Work on another account',
  body: z.object({ account: idIn }),
  reply: successWith(z.object({ node: z.string() })),
});

/** Leaves the account; somebody with others goes on with one of those. */
export const leaveAccount = defineCall({
  method: 'POST',
  path: '/api/faxui/leaveAccount',
  access: 'user',
  right: 'self',
  summary: 'Leave the account',
  reply: success,
  errors: { FROM_DIRECTORY: peopleErrors.FROM_DIRECTORY },
});

/** Changes one's own name. */
export const putProfile = defineCall({
  method: 'PUT',
  path: '/api/faxui/profile',
  access: 'user',
  right: 'self',
  summary: 'Change one’s own name, and whether one gets mails about work',
  body: z
    .object({ name: personName.refine((name) => name !== '', 'REQUIRED'), teamMail: z.boolean() })
    .partial(),
  reply: success,
});
