/**
 * Roles on a fax account: do everything; work with its faxes; only read them; send faxes and see only one's own. If
 * several groups assign roles, the earlier one in this list applies.
 */
export const ROLES = ['owner', 'member', 'reader', 'sender'] as const;
export type Role = (typeof ROLES)[number];

/** Roles for a multifax administrator: do everything; see usage, but no faxes; see who did what, but no faxes. */
export const ADMINISTRATION_ROLES = ['administrator', 'billing', 'auditor'] as const;
export type AdministrationRole = (typeof ADMINISTRATION_ROLES)[number];

/** All roles of people; no role is of both kinds. */
export const ANY_ROLES = [...ROLES, ...ADMINISTRATION_ROLES] as const;
export type AnyRole = (typeof ANY_ROLES)[number];

/** Returns whether a role is for an administrator itself, not for an account. */
export function isForAdministrator(role: AnyRole): boolean {
  return ADMINISTRATION_ROLES.some((one) => one === role);
}

/**
 * Roles of operators in the console: do everything; help customers, without access to their faxes; see and change what
 * customers pay for.
 */
export const OPERATOR_ROLES = ['full', 'support', 'finance'] as const;
export type OperatorRole = (typeof OPERATOR_ROLES)[number];

/**
 * The right that a call needs: settings of one's own login (`self`), viewing sent faxes and contacts (`sent`), writing
 * and sending faxes (`send`), viewing all faxes (`read`), filing and deleting (`work`), pages and costs (`usage`), what
 * was done with the faxes of an account (`activity`), and the same beyond what everybody who reads faxes may see
 * (`audit`). In the console: accounts and figures (`watch`), the queue, lines and logins of customers (`support`),
 * contracts (`finance`). Calls without a right are for the owner, the administrator, or operators with full rights.
 */
export type Right =
  | 'self'
  | 'sent'
  | 'send'
  | 'read'
  | 'work'
  | 'usage'
  | 'activity'
  | 'audit'
  | 'watch'
  | 'support'
  | 'finance';

const RIGHTS: Readonly<
  Record<Exclude<AnyRole | OperatorRole, 'owner' | 'administrator' | 'full'>, ReadonlySet<Right>>
> = {
  member: new Set(['self', 'sent', 'send', 'read', 'work', 'activity']),
  reader: new Set(['self', 'sent', 'read', 'activity']),
  sender: new Set(['self', 'sent', 'send']),
  billing: new Set(['self', 'usage']),
  auditor: new Set(['self', 'activity', 'audit']),
  support: new Set(['self', 'watch', 'support']),
  finance: new Set(['self', 'watch', 'finance']),
};

/** Returns whether a role includes a right; the first role of each kind includes all. */
export function roleAllows(role: AnyRole | OperatorRole, right: Right | undefined): boolean {
  if (role === 'owner' || role === 'administrator' || role === 'full') return true;
  return right !== undefined && RIGHTS[role].has(right);
}

/** Returns the roles on an account that include a right. */
export function rolesWith(right: Right): Role[] {
  return ROLES.filter((role) => roleAllows(role, right));
}
