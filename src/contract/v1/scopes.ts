/** The scopes of keys, in the order in which pages list them. */
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

/** A scope of a key. */
export type Scope = (typeof SCOPES)[number];

/** The kind of owner of a key, as the wire names it. */
export type KeyHolderKind = 'account' | 'administrator' | 'operator';

/** Operators create and maintain accounts; faxes, contacts and webhooks belong to their customers. */
const OF_OPERATORS: readonly Scope[] = [
  'numbers:read',
  'usage:read',
  'audit:read',
  'keys:manage',
  'accounts:manage',
];

/** Only administrators manage fax accounts and who works on them. */
const OF_ADMINISTRATORS: ReadonlySet<Scope> = new Set(['accounts:manage', 'scim']);

/** Returns the scopes that a key of such an owner may have. */
export function scopesOf(kind: KeyHolderKind): readonly Scope[] {
  if (kind === 'operator') return OF_OPERATORS;
  return kind === 'administrator' ? SCOPES : SCOPES.filter((scope) => !OF_ADMINISTRATORS.has(scope));
}
