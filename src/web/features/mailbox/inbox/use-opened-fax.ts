import { useCallback, useEffect, useRef, useState } from 'react';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { faxRotate } from '#contract/mailbox/inbox.ts';
import type { FaxRow } from '#contract/mailbox/inbox.ts';
import { callApi } from '#web/kit/call-api.ts';
import { growl } from '#web/ui/growl-store.ts';
import { LISTS } from './fax-queries.ts';
import type { FaxList } from './fax-queries.ts';
import { neighboursOf } from './fax-position.ts';
import type { Neighbours } from './fax-position.ts';
import type { FaxActions } from './use-fax-actions.ts';
import { useLocatedFax } from './use-located-fax.ts';
import type { FaxPage, InboxPlace } from './use-inbox.ts';

/** The opened fax, its place in the list, and what only an opened fax can do. */
export interface OpenedFax extends Neighbours {
  row: FaxRow;
  /** Changes with every rotation: the fax is opened anew (MSG-07). */
  opening: string;
  rotate: () => void;
  rotating: boolean;
}

/**
 * The fax that the address names. It stays open when it slips off the page because newer ones came in. Opening an
 * unread one marks it read (MSG-11).
 */
export function useOpenedFax(place: InboxPlace, page: FaxPage, actions: FaxActions): OpenedFax | null {
  const known = useRow(place.fax, page);
  const settled = !page.loading && !page.stale && !page.failed;
  const located = useLocatedFax(place, known === null && place.fax !== null && settled);
  const row = known ?? located;
  const { markOpened } = actions;
  const marked = useRef<string | null>(null);
  useEffect(() => {
    // Once per opening: somebody who marks the opened fax unread wants it to stay so.
    if (row === null) marked.current = null;
    else if (marked.current !== row.fax_id) {
      marked.current = row.fax_id;
      // A deleted fax comes back as it went.
      if (row.is_new === '1' && row.deleted_at === undefined) markOpened(row);
    }
  }, [markOpened, row]);
  const rotation = useRotation(row);
  if (row === null) return null;
  return {
    row,
    opening: `${row.fax_id} ${row.rotation}`,
    ...neighboursOf(page.ids, row.fax_id, { ...place, total: page.total }),
    ...rotation,
  };
}

/** The row of the id; the last one known once the page shown has it no more. */
function useRow(id: string | null, page: FaxPage): FaxRow | null {
  const [last, setLast] = useState<FaxRow | null>(null);
  const found = page.rows.find((row) => row.fax_id === id) ?? null;
  if (found !== null && found !== last) setLast(found);
  if (id === null) return null;
  return found ?? (last?.fax_id === id ? last : null);
}

function useRotation(row: FaxRow | null): { rotate: () => void; rotating: boolean } {
  const client = useQueryClient();
  const { t } = useTranslation();
  const { mutate, isPending } = useMutation({
    mutationFn: (fid: string) => callApi(faxRotate, { body: { fid, inbox: 1 } }),
    onSuccess: (reply, fid) => {
      const turn = (one: FaxRow) => (one.fax_id === fid ? { ...one, rotation: reply.data.rotation } : one);
      client.setQueriesData<FaxList>(
        { queryKey: LISTS },
        (list) => list && { ...list, data: list.data.map(turn) },
      );
    },
    onError: () => growl.error(t('inbox.rotateError')),
  });
  const id = row?.fax_id;
  return {
    rotate: useCallback(() => {
      if (id !== undefined) mutate(id);
    }, [id, mutate]),
    rotating: isPending,
  };
}
