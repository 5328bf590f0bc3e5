import type { FaxRow } from '#contract/mailbox/inbox.ts';
import { createStore } from '#web/ui/store.ts';

/** Degrees clockwise. */
export type Rotation = FaxRow['rotation'];

/** The rotation of a fax and its pages. */
export type Turns = Pick<FaxRow, 'rotation' | 'page_turns'>;

/** A turn by 90 degrees that the server has not confirmed yet. */
export interface PendingTurn {
  fid: string;
  direction: 'left' | 'right';
  /** From 1; null for all pages. */
  page: number | null;
}

/** Turns that are shown already and on their way to the server, oldest first. */
export const pendingTurns = createStore<readonly PendingTurn[]>([], 'session');

/** Returns the rotation of page `page` (from 1). */
export function pageRotation(turns: Turns, page: number): Rotation {
  return turned(turns.rotation, turns.page_turns?.[page - 1] ?? 0);
}

/** Returns the visible rotation of a page: that of the server, plus the pending turns. */
export function shownRotation(row: FaxRow, page: number, pending: readonly PendingTurn[]): Rotation {
  return pending
    .filter((turn) => turn.fid === row.fax_id && (turn.page === null || turn.page === page))
    .reduce((from, turn) => turned(from, turn.direction === 'left' ? 270 : 90), pageRotation(row, page));
}

function turned(from: Rotation, by: Rotation): Rotation {
  return ((from + by) % 360) as Rotation;
}
