import { useCallback } from 'react';
import { notifyManager, useMutation, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { faxRotate } from '#contract/mailbox/inbox.ts';
import type { FaxRow } from '#contract/mailbox/inbox.ts';
import { callApi } from '#web/kit/call-api.ts';
import { growl } from '#web/ui/growl-store.ts';
import { LISTS } from './fax-queries.ts';
import type { FaxList } from './fax-queries.ts';
import { GONE_MS, isGone } from './gone-fax.ts';
import { pendingTurns } from './page-turns.ts';
import type { PendingTurn } from './page-turns.ts';

/** Turns a received fax or one page of it: visible at once, undone with a growl if the server refuses. */
export type TurnFax = (direction: PendingTurn['direction'], page: number | null) => void;

/** Returns the function that turns a fax; turns are sent one by one, so that the server applies them in order. */
export function useTurnFax(fid: string | undefined): TurnFax {
  const client = useQueryClient();
  const { t } = useTranslation();
  const { mutate } = useMutation({
    scope: { id: 'turn-fax' },
    mutationFn: async (turn: PendingTurn) => {
      // A list requested before the turn would show the old state after it.
      await client.cancelQueries({ queryKey: LISTS });
      const { page, direction } = turn;
      return await callApi(faxRotate, {
        body: { fid: turn.fid, inbox: 1, direction, ...(page !== null && { page }) },
      });
    },
    onSuccess: ({ data }, turn) => {
      const turned = ({ page_turns: _before, ...row }: FaxRow): FaxRow => ({ ...row, ...data });
      const change = (row: FaxRow) => (row.fax_id === turn.fid ? turned(row) : row);
      // Both in one render, or the page would briefly turn back and forth.
      notifyManager.batch(() => {
        client.setQueriesData<FaxList>(
          { queryKey: LISTS },
          (list) => list && { ...list, data: list.data.map(change) },
        );
        notifyManager.schedule(() => finish(turn));
      });
    },
    onError: (error, turn) => {
      finish(turn);
      if (!isGone(error)) {
        growl.error(t('inbox.rotateError'));
        return;
      }
      growl.error(t('inbox.gone', { count: 1 }), GONE_MS);
      void client.invalidateQueries({ queryKey: ['inbox'] });
    },
  });
  return useCallback(
    (direction, page) => {
      if (fid === undefined) return;
      const turn = { fid, direction, page };
      pendingTurns.set([...pendingTurns.get(), turn]);
      mutate(turn);
    },
    [fid, mutate],
  );
}

function finish(turn: PendingTurn): void {
  pendingTurns.set(pendingTurns.get().filter((one) => one !== turn));
}
