import type { Scope } from '#contract/v1/scopes.ts';

/** The text keys of the rights, below `apiKeys.scope`; the most frequently used ones come first. */
export const SCOPE_WORDS = {
  'faxes:send': 'faxesSend',
  'contacts:read': 'contactsRead',
  'faxes:read': 'faxesRead',
  'contacts:write': 'contactsWrite',
  'faxes:delete': 'faxesDelete',
  'usage:read': 'usageRead',
  'numbers:read': 'numbersRead',
  'webhooks:manage': 'webhooksManage',
  'audit:read': 'auditRead',
  'keys:manage': 'keysManage',
  'accounts:manage': 'accountsManage',
  scim: 'scim',
} as const satisfies Record<Scope, string>;

/** The rights in form order. */
export const SHOWN_SCOPES = Object.keys(SCOPE_WORDS) as Scope[];
