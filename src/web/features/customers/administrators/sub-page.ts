import { useEffect, useRef } from 'react';
import { useLocation, useNavigate, useRouter } from '@tanstack/react-router';
import { focusHeading } from '#web/kit/focus-on-arrival.ts';
import { useShown } from '#web/kit/use-shown.ts';
import type { Range } from '#web/ui/date-range.tsx';

/** The current sub-page of a page (MFA-01, MFS-01). */
export type SubPage =
  | { kind: 'list' }
  | { kind: 'add' }
  | { kind: 'bulk' }
  | { kind: 'mailbox' | 'activity'; uid: string; number: string }
  /** `type` distinguishes the two connections that one account may have. */
  | { kind: 'edit'; uid: string; type?: string };

/** The current state of a list, to which a sub-page returns. */
export interface ListPlace {
  page: number;
  search: string;
  sort: string;
  order: 'asc' | 'desc';
  /** The selected range of days, if the list has one and it is not the default. */
  range?: Range;
}

declare module '@tanstack/react-router' {
  interface HistoryState {
    subPage?: SubPage;
    list?: ListPlace;
  }
}

const LIST: SubPage = { kind: 'list' };

/** Returns the open sub-page. It is kept with the history entry: Back and reload work, the address does not change. */
export function useSubPage(): {
  sub: SubPage;
  show: (sub: SubPage) => void;
  /**
   * Like `show`, but after everything is saved: does not ask about unsaved values, and does nothing if people have gone
   * elsewhere in the meantime.
   */
  leaveFor: (sub: SubPage) => void;
} {
  const navigate = useNavigate();
  const router = useRouter();
  const shown = useShown();
  const sub = useLocation({ select: ({ state }) => state.subPage }) ?? LIST;
  const go = (next: SubPage, ignoreBlocker: boolean) =>
    void navigate({
      to: '.',
      ignoreBlocker,
      state: ({ list }) => ({ subPage: next, ...(list === undefined ? {} : { list }) }),
    });
  useFocusOnChange(sub.kind);
  const leaveFor = (next: SubPage) => {
    if (shown.current && sameSub(router.latestLocation.state.subPage, sub)) go(next, true);
  };
  return { sub, show: (next) => go(next, false), leaveFor };
}

function sameSub(now: SubPage = LIST, then: SubPage): boolean {
  return JSON.stringify(now) === JSON.stringify(then);
}

/** Returns page, search, order and days of the open list; kept with the history entry for Back and reload. */
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

/** Focuses the heading when the sub-page changes, as with another page. */
function useFocusOnChange(kind: SubPage['kind']): void {
  const shown = useRef(kind);
  useEffect(() => {
    if (shown.current === kind) return;
    shown.current = kind;
    focusHeading();
  }, [kind]);
}
