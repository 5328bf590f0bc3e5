import type { STORAGE_TYPES } from './storage.ts';

/** Why no copy is made now, or why the last try did not work; words say them. */
export const STORAGE_FAULTS = [
  'NOT_CONFIGURED',
  'HOST_NOT_ALLOWED',
  'HOST_UNKNOWN',
  'UNREACHABLE',
  'HOST_KEY_CHANGED',
  'LOGIN_REFUSED',
  'FOLDER_REFUSED',
  'WRITE_FAILED',
  'STORAGE_FULL',
  'ACCESS_REVOKED',
  'THROTTLED',
  'DOCUMENT_GONE',
  'DOCUMENT_DAMAGED',
] as const;

/** Faults that have words of their own for Egnyte, where no server, port or password is anybody's to check. */
export const EGNYTE_FAULTS = [
  'NOT_CONFIGURED',
  'HOST_UNKNOWN',
  'UNREACHABLE',
  'FOLDER_REFUSED',
  'WRITE_FAILED',
  'STORAGE_FULL',
] as const;

/** Where the words about a fault stand; null for codes of newer servers. */
export function storageFaultKey(kind: (typeof STORAGE_TYPES)[number], code: string) {
  const own = kind === 'egnyte' ? EGNYTE_FAULTS.find((fault) => fault === code) : undefined;
  if (own !== undefined) return `egnyte.fault.${own}` as const;
  const known = STORAGE_FAULTS.find((fault) => fault === code);
  return known === undefined ? null : (`storage.fault.${known}` as const);
}
