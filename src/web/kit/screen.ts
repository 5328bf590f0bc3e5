import { useSyncExternalStore } from 'react';
import type { SessionKind } from './session-store.ts';

/** The smallest width, in CSS pixels, with the wide layout (MOB-01, spec decisions 4.7). */
export const WIDE_FROM = 991;

const narrow = `(max-width: ${WIDE_FROM - 1}px)`;

/** Returns whether the screen is narrow now: a phone, or a window as narrow as one. */
export function isNarrow(): boolean {
  return matchMedia(narrow).matches;
}

/** Returns whether the narrow layout applies; renders again when the window crosses the breakpoint. */
export function useNarrow(): boolean {
  return useSyncExternalStore((changed) => {
    const query = matchMedia(narrow);
    query.addEventListener('change', changed);
    return () => query.removeEventListener('change', changed);
  }, isNarrow);
}

/** Returns the landing page of a kind of session after signing in. */
export function landingOf(kind: SessionKind): '/dashboard' | '/inbox' | '/multifax/configure-fax-accounts' {
  return kind === 'multifax' ? '/multifax/configure-fax-accounts' : landing();
}

/** Returns the landing page of a fax account after signing in (ROUTE-17). */
export function landing(): '/dashboard' | '/inbox' {
  return isNarrow() ? '/inbox' : '/dashboard';
}
