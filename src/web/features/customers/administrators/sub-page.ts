import { useEffect, useRef } from 'react';
import { useLocation, useNavigate } from '@tanstack/react-router';
import { focusHeading } from '#web/kit/focus-on-arrival.ts';
import type { Range } from '#web/ui/date-range.tsx';

/** Which of a page's three sub-pages is shown (MFA-01, MFS-01). */
export type SubPage =
  | { kind: 'list' }
  | { kind: 'add' }
  | { kind: 'bulk' }
  | { kind: 'mailbox' | 'activity'; uid: string; number: string }
  /** `type` tells the two connections that one account may have apart. */
  | { kind: 'edit'; uid: string; type?: string };

/** What a list shows now; a sub-page comes back to it. */
export interface ListPlace {
  page: number;
  search: string;
  sort: string;
  order: 'asc' | 'desc';
  /** The days that it is about, where it is about days and others than the usual ones are chosen. */
  range?: Range;
}

declare module '@tanstack/react-router' {
  interface HistoryState {
    subPage?: SubPage;
    list?: ListPlace;
  }
}

/** The sub-page of the page that is open. It is kept with the history entry: Back and reload work, the address stays. */
export function useSubPage(): {
  sub: SubPage;
  show: (sub: SubPage) => void;
  /** As `show`, after everything is saved: asks no question about what was typed. */
  leaveFor: (sub: SubPage) => void;
} {
  const navigate = useNavigate();
  const sub = useLocation({ select: ({ state }) => state.subPage }) ?? { kind: 'list' as const };
  const go = (next: SubPage, ignoreBlocker: boolean) =>
    void navigate({
      to: '.',
      ignoreBlocker,
      state: ({ list }) => ({ subPage: next, ...(list === undefined ? {} : { list }) }),
    });
  useFocusOnChange(sub.kind);
  return { sub, show: (next) => go(next, false), leaveFor: (next) => go(next, true) };
}

/** Page, search, order and days of the list that is open; kept with the history entry, so that Back and reload come back to it. */
export function useListPlace(first: Pick<ListPlace, 'sort' | 'order'>): {
  place: ListPlace;
  go: (change: Partial<ListPlace>) => void;
} {
  const navigate = useNavigate();
  const kept = useLocation({ select: ({ state }) => state.list });
  const place = kept ?? { page: 1, search: '', ...first };
  const go = (change: Partial<ListPlace>) =>
    void navigate({
      to: '.',
      replace: true,
      // Another search or order begins at its first page.
      state: ({ subPage }) => ({
        list: { ...place, page: 1, ...change },
        ...(subPage === undefined ? {} : { subPage }),
      }),
    });
  return { place, go };
}

/** The heading of another sub-page takes the focus, as that of another page does. */
function useFocusOnChange(kind: SubPage['kind']): void {
  const shown = useRef(kind);
  useEffect(() => {
    if (shown.current === kind) return;
    shown.current = kind;
    focusHeading();
  }, [kind]);
}
