import { useEffect, useRef, useState } from 'react';
import type { FaxRow } from '#contract/mailbox/inbox.ts';
import { neighboursOf } from './fax-position.ts';
import type { Neighbours } from './fax-position.ts';
import { useGoneFax } from './gone-fax.ts';
import type { FaxActions } from './use-fax-actions.ts';
import { useLocatedFax } from './use-located-fax.ts';
import type { FaxPage, InboxPlace } from './use-inbox.ts';
import { useTurnFax } from './use-turn-fax.ts';
import type { TurnFax } from './use-turn-fax.ts';

/** The open fax, its position in the list, and the actions of an open fax only. */
export interface OpenedFax extends Neighbours {
  row: FaxRow;
  turn: TurnFax;
}

/** Returns the fax in the address, even if newer ones push it off the page. Opening marks it as read (MSG-11). */
export function useOpenedFax(place: InboxPlace, page: FaxPage, actions: FaxActions): OpenedFax | null {
  const known = useRow(place.fax, page);
  const loaded = !page.loading && !page.stale && !page.failed;
  const located = useLocatedFax(place, known === null && place.fax !== null && loaded);
  const row = known ?? located;
  const shown = page.rows.some(({ fax_id: id }) => id === place.fax);
  useGoneFax(place, loaded && known !== null && !shown);
  const { markOpened } = actions;
  const marked = useRef<string | null>(null);
  useEffect(() => {
    // Once per opening: a user who marks the open fax as unread wants it to stay unread.
    if (row === null) marked.current = null;
    else if (marked.current !== row.fax_id) {
      marked.current = row.fax_id;
      // Deleted faxes keep their read mark for when they are restored.
      if (row.is_new === '1' && row.deleted_at === undefined) markOpened(row);
    }
  }, [markOpened, row]);
  const turn = useTurnFax(row?.fax_id);
  if (row === null) return null;
  return {
    row,
    ...neighboursOf(page.ids, row.fax_id, { ...place, total: page.total }),
    turn,
  };
}

/** Returns the row of an id; the last known one once the current page no longer has it. */
function useRow(id: string | null, page: FaxPage): FaxRow | null {
  const [last, setLast] = useState<FaxRow | null>(null);
  const found = page.rows.find((row) => row.fax_id === id) ?? null;
  if (found !== null && found !== last) setLast(found);
  if (id === null) return null;
  return found ?? (last?.fax_id === id ? last : null);
}
