import { useState } from 'react';
import type { ContactRow } from '#contract/mailbox/contacts.ts';

/** The selected contacts, by id, with their numbers: other searches and pages do not deselect them. */
export interface Picked {
  numbers: ReadonlyMap<string, string>;
  toggle: (row: ContactRow) => void;
  /** Selects all of these, or deselects them if all are selected. */
  toggleAll: (rows: readonly ContactRow[]) => void;
  clear: () => void;
}

/** Returns the selection of the picker. */
export function usePicked(): Picked {
  const [numbers, setNumbers] = useState<ReadonlyMap<string, string>>(new Map());
  const set = (rows: readonly ContactRow[], on: boolean) => {
    const next = new Map(numbers);
    for (const { cid, faxnum } of rows) {
      if (on) next.set(cid, faxnum);
      else next.delete(cid);
    }
    setNumbers(next);
  };
  return {
    numbers,
    toggle: (row) => set([row], !numbers.has(row.cid)),
    toggleAll: (rows) => set(rows, !rows.every(({ cid }) => numbers.has(cid))),
    clear: () => setNumbers(new Map()),
  };
}
