import { useEffect } from 'react';

/** A page of a list, as the server last returned it. */
interface ListedPage {
  /** Number of rows on the page. */
  rows: number;
  /** Number of entries on all pages. */
  total: number;
}

/**
 * Moves from an empty page past the end to the last page that has entries: the others were removed, here or in another
 * window. Does nothing until the list is loaded.
 */
export function useLastPage(
  list: ListedPage | undefined,
  place: { page: number; pageSize: number; go: (page: number) => void },
): void {
  const last = Math.max(1, Math.ceil((list?.total ?? 0) / place.pageSize));
  const beyond = list !== undefined && list.rows === 0 && place.page > last;
  useEffect(() => {
    if (beyond) place.go(last);
  });
}
