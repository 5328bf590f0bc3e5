/**
 * What somebody may do on a fax account: everything; work with its faxes; only look at them; send faxes, and see only
 * those that they sent themselves. When several groups assign roles, the earlier one counts.
 */
export const ROLES = ['owner', 'member', 'reader', 'sender'] as const;
export type Role = (typeof ROLES)[number];

/**
 * What somebody may do for a multifax administrator: everything; see usage, and no fax; see who did what, and no fax.
 */
export const ADMINISTRATION_ROLES = ['administrator', 'billing', 'auditor'] as const;
export type AdministrationRole = (typeof ADMINISTRATION_ROLES)[number];

/** Roles of people; none is of both kinds. */
export const ANY_ROLES = [...ROLES, ...ADMINISTRATION_ROLES] as const;
export type AnyRole = (typeof ANY_ROLES)[number];

/** Whether a role is for an administrator itself, and on none of its accounts. */
export function isForAdministrator(role: AnyRole): boolean {
  return ADMINISTRATION_ROLES.some((one) => one === role);
}

/**
 * What an operator may do in the console: everything; help customers, without a way to their faxes; see and change what
 * customers pay for.
 */
export const OPERATOR_ROLES = ['full', 'support', 'finance'] as const;
export type OperatorRole = (typeof OPERATOR_ROLES)[number];

/**
 * What a call is about: how one's own login is set (`self`), looking at sent faxes and at contacts (`sent`), writing and
 * sending faxes (`send`), looking at all faxes (`read`), filing and deleting (`work`), pages and costs (`usage`), what was done with the faxes of an account (`activity`), and the same
 * beyond what everybody who reads faxes may see (`audit`). In the console: accounts and figures (`watch`), the queue, lines
 * and logins of customers (`support`), contracts (`finance`). Calls without a right are the owner's, the administrator's, or
 * of operators who may do everything.
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

/** Whether a role allows what a call is about; the first of each kind allows everything. */
export function roleAllows(role: AnyRole | OperatorRole, right: Right | undefined): boolean {
  if (role === 'owner' || role === 'administrator' || role === 'full') return true;
  return right !== undefined && RIGHTS[role].has(right);
}

/** The roles on an account that allow what a call is about. */
export function rolesWith(right: Right): Role[] {
  return ROLES.filter((role) => roleAllows(role, right));
}
