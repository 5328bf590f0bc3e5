import type { FaxRow } from '#contract/mailbox/inbox.ts';
import { createStore } from '#web/ui/store.ts';

/** Degrees clockwise. */
export type Rotation = FaxRow['rotation'];

/** How a fax and its pages are turned. */
export type Turns = Pick<FaxRow, 'rotation' | 'page_turns'>;

/** A quarter turn that the server has not confirmed yet. */
export interface PendingTurn {
  fid: string;
  direction: 'left' | 'right';
  /** From 1; null: all pages. */
  page: number | null;
}

/** Turns that are shown already and on their way to the server, oldest first. */
export const pendingTurns = createStore<readonly PendingTurn[]>([], 'session');

/** How page `page` (from 1) is turned. */
export function pageRotation(turns: Turns, page: number): Rotation {
  return turned(turns.rotation, turns.page_turns?.[page - 1] ?? 0);
}

/** How the page is shown: as the server knows it, and with the turns that are on their way. */
export function shownRotation(row: FaxRow, page: number, pending: readonly PendingTurn[]): Rotation {
  return pending
    .filter((turn) => turn.fid === row.fax_id && (turn.page === null || turn.page === page))
    .reduce((from, turn) => turned(from, turn.direction === 'left' ? 270 : 90), pageRotation(row, page));
}

function turned(from: Rotation, by: Rotation): Rotation {
  return ((from + by) % 360) as Rotation;
}
