/** What a key may be allowed to do, in the order in which pages list it. */
export const SCOPES = [
  'faxes:read',
  'faxes:send',
  'faxes:delete',
  'contacts:read',
  'contacts:write',
  'numbers:read',
  'usage:read',
  'audit:read',
  'webhooks:manage',
  'keys:manage',
  'accounts:manage',
  'scim',
] as const;

/** One right of a key. */
export type Scope = (typeof SCOPES)[number];

/** Whose key it is, as the wire names it. */
export type KeyHolderKind = 'account' | 'administrator' | 'operator';

/** Operators make accounts and look after them; faxes, contacts and webhooks are their customers'. */
const OF_OPERATORS: readonly Scope[] = [
  'numbers:read',
  'usage:read',
  'audit:read',
  'keys:manage',
  'accounts:manage',
];

/** Fax accounts, and who works on them, are for their administrator to manage. */
const OF_ADMINISTRATORS: ReadonlySet<Scope> = new Set(['accounts:manage', 'scim']);

/** The rights that a key of such a holder may have. */
export function scopesOf(kind: KeyHolderKind): readonly Scope[] {
  if (kind === 'operator') return OF_OPERATORS;
  return kind === 'administrator' ? SCOPES : SCOPES.filter((scope) => !OF_ADMINISTRATORS.has(scope));
}
