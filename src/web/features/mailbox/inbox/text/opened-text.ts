import { createStore } from '#web/ui/store.ts';

/** What is looked for on the pages of the opened fax, and which hit is the present one. */
export interface Finding {
  fid: string;
  typed: string;
  /** From 0. */
  now: number;
  /** How often somebody asked for the bar: each time the caret goes there. 0: a search opened it. */
  asked: number;
}

/** The find bar over the pages; null while it is closed. */
export const finding = createStore<Finding | null>(null, 'session');

/** Opens the find bar for a fax, with what was looked for there before. */
export function openFind(fid: string): void {
  const before = finding.get();
  finding.set({
    fid,
    typed: before?.fid === fid ? before.typed : '',
    now: 0,
    asked: (before?.asked ?? 0) + 1,
  });
}
