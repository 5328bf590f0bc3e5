import { queryOptions, useQuery } from '@tanstack/react-query';
import { digitsOf, normalizeNumber } from '#contract/kit/fax-number.ts';
import { callApi } from '#web/kit/call-api.ts';
import { createStore, useStore } from '#web/ui/store.ts';

/** A blocked caller; `company` is empty if no contact has the number. */
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

/** Makes `useBlockedAs` load the blocked numbers; call it when a menu that shows the block state opens. */
export function wantBlocked(): void {
  wanted.set(true);
}

/** Returns the entries that block this number; empty while the list is not loaded. */
export function useBlockedAs(number: string | null): readonly string[] {
  const { data } = useQuery({ ...blockedQuery, enabled: useStore(wanted) && number !== null });
  return number === null ? [] : entriesFor(data ?? [], number);
}

/** How many digits identify a subscriber, as in the server's comparison of callers (spec http-api 6.2). */
const SUBSCRIBER_DIGITS = 10;

function subscriber(written: string): string {
  return digitsOf(written).slice(-SUBSCRIBER_DIGITS);
}

function entriesFor(entries: readonly BlockedEntry[], number: string): string[] {
  const digits = subscriber(normalizeNumber(number));
  if (/^0*$/.test(digits)) return [];
  return entries.map(({ callerid }) => callerid).filter((callerid) => subscriber(callerid) === digits);
}
