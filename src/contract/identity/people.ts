import { z } from 'zod';
import { defineCall } from '#contract/kit/call.ts';
import { emailAddress } from '#contract/kit/email-address.ts';
import { mailLimitErrors, success, successWith } from '#contract/kit/errors.ts';
import { ADMINISTRATION_ROLES, ANY_ROLES, ROLES } from '#contract/kit/roles.ts';
import { idIn, idOut, timeOut } from '#contract/kit/wire.ts';
import { personName } from './person-name.ts';

/** People and invitations of one account or administrator. */
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

/** On an account one of its roles, for an administrator one of the others; the server checks which. */
const role = z.enum(ANY_ROLES);
const sessionKind = z.enum(['user', 'multifax']);

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
  /** The role comes from groups of the organization’s directory, or of its provider of single sign-on. */
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

/** Who works on the account, or for the administrator, and who is invited to (own addition). */
export const people = defineCall({
  method: 'GET',
  path: '/api/faxui/people',
  access: 'any',
  summary: 'People who work on the account, or for the administrator',
  reply: z.object({
    people: z.array(person),
    invitations: z.array(invitation),
    /** The login with number, or with user name, and password. */
    numberLogin: z.object({ you: z.boolean(), lastUsedAt: timeOut.nullable() }),
  }),
});

/** Mails invitations. Addresses of people who are there, or are invited already, are left out and named. */
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

/** Gives somebody another role; it counts for the next call of theirs. */
export const changeRole = defineCall({
  method: 'PUT',
  path: '/api/faxui/people',
  access: 'any',
  summary: 'Change what somebody may do',
  body: z.object({ id: idIn, role }),
  reply: success,
  errors: { OWN_ROLE: peopleErrors.OWN_ROLE, FROM_DIRECTORY: peopleErrors.FROM_DIRECTORY },
});

/** Takes somebody off the account: all their sessions on it end with this. */
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

/** Mails an invitation once more; the link of before no longer works. */
export const resendInvitation = defineCall({
  method: 'POST',
  path: '/api/faxui/invitations',
  access: 'any',
  summary: 'Send an invitation again',
  body: z.object({ id: idIn }),
  reply: success,
  errors: mailLimitErrors,
});

/** Its link no longer works. */
export const withdrawInvitation = defineCall({
  method: 'DELETE',
  path: '/api/faxui/invitations',
  access: 'any',
  summary: 'Withdraw an invitation',
  body: z.object({ id: idIn }),
  reply: success,
});

/**
 * The accounts and administrators that the signed-in person may work on or for; for a login without a person, only what it
 * opens.
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
        /** Faxes in Inbox that nobody has read. */
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

/** Goes on with another of one's accounts, or with an administrator; the session of before ends. */
export const switchAccount = defineCall({
  method: 'POST',
  path: '/api/faxui/switchAccount',
  access: 'any',
  right: 'self',
  summary: 'Work on another account',
  body: z.union([z.object({ account: idIn }), z.object({ administrator: idIn })]),
  reply: successWith(z.object({ node: z.string(), kind: sessionKind })),
});

/** Leaves the account, or the administrator's people. */
export const leaveAccount = defineCall({
  method: 'POST',
  path: '/api/faxui/leaveAccount',
  access: 'any',
  right: 'self',
  summary: 'Leave the account, or the administrator',
  reply: success,
  errors: { FROM_DIRECTORY: peopleErrors.FROM_DIRECTORY },
});

/** Changes one's own name. */
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
