import { useEffect } from 'react';

/** A page of a list, as the server told of it last. */
interface ListedPage {
  /** Rows of the page. */
  rows: number;
  /** Entries of all pages together. */
  total: number;
}

/**
 * A page that has nothing any more gives way to the last one that has something: its entries were removed, here or in
 * another window. Nothing is done while the list is unknown.
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
