/** Where a fax stands: its number in the whole list, and the faxes beside it. */
export interface Neighbours {
  /** 1-based among all that match; null when it is not on the page shown. */
  position: number | null;
  total: number;
  newer: string | null;
  older: string | null;
}

/**
 * The faxes before and after one of the page shown. Up ends at the first row and down at the last one of the page or
 * of the total (MSG-10), so the arrows never change the page.
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
