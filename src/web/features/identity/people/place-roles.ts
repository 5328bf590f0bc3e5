import { ADMINISTRATION_ROLES, ROLES } from '#contract/kit/roles.ts';
import type { AnyRole } from '#contract/kit/roles.ts';
import type { Place } from './use-people.ts';

/** The roles of each kind of place, from the most to the fewest rights. */
export const ROLES_OF: Readonly<Record<Place, readonly AnyRole[]>> = {
  account: ROLES,
  administrator: ADMINISTRATION_ROLES,
};

/** The same roles in the order of an invitation: the most common one comes first. */
export const OFFERED: Readonly<Record<Place, readonly [AnyRole, ...AnyRole[]]>> = {
  account: ['member', 'reader', 'sender', 'owner'],
  administrator: ['billing', 'auditor', 'administrator'],
};

type Ability = 'own' | 'read' | 'send' | 'file' | 'accounts' | 'usage' | 'activity' | 'manage';

/** The rows of the table of rights: the ability, and the roles that have it. */
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
