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
] as const;

/** One right of a key. */
export type Scope = (typeof SCOPES)[number];
