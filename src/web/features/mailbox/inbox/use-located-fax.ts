import { useEffect } from 'react';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { faxArchiveList } from '#contract/mailbox/inbox.ts';
import type { FaxRow, ListFolder } from '#contract/mailbox/inbox.ts';
import { MAX_LENGTH } from '#contract/kit/table-query.ts';
import { callApi } from '#web/kit/call-api.ts';
import { useShown } from '#web/kit/use-shown.ts';
import type { InboxSearch } from '#web/shared/mailbox/inbox-search.ts';
import { growl } from '#web/ui/growl-store.ts';
import { LISTS } from './fax-queries.ts';
import type { FaxList } from './fax-queries.ts';
import { isSearch, listQuery } from './list-query.ts';
import type { ListRequest } from './list-query.ts';
import type { InboxPlace } from './use-inbox.ts';

/** Returns the folders whose faxes can be opened, with `first` at the start. */
function foldersFrom(first: ListFolder, searching: boolean): ListFolder[] {
  const all = new Set<ListFolder>([first, 'Inbox', 'Sent', 'Archive', 'Deleted']);
  // A search finds no deleted faxes.
  if (searching) all.delete('Deleted');
  return [...all];
}

/** The fax as a list of one, so that updates of lists affect it, too; and its place. */
interface Located extends Pick<FaxList, 'data' | 'recordsTotal' | 'recordsFiltered'> {
  /** Null if no folder has it, because it no longer exists. */
  folder: ListFolder | null;
  /** Null if it is outside of all ranges that were searched. */
  page: number | null;
}

const GONE: Located = { data: [], recordsTotal: 0, recordsFiltered: 0, folder: null, page: null };

/**
 * Finds a fax that is in the address but not on the current page: a link from the dashboard to an archived fax, an old
 * address, or a fax that newer ones have pushed to another page. Opens its folder and page; if the page cannot be
 * found, the fax opens anyway. Returns the fax until the current page contains it.
 */
export function useLocatedFax(place: InboxPlace, missing: boolean): FaxRow | null {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const shown = useShown();
  const { fax, folder, page, sort, order, pageSize, q } = place;
  const { data: found } = useQuery({
    queryKey: [...LISTS, { located: fax, folder, page, sort, order, pageSize, q }] as const,
    enabled: missing && fax !== null,
    gcTime: 0,
    queryFn: async ({ signal }) =>
      await locate(fax ?? '', { folder, page, sort, order, pageSize, q }, signal),
  });
  useEffect(() => {
    if (found === undefined || !missing || fax === null || !shown.current) return;
    // A search stays, whatever happens to the open fax.
    if (found.folder !== null && q !== '') return;
    if (found.folder === null) growl.error(t('inbox.notFound'));
    else if (found.folder === folder && found.page === null) return;
    const opened =
      found.folder === null ? { folder, ...(q !== '' && { q, page }) } : { folder: found.folder, fax };
    const search: InboxSearch = { ...opened, ...(found.page !== null && { page: found.page }), sort, order };
    void navigate({ to: '/inbox', search, replace: true });
  }, [fax, folder, found, missing, navigate, order, page, q, shown, sort, t]);
  return missing ? (found?.data[0] ?? null) : null;
}

async function locate(fax: string, asked: ListRequest, signal: AbortSignal): Promise<Located> {
  const shown = { ...asked, q: '' };
  for (const folder of foldersFrom(shown.folder, isSearch(asked))) {
    const ask = async (how: Partial<ListRequest>): Promise<FaxList> =>
      await callApi(faxArchiveList, { query: listQuery({ ...shown, folder, ...how }), signal });
    const one = await ask({ fax, page: 1, pageSize: 1 });
    if (one.data.length === 0) continue;
    for (const stretch of stretches(shown)) {
      const { data } = await ask({ page: stretch, pageSize: MAX_LENGTH });
      const index = data.findIndex((row) => row.fax_id === fax);
      const place = (stretch - 1) * MAX_LENGTH + index;
      if (index >= 0) return { ...one, folder, page: Math.floor(place / shown.pageSize) + 1 };
    }
    return { ...one, folder, page: null };
  }
  return GONE;
}

/** Returns the ranges of 500 in which to search for the page: around the one in the address, and the newest. */
function stretches({ page, pageSize }: ListRequest): number[] {
  const around = [page, page + 1].map((one) => Math.floor(((one - 1) * pageSize) / MAX_LENGTH) + 1);
  return [...new Set([...around, 1])];
}
