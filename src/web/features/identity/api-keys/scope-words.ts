import type { Scope } from '#contract/v1/scopes.ts';

/** The words of each right, under `apiKeys.scope`; the most used ones stand first. */
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

/** Rights in the order of the form. */
export const SHOWN_SCOPES = Object.keys(SCOPE_WORDS) as Scope[];
