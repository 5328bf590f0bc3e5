import { STORAGE_FAULTS } from '#contract/external-storage.ts';

/** The sentence about a fault; codes of newer servers say nothing here. */
export function faultKey(code: string) {
  const known = STORAGE_FAULTS.find((fault) => fault === code);
  return known === undefined ? null : (`storage.fault.${known}` as const);
}
