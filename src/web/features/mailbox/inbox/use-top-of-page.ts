import { useLayoutEffect, useRef } from 'react';
import type { RefObject } from 'react';
import type { FaxPage, InboxPlace } from './use-inbox.ts';

/** Scrolls to the top for another page or sort order; while a fax is open, its row stays in view. */
export function useTopOfPage(list: RefObject<HTMLElement | null>, place: InboxPlace, page: FaxPage): void {
  const shown = `${place.page} ${place.sort} ${place.order}`;
  const before = useRef(shown);
  const arrived = !page.stale;
  const reading = place.fax !== null;
  useLayoutEffect(() => {
    if (!arrived || before.current === shown) return;
    before.current = shown;
    if (!reading) list.current?.scrollTo(0, 0);
  }, [arrived, list, reading, shown]);
}
