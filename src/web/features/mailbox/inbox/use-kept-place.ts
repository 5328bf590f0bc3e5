import { useEffect, useRef } from 'react';
import { useLastPage } from '#web/kit/use-last-page.ts';
import type { FaxPage, InboxPlace } from './use-inbox.ts';

/** The index of a row in the whole list, from 0, and the page size. */
interface Anchor {
  at: number;
  pageSize: number;
}

/**
 * Moves to another page if the one in the address is wrong: to the last page if the list has become shorter, and to the
 * page with the same faxes if the device was rotated, because phones have shorter pages.
 */
export function useKeptPlace(place: InboxPlace, page: FaxPage): void {
  const { fax, page: number, pageSize, moveTo } = place;
  const { ids, total, stale, loading, failed } = page;
  // Before the anchor: where both lead elsewhere, the anchor has the last word.
  useLastPage(stale || total === 0 ? undefined : { rows: ids.length, total }, { ...place, go: moveTo });
  const anchor = useRef<Anchor | null>(null);
  useEffect(() => {
    const before = anchor.current;
    if (before !== null && before.pageSize !== pageSize) {
      anchor.current = { at: before.at, pageSize };
      moveTo(Math.floor(before.at / pageSize) + 1);
    } else if (!stale && !loading && !failed) {
      const opened = fax === null ? -1 : ids.indexOf(fax);
      anchor.current = { at: (number - 1) * pageSize + Math.max(opened, 0), pageSize };
    }
  }, [failed, fax, ids, loading, moveTo, number, pageSize, stale]);
}
