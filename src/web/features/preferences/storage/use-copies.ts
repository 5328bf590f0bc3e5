import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { STORAGE_TYPES } from '#contract/external-storage.ts';
import type { ReplyOf } from '#contract/kit/call.ts';
import { storageDeliveries, storageRetry } from '#contract/storage-copies.ts';
import { ApiError } from '#web/kit/api-error.ts';
import { callApi } from '#web/kit/call-api.ts';
import { runChange } from '#web/kit/run-change.ts';

/** Copies are made while somebody looks: the list follows. */
export const REFRESH_MS = 5_000;

/** A kind of storage. */
export type StorageKind = (typeof STORAGE_TYPES)[number];

/** How copies of one storage go. */
export interface Copies {
  kind: StorageKind;
  /** Null as long as nothing is set up. */
  state: ReplyOf<typeof storageDeliveries> | null;
  retry: () => void;
  reload: () => Promise<void>;
}

/** Nothing set up is no failure (contract 8.9). */
export async function orNull<T>(asked: Promise<T>): Promise<T | null> {
  return await asked.catch((error: unknown) => {
    if (error instanceof ApiError && error.status === 404) return null;
    throw error;
  });
}

/** The latest copies of a storage, what waits, and trying that now. */
export function useCopies(kind: StorageKind): Copies {
  const { t } = useTranslation();
  const client = useQueryClient();
  const copies = useQuery({
    queryKey: ['storage-deliveries', kind],
    queryFn: () => orNull(callApi(storageDeliveries, { query: { type: kind } })),
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
