import { ADMINISTRATION_ROLES, ROLES } from '#contract/kit/roles.ts';
import type { AnyRole } from '#contract/kit/roles.ts';
import type { Place } from './use-people.ts';

/** The roles of each kind of place, from the one with every right to the one with the fewest. */
export const ROLES_OF: Readonly<Record<Place, readonly AnyRole[]>> = {
  account: ROLES,
  administrator: ADMINISTRATION_ROLES,
};

/** The same in the order in which an invitation offers them: the one that most people get comes first. */
export const OFFERED: Readonly<Record<Place, readonly [AnyRole, ...AnyRole[]]>> = {
  account: ['member', 'reader', 'sender', 'owner'],
  administrator: ['billing', 'auditor', 'administrator'],
};

type Ability = 'own' | 'read' | 'send' | 'file' | 'accounts' | 'usage' | 'activity' | 'manage';

/** Rows of the table of rights: what it is, and whose roles have it. */
export const ABILITIES: Readonly<Record<Place, readonly (readonly [Ability, readonly AnyRole[]])[]>> = {
  account: [
    ['own', ROLES],
    ['read', ['owner', 'member', 'reader']],
    ['send', ['owner', 'member', 'sender']],
    ['file', ['owner', 'member']],
    ['manage', ['owner']],
  ],
  administrator: [
    ['accounts', ['administrator']],
    ['usage', ['administrator', 'billing']],
    ['activity', ['administrator', 'auditor']],
    ['manage', ['administrator']],
  ],
};
