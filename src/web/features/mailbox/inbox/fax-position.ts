/** The position of a fax: its number in the whole list, and the adjacent faxes. */
export interface Neighbours {
  /** 1-based among all matching faxes; null if it is not on the current page. */
  position: number | null;
  total: number;
  newer: string | null;
  older: string | null;
}

/**
 * Returns the faxes before and after a fax of the current page. Up ends at the first row and down at the last row of
 * the page or of the list (MSG-10), so the arrows never change the page.
 */
export function neighboursOf(
  ids: readonly string[],
  id: string,
  page: { page: number; pageSize: number; total: number },
): Neighbours {
  const index = ids.indexOf(id);
  if (index < 0) return { position: null, total: page.total, newer: null, older: null };
  return {
    position: (page.page - 1) * page.pageSize + index + 1,
    total: page.total,
    newer: ids[index - 1] ?? null,
    older: ids[index + 1] ?? null,
  };
}
