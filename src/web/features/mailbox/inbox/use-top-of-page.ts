import { useLayoutEffect, useRef } from 'react';
import type { RefObject } from 'react';
import type { FaxPage, InboxPlace } from './use-inbox.ts';

/** Another page, or the same in another order, is read from its top; while a fax is open its row stays in view. */
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
