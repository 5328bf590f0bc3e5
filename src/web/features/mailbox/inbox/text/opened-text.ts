import { createStore } from '#web/ui/store.ts';

/** The search on the pages of the open fax, and its current hit. */
export interface Finding {
  fid: string;
  typed: string;
  /** The index of the hit, from 0. */
  now: number;
  /** How often the user opened the bar, which moves the caret there each time. 0: a search opened it. */
  asked: number;
}

/** The find bar over the pages; null while it is closed. */
export const finding = createStore<Finding | null>(null, 'session');

/** Opens the find bar for a fax, with the last search on it. */
export function openFind(fid: string): void {
  const before = finding.get();
  finding.set({
    fid,
    typed: before?.fid === fid ? before.typed : '',
    now: 0,
    asked: (before?.asked ?? 0) + 1,
  });
}
