import { useCallback, useMemo, useState } from 'react';
import type { ContactRow } from '#contract/mailbox/contacts.ts';

/** The selected contacts of a page. */
export interface Checked {
  ids: ReadonlySet<string>;
  all: boolean;
  set: (ids: ReadonlySet<string>) => void;
  toggle: (cid: string) => void;
  toggleAll: () => void;
}

/**
 * Returns the selection of one list; `listKey` names it (page, search), and another list starts without any. Rows that
 * no longer exist are deselected.
 */
export function useChecked(listKey: string, rows: readonly ContactRow[]): Checked {
  const [held, setHeld] = useState<{ listKey: string; ids: ReadonlySet<string> }>({
    listKey,
    ids: new Set(),
  });
  const ids = useMemo(() => {
    const chosen = held.listKey === listKey ? held.ids : new Set<string>();
    return new Set(rows.map((row) => row.cid).filter((cid) => chosen.has(cid)));
  }, [held, listKey, rows]);
  const all = rows.length > 0 && ids.size === rows.length;
  const set = useCallback((next: ReadonlySet<string>) => setHeld({ listKey, ids: next }), [listKey]);
  return {
    ids,
    all,
    set,
    toggle: (cid) =>
      set(ids.has(cid) ? new Set([...ids].filter((one) => one !== cid)) : new Set([...ids, cid])),
    toggleAll: () => set(new Set(all ? [] : rows.map((row) => row.cid))),
  };
}

/** Returns the fax numbers of the selected contacts that have one. */
export function numbersOf({ rows }: { rows: readonly ContactRow[] }, { ids }: Checked): string[] {
  return rows.filter(({ cid, faxnum }) => ids.has(cid) && faxnum !== '').map(({ faxnum }) => faxnum);
}
