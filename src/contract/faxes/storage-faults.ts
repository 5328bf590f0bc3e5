import type { STORAGE_TYPES } from './storage.ts';

/** Why no copies are made now, or why the last attempt failed; each has a translated text. */
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

/** Faults with their own texts for Egnyte, which has no server, port or password for anybody to check. */
export const EGNYTE_FAULTS = [
  'NOT_CONFIGURED',
  'HOST_UNKNOWN',
  'UNREACHABLE',
  'FOLDER_REFUSED',
  'WRITE_FAILED',
  'STORAGE_FULL',
] as const;

/** Returns the message key of a fault; null for codes of newer servers. */
export function storageFaultKey(kind: (typeof STORAGE_TYPES)[number], code: string) {
  const own = kind === 'egnyte' ? EGNYTE_FAULTS.find((fault) => fault === code) : undefined;
  if (own !== undefined) return `egnyte.fault.${own}` as const;
  const known = STORAGE_FAULTS.find((fault) => fault === code);
  return known === undefined ? null : (`storage.fault.${known}` as const);
}
