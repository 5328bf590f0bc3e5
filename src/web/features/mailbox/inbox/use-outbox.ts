import { useCallback, useEffect, useRef } from 'react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { OutboxItem } from '#contract/faxes/queue.ts';
import { TOPIC_KEYS } from '#web/kit/live-events.ts';
import { outboxOptions } from './fax-queries.ts';

/** A page of the faxes in the Outbox. */
export interface Outbox {
  items: readonly OutboxItem[];
  total: number;
  loading: boolean;
  failed: boolean;
  retry: () => void;
}

const NO_ITEMS: readonly OutboxItem[] = [];

/** Loads the outbox, and polls it every 5 s while not empty; if its length changes, refetches other folders, too. */
export function useOutbox(place: { page: number; pageSize: number }): Outbox {
  const { data, isPending, isError, refetch } = useQuery(outboxOptions(place));
  const client = useQueryClient();
  const length = useRef(data?.total);
  useEffect(() => {
    const now = data?.total;
    if (length.current !== undefined && length.current !== now)
      for (const key of TOPIC_KEYS.faxes) void client.invalidateQueries({ queryKey: [key] });
    length.current = now;
  }, [client, data]);
  return {
    items: data?.data ?? NO_ITEMS,
    total: data?.total ?? 0,
    loading: isPending,
    failed: isError && data === undefined,
    retry: useCallback(() => void refetch(), [refetch]),
  };
}
