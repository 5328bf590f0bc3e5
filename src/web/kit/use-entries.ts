import { useEffect } from 'react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { growl } from '#web/ui/growl-store.ts';
import { ApiError } from './api-error.ts';

/** The loading state of a page's data; pages show a spinner until the data are there (PGEN-13). */
export interface PageData {
  loading: boolean;
  /** Whether the load failed; the page reports it and offers to retry. */
  failed: boolean;
  reload: () => void;
}

/** A list of an account with its loading state. */
export interface Entries<Entry> extends PageData {
  entries: readonly Entry[];
  /** Reloads the list after a change. */
  refresh: () => Promise<void>;
}

/**
 * Loads a list. A 412 means that the service does not have this feature: the list is empty and no error is shown
 * (SUB-17); the kit logs it.
 */
export function useEntries<Entry>(
  key: readonly string[],
  load: () => Promise<readonly Entry[]>,
): Entries<Entry> {
  const { t } = useTranslation();
  const client = useQueryClient();
  const query = useQuery({ queryKey: key, queryFn: load });
  const without = query.error instanceof ApiError && query.error.status === 412;
  const failed = query.isError && !without;
  useEffect(() => {
    if (failed) growl.error(t('preferences.loadFailed'));
  }, [failed, t]);
  return {
    entries: without ? [] : (query.data ?? []),
    loading: query.isPending,
    failed: failed && query.data === undefined,
    reload: () => void query.refetch(),
    refresh: () => client.invalidateQueries({ queryKey: key }),
  };
}
