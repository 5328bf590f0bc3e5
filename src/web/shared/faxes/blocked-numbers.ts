import { queryOptions, useQuery } from '@tanstack/react-query';
import { digitsOf, normalizeNumber } from '#contract/kit/fax-number.ts';
import { callApi } from '#web/kit/call-api.ts';
import { createStore, useStore } from '#web/ui/store.ts';

/** One blocked caller; `company` is empty where no contact has the number. */
export interface BlockedEntry {
  id: string;
  callerid: string;
  company: string;
}

/** First part of the key of the blocked callers. */
export const BLOCKED = ['blocked'] as const;

/** Loads the blocked callers. */
export async function loadBlocked(): Promise<BlockedEntry[]> {
  const { blockedNumbers } = await import('#contract/mailbox/blocked-numbers.ts');
  const byId = await callApi(blockedNumbers);
  return Object.entries(byId).map(([id, entry]) => ({ id, ...entry }));
}

const blockedQuery = queryOptions({ queryKey: BLOCKED, queryFn: loadBlocked });

/** Whether a menu with “Block this number” was opened: nobody else needs the list beside a fax. */
const wanted = createStore(false, 'session');

/** Makes `useBlockedAs` know whether a number is blocked; called when a menu that says so opens. */
export function wantBlocked(): void {
  wanted.set(true);
}

/** The entries that block this number; none while the list is not known. */
export function useBlockedAs(number: string | null): readonly string[] {
  const { data } = useQuery({ ...blockedQuery, enabled: useStore(wanted) && number !== null });
  return number === null ? [] : entriesFor(data ?? [], number);
}

/** Digits that tell one subscriber from another, as the server compares callers (spec http-api 6.2). */
const SUBSCRIBER_DIGITS = 10;

function subscriber(written: string): string {
  return digitsOf(written).slice(-SUBSCRIBER_DIGITS);
}

function entriesFor(entries: readonly BlockedEntry[], number: string): string[] {
  const digits = subscriber(normalizeNumber(number));
  if (/^0*$/.test(digits)) return [];
  return entries.map(({ callerid }) => callerid).filter((callerid) => subscriber(callerid) === digits);
}
