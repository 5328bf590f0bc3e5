import { useCallback, useEffect, useRef } from 'react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { OutboxItem } from '#contract/faxes/queue.ts';
import { TOPIC_KEYS } from '#web/kit/live-events.ts';
import { outboxOptions } from './fax-queries.ts';

/** A page of the faxes on their way. */
export interface Outbox {
  items: readonly OutboxItem[];
  total: number;
  loading: boolean;
  failed: boolean;
  retry: () => void;
}

const NO_ITEMS: readonly OutboxItem[] = [];

/** The outbox, asked for every 5 s while something waits; when its length changes, the other folders changed too. */
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
