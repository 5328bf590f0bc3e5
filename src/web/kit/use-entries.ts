import { useEffect } from 'react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { growl } from '#web/ui/growl-store.ts';
import { ApiError } from './api-error.ts';

/** Where a page's data stands; pages show a spinner until it is there (PGEN-13). */
export interface PageData {
  loading: boolean;
  /** The load failed; the page says so and offers another try. */
  failed: boolean;
  reload: () => void;
}

/** A list of an account with its state. */
export interface Entries<Entry> extends PageData {
  entries: readonly Entry[];
  /** Loads the list again after a change. */
  refresh: () => Promise<void>;
}

/** Loads a list. A 412 means that the service has no such thing: an empty list, without a word (SUB-17); kit logs it. */
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
