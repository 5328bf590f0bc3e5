// @vitest-environment jsdom
import { QueryClient, QueryObserver } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { MAIN_DATA_REFRESH_MS } from '#contract/mailbox/account.ts';
import { ApiError } from './api-error.ts';
import { followEvents } from './live-events.ts';
import { pollRetry } from './query-client.ts';

const CLIENTS = 2000;
const SECOND = 1000;
const DOWN_SECONDS = 5;
/** A client that failed twice in that time is back by then (reconnectWait: 60.5 s at most). */
const BACK_SECONDS = 62;

let away = false;
/** The number of requests that the server received in this second. */
let asked = 0;
let streams: FakeStream[] = [];

function arrive(): boolean {
  if (!away) asked += 1;
  return !away;
}

class FakeStream extends EventTarget {
  constructor() {
    super();
    streams.push(this);
    const kind = arrive() ? 'open' : 'error';
    queueMicrotask(() => this.dispatchEvent(new Event(kind)));
  }
  close(): void {
    streams = streams.filter((other) => other !== this);
  }
}

async function answer(): Promise<string> {
  if (arrive()) return 'fine';
  throw new ApiError(0, 'NETWORK');
}

/** Opens an inbox: main data refresh every ten seconds, the list when an event makes it stale. */
function openInbox(): () => void {
  const client = new QueryClient();
  const main = new QueryObserver(client, {
    queryKey: ['main'],
    queryFn: answer,
    refetchInterval: MAIN_DATA_REFRESH_MS,
    retry: pollRetry,
  });
  const list = new QueryObserver(client, { queryKey: ['inbox'], queryFn: answer, retry: pollRetry });
  const ends = [main.subscribe(() => undefined), list.subscribe(() => undefined), followEvents(client)];
  return () => ends.forEach((end) => end());
}

async function perSecond(seconds: number): Promise<number[]> {
  const counts: number[] = [];
  for (let second = 0; second < seconds; second += 1) {
    asked = 0;
    await vi.advanceTimersByTimeAsync(SECOND);
    counts.push(asked);
  }
  return counts;
}

beforeEach(() => {
  streams = [];
  vi.useFakeTimers();
  vi.stubGlobal('EventSource', FakeStream);
});
afterEach(() => {
  vi.useRealTimers();
});

test('[F-client-03] two thousand open pages ask a server that comes back for at most three times as much as usual', async () => {
  const ends: (() => void)[] = [];
  for (let client = 0; client < CLIENTS; client += 1) {
    ends.push(openInbox());
    await vi.advanceTimersByTimeAsync(MAIN_DATA_REFRESH_MS / CLIENTS);
  }
  await perSecond(5);
  const usual = await perSecond(20);
  const steady = usual.reduce((sum, count) => sum + count, 0) / usual.length;
  expect(steady).toBeCloseTo(CLIENTS / 10, -1);
  away = true;
  for (const stream of streams) stream.dispatchEvent(new Event('error'));
  await perSecond(DOWN_SECONDS);
  away = false;
  const after = await perSecond(BACK_SECONDS);
  expect(Math.max(...after)).toBeLessThanOrEqual(3 * steady);
  expect(streams).toHaveLength(CLIENTS);
  for (const end of ends) end();
}, 60_000);
