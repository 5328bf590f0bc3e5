import { useEffect, useRef } from 'react';
import { useLastPage } from '#web/kit/use-last-page.ts';
import type { FaxPage, InboxPlace } from './use-inbox.ts';

/** A row of the whole list, counted from 0, on pages of a size. */
interface Anchor {
  at: number;
  pageSize: number;
}

/**
 * Leads to another page where the address names one that does not show what it should: the last one when the list has
 * become shorter than that, and the one with the same faxes when the device was turned, as pages of a phone are shorter.
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
