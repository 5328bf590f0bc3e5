import { z } from 'zod';

import { defineCall } from '#contract/kit/call.ts';
import { success } from '#contract/kit/errors.ts';
import { ANY_ROLES } from '#contract/kit/roles.ts';
import { idIn, idOut, timeOut } from '#contract/kit/wire.ts';

/** Number of a directory's calls that are stored, and that the page shows. */
export const SCIM_CALLS_KEPT = 500;
export const SCIM_CALLS_SHOWN = 100;
/** Maximum number of accounts listed on the page for giving a group a role. */
export const ACCOUNTS_CHOSEN_FROM = 2000;
/** Maximum number of roles of all groups of a directory. */
export const MAX_GROUP_ROLES = 1000;
/** Hours without a call after which a directory counts as quiet: Entra calls every 40 minutes. */
export const QUIET_HOURS = 24;

/** The effects of a directory's calls; each has a sentence under `provisioning.event`. */
export const SCIM_EVENTS = [
  'userAdded',
  'userLinked',
  'userChanged',
  'userRenamed',
  'userTurnedOff',
  'userTurnedOn',
  'userRemoved',
  'userSame',
  'userFound',
  'userMissing',
  'userRead',
  'usersListed',
  'groupAdded',
  'groupRenamed',
  'groupMembers',
  'groupRemoved',
  'groupFound',
  'groupMissing',
  'groupRead',
  'groupsListed',
  'settingsRead',
  'refused',
] as const;
export type ScimEvent = (typeof SCIM_EVENTS)[number];

/** Why a role is not given. */
export const provisioningErrors = { GROUP_ROLES_LIMIT: 409 } as const;

/** Roles of an administrator apply to the administrator itself, the others to accounts. */
const role = z.enum(ANY_ROLES);

/** Returns the state of an administrator's directory: its key, people, groups and their roles. Own addition. */
export const provisioning = defineCall({
  method: 'GET',
  path: '/api/faxui/provisioning',
  access: 'multifax',
  background: true,
  summary: 'The directory that adds and removes people',
  reply: z.object({
    /** The address to enter in the directory. */
    address: z.string(),
    keys: z.array(z.object({ id: z.string(), name: z.string(), expiresAt: timeOut.nullable() })),
    lastCallAt: timeOut.nullable(),
    quiet: z.boolean(),
    people: z.object({ fromDirectory: z.number(), byHand: z.number(), turnedOff: z.number() }),
    groups: z.array(
      z.object({
        id: idOut,
        name: z.string(),
        members: z.number(),
        roles: z.array(
          z.object({
            id: idOut,
            role,
            /** Null: all accounts, including later ones, or the administrator itself. */
            account: idOut.nullable(),
            faxNumber: z.string(),
          }),
        ),
      }),
    ),
    accounts: z.array(z.object({ id: idOut, faxNumber: z.string() })),
  }),
});
export type Provisioning = z.output<typeof provisioning.reply>;

/** Lists the latest calls of the directory, newest first. Own addition. */
export const provisioningCalls = defineCall({
  method: 'GET',
  path: '/api/faxui/provisioningCalls',
  access: 'multifax',
  background: true,
  summary: 'The latest calls of the directory',
  query: z.object({ show: z.enum(['all', 'changes', 'errors']).default('all') }),
  reply: z.object({
    calls: z.array(
      z.object({
        id: idOut,
        at: timeOut,
        method: z.string(),
        /** The path after the address of the directory, with the query. */
        path: z.string(),
        status: z.number(),
        event: z.enum(SCIM_EVENTS),
        params: z.record(z.string(), z.union([z.string(), z.number()])),
      }),
    ),
  }),
});
export type ProvisioningCall = z.output<typeof provisioningCalls.reply>['calls'][number];

/**
 * Gives the members of a group a role on one account, on all, or for the administrator itself, effective immediately.
 * Own addition.
 */
export const giveGroupRole = defineCall({
  method: 'PUT',
  path: '/api/faxui/groupRole',
  access: 'multifax',
  summary: 'Give a group a role',
  body: z.object({ group: idIn, account: idIn.nullable(), role }),
  reply: success,
  errors: { ...provisioningErrors, PEOPLE_LIMIT: 409 },
});

/** Removes a role from a group; roles given by hand stay. Own addition. */
export const takeGroupRole = defineCall({
  method: 'DELETE',
  path: '/api/faxui/groupRole',
  access: 'multifax',
  summary: 'Take a role from a group',
  body: z.object({ id: idIn }),
  reply: success,
});
