/** The selected faxes of the list, and the start of a range. */
export interface Selection {
  ids: ReadonlySet<string>;
  /** The row from which Shift extends: the last one that was selected or deselected individually. */
  anchor: string | null;
}

/** The empty selection. */
export const NOTHING: Selection = { ids: new Set(), anchor: null };

/** Selects a fax, or deselects it. */
export function toggled(selection: Selection, id: string): Selection {
  const ids = new Set(selection.ids);
  if (!ids.delete(id)) ids.add(id);
  return { ids, anchor: id };
}

/**
 * Selects everything between the anchor and a row (Shift). Without an anchor, or if it has left the list, the range
 * starts at `from`: the focused row.
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

/** Selects the whole page, or clears the selection if the page is already selected. */
export function allToggled(selection: Selection, order: readonly string[]): Selection {
  const all = order.length > 0 && order.every((id) => selection.ids.has(id));
  return all ? NOTHING : { ids: new Set(order), anchor: null };
}

/** Drops faxes that have left the list, so that none is changed unseen; returns the same object if all are there. */
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
