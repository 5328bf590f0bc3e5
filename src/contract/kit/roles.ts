/** What somebody may do on a fax account: everything; work with its faxes; only look at them. */
export const ROLES = ['owner', 'member', 'reader'] as const;
export type Role = (typeof ROLES)[number];

/**
 * What a call of a fax account is about: how one's own login is set (`self`), looking at faxes and contacts (`read`),
 * sending, filing and deleting (`work`). Calls without a right are the owner's.
 */
export type Right = 'self' | 'read' | 'work';

const RIGHTS: Readonly<Record<Exclude<Role, 'owner'>, ReadonlySet<Right>>> = {
  member: new Set(['self', 'read', 'work']),
  reader: new Set(['self', 'read']),
};

/** Whether a role allows what a call is about; the owner's allows everything. */
export function roleAllows(role: Role, right: Right | undefined): boolean {
  return role === 'owner' || (right !== undefined && RIGHTS[role].has(right));
}
