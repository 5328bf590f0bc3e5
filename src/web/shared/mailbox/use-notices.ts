import { useEffect, useRef } from 'react';
import { useQuery } from '@tanstack/react-query';
import { MAX_FOLLOWED, getOutbox, sendProgress } from '#contract/faxes/queue.ts';
import { callApi } from '#web/kit/call-api.ts';
import { pollRetry } from '#web/kit/query-client.ts';
import { tell, tellsOf, useBrowserNotices } from './browser-notices.ts';
import type { BrowserEvent, Notice } from './browser-notices.ts';
import type { MainData } from './main-data.ts';

/** Creates the notification for an event and a number of faxes. */
export type NoticeOf = (event: BrowserEvent, count: number) => Notice;

/** Shows browser notifications about faxes that arrive, are delivered, or couldn't be sent. `zone`: IANA name. */
export function useNotices(main: MainData | undefined, zone: string | undefined, noticeOf: NoticeOf): void {
  const latest = useRef({ zone, noticeOf });
  useEffect(() => {
    latest.current = { zone, noticeOf };
  });
  const show = (event: BrowserEvent, count: number) => {
    const now = latest.current;
    if (count > 0) tell(event, now.zone ?? 'UTC', now.noticeOf(event, count));
  };
  useArrivals(main, (count) => show('arrived', count));
  useOutcomes(({ sent, failed }) => {
    show('sent', sent);
    show('failed', failed);
  });
}

function useArrivals(main: MainData | undefined, onArrival: (count: number) => void): void {
  const seen = useRef<{ total: number; unread: number } | null>(null);
  const now = main?.folders.Inbox;
  const latest = useRef(onArrival);
  useEffect(() => {
    latest.current = onArrival;
  });
  useEffect(() => {
    if (now === undefined) return;
    const before = seen.current;
    seen.current = now;
    // Marking as unread or restoring from the archive changes only one of the two numbers, or neither.
    if (before !== null) latest.current(Math.min(now.total - before.total, now.unread - before.unread));
  }, [now]);
}

/** Reports the outcome of faxes that have left the Outbox. Polls nothing unless notifications about outcomes are on. */
function useOutcomes(onOutcome: (counts: { sent: number; failed: number }) => void): void {
  const notices = useBrowserNotices();
  const wanted = tellsOf(notices, 'sent') || tellsOf(notices, 'failed');
  const { data } = useQuery({
    // Live events invalidate keys that begin with outbox.
    queryKey: ['outbox', 'notices'],
    queryFn: async () => (await callApi(getOutbox, { query: { start: 0, length: MAX_FOLLOWED } })).data,
    enabled: wanted,
    retry: pollRetry,
  });
  const before = useRef<readonly string[]>([]);
  const latest = useRef(onOutcome);
  useEffect(() => {
    latest.current = onOutcome;
  });
  useEffect(() => {
    if (data === undefined) return;
    const now = data.map(({ fid }) => fid);
    const gone = before.current.filter((fid) => !now.includes(fid));
    before.current = now;
    if (gone.length > 0) void countOutcomes(gone).then((counts) => latest.current(counts));
  }, [data]);
}

async function countOutcomes(fids: readonly string[]): Promise<{ sent: number; failed: number }> {
  try {
    const { data } = await callApi(sendProgress, { query: { fids: fids.join(',') } });
    const states = data.map(({ state }) => state);
    return {
      sent: states.filter((state) => state === 'DELIVERED').length,
      failed: states.filter((state) => state === 'FAILED' || state === 'UNCERTAIN').length,
    };
  } catch {
    // No notification then; the Sent folder and the dashboard still show the outcome.
    return { sent: 0, failed: 0 };
  }
}
