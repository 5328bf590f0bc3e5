import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { STORAGE_TYPES } from '#contract/faxes/storage.ts';
import type { ReplyOf } from '#contract/kit/call.ts';
import { storageDeliveries, storageRetry } from '#contract/faxes/copies.ts';
import { callApi } from '#web/kit/call-api.ts';
import { runChange } from '#web/kit/run-change.ts';

/** How often the list is refetched, in ms, because copies are made meanwhile. */
export const REFRESH_MS = 5_000;

/** A kind of storage. */
export type StorageKind = (typeof STORAGE_TYPES)[number];

/** The state of a storage's copies. */
export interface Copies {
  kind: StorageKind;
  /** Null until it is loaded. */
  state: ReplyOf<typeof storageDeliveries> | null;
  retry: () => void;
  reload: () => Promise<void>;
}

/** Returns the latest copies of a storage, the waiting ones, and the function that retries them. */
export function useCopies(kind: StorageKind): Copies {
  const { t } = useTranslation();
  const client = useQueryClient();
  const copies = useQuery({
    queryKey: ['storage-deliveries', kind],
    queryFn: () => callApi(storageDeliveries, { query: { type: kind } }),
    refetchInterval: REFRESH_MS,
  });
  const retry = async () => {
    const words = {
      waiting: t('storage.retrying'),
      done: t('storage.retried'),
      failed: t('storage.retryError'),
    };
    await runChange(words, () => callApi(storageRetry, { body: { type: kind } }));
    await client.invalidateQueries({ queryKey: ['sftp-storage'] });
    await copies.refetch();
  };
  return {
    kind,
    state: copies.data ?? null,
    retry: () => void retry(),
    reload: async () => void (await copies.refetch()),
  };
}
