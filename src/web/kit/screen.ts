import { useSyncExternalStore } from 'react';
import type { SessionKind } from './session-store.ts';

/** From this width on the wide layout applies (MOB-01, spec decisions 4.7). */
export const WIDE_FROM = 991;

const narrow = `(max-width: ${WIDE_FROM - 1}px)`;

/** Whether the screen is a phone's or as narrow as one, now. */
export function isNarrow(): boolean {
  return matchMedia(narrow).matches;
}

/** Whether the narrow layout applies; draws again when the window crosses the line. */
export function useNarrow(): boolean {
  return useSyncExternalStore((changed) => {
    const query = matchMedia(narrow);
    query.addEventListener('change', changed);
    return () => query.removeEventListener('change', changed);
  }, isNarrow);
}

/** Where the people of a kind of session land after signing in. */
export function landingOf(kind: SessionKind): '/dashboard' | '/inbox' | '/multifax/configure-fax-accounts' {
  return kind === 'multifax' ? '/multifax/configure-fax-accounts' : landing();
}

/** Where people land after signing in (ROUTE-17). */
export function landing(): '/dashboard' | '/inbox' {
  return isNarrow() ? '/inbox' : '/dashboard';
}
