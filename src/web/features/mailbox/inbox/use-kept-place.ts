import { useEffect, useRef } from 'react';
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
  const { ids, total, stale, loading, failed, pastEnd } = page;
  const anchor = useRef<Anchor | null>(null);
  useEffect(() => {
    const before = anchor.current;
    if (before !== null && before.pageSize !== pageSize) {
      anchor.current = { at: before.at, pageSize };
      moveTo(Math.floor(before.at / pageSize) + 1);
    } else if (pastEnd) moveTo(Math.ceil(total / pageSize));
    else if (!stale && !loading && !failed) {
      const opened = fax === null ? -1 : ids.indexOf(fax);
      anchor.current = { at: (number - 1) * pageSize + Math.max(opened, 0), pageSize };
    }
  }, [failed, fax, ids, loading, moveTo, number, pageSize, pastEnd, stale, total]);
}
