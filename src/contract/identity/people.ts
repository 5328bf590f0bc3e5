import { z } from 'zod';
import { defineCall } from '#contract/kit/call.ts';
import { emailAddress } from '#contract/kit/email-address.ts';
import { mailLimitErrors, success, successWith } from '#contract/kit/errors.ts';
import { ADMINISTRATION_ROLES, ANY_ROLES, ROLES } from '#contract/kit/roles.ts';
import { idIn, idOut, timeOut } from '#contract/kit/wire.ts';
import { personName } from './person-name.ts';

/** Maximum number of people and invitations of one account or administrator. */
export const MAX_PEOPLE = 100;
/** Maximum number of addresses in one invitation. */
export const MAX_INVITED_AT_ONCE = 20;
/** Number of days for which the link of an invitation works. */
export const INVITATION_DAYS = 7;

/** Why people are not invited or changed. */
export const peopleErrors = {
  PEOPLE_LIMIT: 409,
  OWN_ROLE: 409,
  FROM_DIRECTORY: 409,
  TURNED_OFF_IN_DIRECTORY: 409,
} as const;

/** A role on an account, or one for an administrator; the server checks that it fits. */
const role = z.enum(ANY_ROLES);
const sessionKind = z.enum(['user', 'multifax']);

const person = z.object({
  id: idOut,
  name: z.string(),
  email: z.string(),
  role,
  /** Whether this is the caller. */
  you: z.boolean(),
  /** The person's login methods; somebody who was invited and joined by single sign-on has no password. */
  password: z.boolean(),
  singleSignOn: z.boolean(),
  passkey: z.boolean(),
  secondStep: z.boolean(),
  /** The role comes from groups of the organization's directory, or of its single sign-on provider. */
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

/** Lists the people who work on the account, or for the administrator, and the invitations (own addition). */
export const people = defineCall({
  method: 'GET',
  path: '/api/faxui/people',
  access: 'any',
  summary: 'People who work on the account, or for the administrator',
  reply: z.object({
    people: z.array(person),
    invitations: z.array(invitation),
    /** The login with fax number, or user name, and password. */
    numberLogin: z.object({ you: z.boolean(), lastUsedAt: timeOut.nullable() }),
  }),
});

/** Mails invitations. Skips and returns addresses of people who already have a role or an invitation. */
export const invitePeople = defineCall({
  method: 'POST',
  path: '/api/faxui/people',
  access: 'any',
  summary: 'Invite people to work on the account, or for the administrator',
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

/** Changes a person's role; it applies from their next call on. */
export const changeRole = defineCall({
  method: 'PUT',
  path: '/api/faxui/people',
  access: 'any',
  summary: 'Change what somebody may do',
  body: z.object({ id: idIn, role }),
  reply: success,
  errors: { OWN_ROLE: peopleErrors.OWN_ROLE, FROM_DIRECTORY: peopleErrors.FROM_DIRECTORY },
});

/** Removes a person from the account: all their sessions on it end immediately. */
export const removePerson = defineCall({
  method: 'DELETE',
  path: '/api/faxui/people',
  access: 'any',
  summary: 'Remove somebody from the account, or from the administrator’s people',
  body: z.object({ id: idIn }),
  takesLong: true,
  reply: success,
  errors: { FROM_DIRECTORY: peopleErrors.FROM_DIRECTORY },
});

/** Mails an invitation again; the previous link no longer works. */
export const resendInvitation = defineCall({
  method: 'POST',
  path: '/api/faxui/invitations',
  access: 'any',
  summary: 'Send an invitation again',
  body: z.object({ id: idIn }),
  reply: success,
  errors: mailLimitErrors,
});

/** Withdraws an invitation; its link no longer works. */
export const withdrawInvitation = defineCall({
  method: 'DELETE',
  path: '/api/faxui/invitations',
  access: 'any',
  summary: 'Withdraw an invitation',
  body: z.object({ id: idIn }),
  reply: success,
});

/**
 * Lists the accounts and administrators that the signed-in person may work on or for; for a login without a person,
 * only the one that it opens.
 */
export const ownAccounts = defineCall({
  method: 'GET',
  path: '/api/faxui/ownAccounts',
  access: 'any',
  right: 'self',
  background: true,
  summary: 'Accounts and administrators that one may work on',
  reply: z.object({
    accounts: z.array(
      z.object({
        id: idOut,
        faxNumber: z.string(),
        role: z.enum(ROLES),
        /** Number of unread faxes in Inbox. */
        unread: z.number(),
        current: z.boolean(),
      }),
    ),
    administrators: z.array(
      z.object({
        id: idOut,
        username: z.string(),
        role: z.enum(ADMINISTRATION_ROLES),
        current: z.boolean(),
      }),
    ),
  }),
});

/** Switches to another of the caller's accounts or administrators; the previous session ends. */
export const switchAccount = defineCall({
  method: 'POST',
  path: '/api/faxui/switchAccount',
  access: 'any',
  right: 'self',
  summary: 'Work on another account',
  body: z.union([z.object({ account: idIn }), z.object({ administrator: idIn })]),
  reply: successWith(z.object({ node: z.string(), kind: sessionKind })),
});

/** Leaves the account, or the people of the administrator. */
export const leaveAccount = defineCall({
  method: 'POST',
  path: '/api/faxui/leaveAccount',
  access: 'any',
  right: 'self',
  summary: 'Leave the account, or the administrator',
  reply: success,
  errors: { FROM_DIRECTORY: peopleErrors.FROM_DIRECTORY },
});

/** Changes the caller's own name and mail setting. */
export const putProfile = defineCall({
  method: 'PUT',
  path: '/api/faxui/profile',
  access: 'any',
  right: 'self',
  summary: 'Change one’s own name, and whether one gets mails about work',
  body: z
    .object({ name: personName.refine((name) => name !== '', 'REQUIRED'), teamMail: z.boolean() })
    .partial(),
  reply: success,
});
