import { useEffect, useRef } from 'react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { DASHBOARD_ROWS } from '#contract/mailbox/dashboard.ts';
import { getOutbox, OUTBOX_POLL_MS } from '#contract/faxes/queue.ts';
import type { OutboxItem } from '#contract/faxes/queue.ts';
import { callApi } from '#web/kit/call-api.ts';

const NONE: readonly OutboxItem[] = [];

/**
 * Loads the queue: on entry, and every 5 s while it is not empty; leaving the page stops the timer. If its length
 * changes, a fax was sent or given up, so the dashboard is refetched (DASH-23).
 */
export function useOutboxPolling(): readonly OutboxItem[] {
  const client = useQueryClient();
  const { data } = useQuery({
    queryKey: ['outbox', 'dashboard'],
    queryFn: ({ signal }) => callApi(getOutbox, { query: { start: 0, length: DASHBOARD_ROWS }, signal }),
    refetchOnMount: 'always',
    refetchInterval: (query) => ((query.state.data?.total ?? 0) > 0 ? OUTBOX_POLL_MS : false),
  });
  const length = data?.total;
  const before = useRef(length);
  useEffect(() => {
    const changed = before.current !== undefined && length !== undefined && before.current !== length;
    before.current = length;
    if (changed) void client.invalidateQueries({ queryKey: ['dashboard'] });
  }, [client, length]);
  return data?.data ?? NONE;
}
