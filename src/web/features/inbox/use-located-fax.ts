import { useEffect } from 'react';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { faxArchiveList } from '#contract/inbox.ts';
import type { Folder } from '#contract/inbox.ts';
import { MAX_LENGTH } from '#contract/kit/table-query.ts';
import { callApi } from '#web/kit/call-api.ts';
import type { InboxSearch } from '#web/kit/inbox-search.ts';
import { growl } from '#web/ui/growl-store.ts';
import { listQuery } from './list-query.ts';
import type { InboxPlace } from './use-inbox.ts';

/** Folders whose faxes can be opened, the one asked for first. */
function foldersFrom(first: Folder): Folder[] {
  return [...new Set<Folder>([first, 'Inbox', 'Sent', 'Archive'])];
}

/**
 * Finds the page of a fax that an address names but the page shown does not have: a link from the dashboard to a fax
 * that was archived, or an old address. The wire has no call for one fax, so the newest 500 of each folder are looked
 * through; who links to older ones names the page too.
 */
export function useLocatedFax(place: InboxPlace, missing: boolean): void {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const { fax, folder, sort, order, pageSize } = place;
  const { data: found } = useQuery({
    queryKey: ['inbox', 'located', { fax, folder, sort, order, pageSize }] as const,
    enabled: missing && fax !== null,
    gcTime: 0,
    queryFn: async ({ signal }): Promise<InboxSearch | 'gone'> => {
      for (const one of foldersFrom(folder)) {
        const query = listQuery({ folder: one, page: 1, pageSize: MAX_LENGTH, sort, order, q: '' });
        const list = await callApi(faxArchiveList, { query, signal });
        const index = list.data.findIndex((row) => row.fax_id === fax);
        if (index >= 0) return { folder: one, page: Math.floor(index / pageSize) + 1 };
      }
      return 'gone';
    },
  });
  useEffect(() => {
    if (found === undefined || !missing || fax === null) return;
    if (found === 'gone') growl.error(t('inbox.notFound'));
    const address: InboxSearch = found === 'gone' ? { folder } : { ...found, fax };
    void navigate({ to: '/inbox', search: { ...address, sort, order }, replace: true });
  }, [fax, folder, found, missing, navigate, order, sort, t]);
}
