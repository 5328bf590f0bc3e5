import { useEffect } from 'react';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { faxArchiveList } from '#contract/mailbox/inbox.ts';
import type { ListFolder } from '#contract/mailbox/inbox.ts';
import { ApiError } from '#web/kit/api-error.ts';
import { callApi } from '#web/kit/call-api.ts';
import { changesEnd } from '#web/shared/mailbox/in-turn.ts';
import { growl, growlStore } from '#web/ui/growl-store.ts';
import { isSearch, listQuery } from './list-query.ts';
import type { InboxPlace } from './use-inbox.ts';

/** How long the message about missing faxes is shown, in ms. */
export const GONE_MS = 6000;

/** Returns whether an action was refused because none of its faxes exists anymore: a retry would be useless. */
export function isGone(error: unknown): boolean {
  return error instanceof ApiError && error.status === 404;
}

/** The folders that a search covers. */
const SEARCHED = ['Inbox', 'Sent', 'Archive'] as const satisfies ListFolder[];

/**
 * Closes an open fax that has left the list from which it was opened: restored by Undo, or deleted in another window.
 * `missing` says that the current page does not have it; newer faxes alone can cause that.
 */
export function useGoneFax(place: InboxPlace, missing: boolean): void {
  const { t } = useTranslation();
  const { fax, folder, close } = place;
  const folders = isSearch(place) ? SEARCHED : [folder];
  const { data: there, isFetching } = useQuery({
    // Not below the keys of the lists, which show the result of an action before the server has responded.
    queryKey: ['inbox', 'there', fax, folders] as const,
    enabled: missing && fax !== null,
    gcTime: 0,
    staleTime: 0,
    queryFn: async ({ signal }) => {
      await changesEnd();
      return fax !== null && (await isThere(fax, folders, signal));
    },
  });
  const gone = missing && there === false && !isFetching;
  useEffect(() => {
    if (!gone) return;
    close();
    // The user's own action, such as Undo, has already reported the result.
    if (growlStore.get() === null) growl.error(t('inbox.gone', { count: 1 }), GONE_MS);
  }, [close, gone, t]);
}

async function isThere(fax: string, folders: readonly ListFolder[], signal: AbortSignal): Promise<boolean> {
  for (const folder of folders) {
    const one = { folder, fax, q: '', sort: 'fax_date', order: 'desc', page: 1, pageSize: 1 } as const;
    const { data } = await callApi(faxArchiveList, { query: listQuery(one), signal });
    if (data.length > 0) return true;
  }
  return false;
}
