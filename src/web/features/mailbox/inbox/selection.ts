/** Which faxes of the list are checked, and where a range starts. */
export interface Selection {
  ids: ReadonlySet<string>;
  /** The row that Shift extends from: the last one checked or unchecked by itself. */
  anchor: string | null;
}

/** Nothing is checked. */
export const NOTHING: Selection = { ids: new Set(), anchor: null };

/** Checks a fax, or unchecks it. */
export function toggled(selection: Selection, id: string): Selection {
  const ids = new Set(selection.ids);
  if (!ids.delete(id)) ids.add(id);
  return { ids, anchor: id };
}

/**
 * Checks everything between the anchor and a row (Shift). Without an anchor, or with one that left the list, the range
 * starts at `from`: the row that has the focus.
 */
export function extended(
  selection: Selection,
  from: string,
  to: string,
  order: readonly string[],
): Selection {
  const anchor = selection.anchor !== null && order.includes(selection.anchor) ? selection.anchor : from;
  const [start, end] = [order.indexOf(anchor), order.indexOf(to)].sort((a, b) => a - b);
  if (start === undefined || end === undefined || start < 0) return selection;
  return { ids: new Set(order.slice(start, end + 1)), anchor };
}

/** Checks the whole page; again, and nothing is checked. */
export function allToggled(selection: Selection, order: readonly string[]): Selection {
  const all = order.length > 0 && order.every((id) => selection.ids.has(id));
  return all ? NOTHING : { ids: new Set(order), anchor: null };
}

/** Drops what is no longer in the list, so that nothing unseen is ever acted on; the same object when nothing changes. */
export function pruned(selection: Selection, order: readonly string[]): Selection {
  const present = new Set(order);
  const ids = [...selection.ids].filter((id) => present.has(id));
  if (ids.length === selection.ids.size) return selection;
  return ids.length === 0
    ? NOTHING
    : {
        ids: new Set(ids),
        anchor: selection.anchor !== null && present.has(selection.anchor) ? selection.anchor : null,
      };
}
