import { useCallback, useMemo, useState } from 'react';
import { allToggled, extended, NOTHING, pruned, toggled } from './selection.ts';
import type { Selection } from './selection.ts';

/** The selected faxes of the list, and the functions that change them; faxes that leave the list are deselected. */
export interface SelectionVerbs {
  ids: ReadonlySet<string>;
  count: number;
  toggle: (id: string) => void;
  extend: (from: string, to: string) => void;
  toggleAll: () => void;
  clear: () => void;
}

/**
 * Returns the selection of one list. `listKey` names the list (folder, page, search): another list starts without any.
 * `onCheck` is called when something is selected (which closes the open fax, INBOX-28).
 */
export function useSelection(listKey: string, order: readonly string[], onCheck: () => void): SelectionVerbs {
  const [held, setHeld] = useState({ listKey, selection: NOTHING });
  const current = held.listKey === listKey ? held.selection : NOTHING;
  const selection = useMemo(() => pruned(current, order), [current, order]);

  const change = useCallback(
    (how: (now: Selection) => Selection) => {
      const next = how(selection);
      // Opening a fax clears a selection that is usually empty already: no render is needed for that.
      if (next === held.selection && listKey === held.listKey) return;
      setHeld({ listKey, selection: next });
      if (next.ids.size > 0) onCheck();
    },
    [held, listKey, onCheck, selection],
  );
  return {
    ids: selection.ids,
    count: selection.ids.size,
    toggle: useCallback((id) => change((now) => toggled(now, id)), [change]),
    extend: useCallback((from, to) => change((now) => extended(now, from, to, order)), [change, order]),
    toggleAll: useCallback(() => change((now) => allToggled(now, order)), [change, order]),
    clear: useCallback(() => change(() => NOTHING), [change]),
  };
}
