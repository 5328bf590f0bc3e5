// @vitest-environment jsdom
import { act } from 'react';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { render } from '#web/ui/render-for-test.tsx';
import type { Rendered } from '#web/ui/render-for-test.tsx';
import { reconnectWait, useLiveEvents } from './live-events.ts';

class FakeSource extends EventTarget {
  static opened: FakeSource[] = [];
  readonly url: string;
  closed = false;
  constructor(url: string) {
    super();
    this.url = url;
    FakeSource.opened.push(this);
  }
  close(): void {
    this.closed = true;
  }
}
vi.stubGlobal('EventSource', FakeSource);

const client = new QueryClient();
const stale = vi.spyOn(client, 'invalidateQueries');
const keys = () => stale.mock.calls.map(([filter]) => filter?.queryKey?.[0]);
const last = () => FakeSource.opened.at(-1);

function Listener() {
  useLiveEvents();
  return null;
}

let page: Rendered;
beforeEach(async () => {
  vi.useFakeTimers();
  FakeSource.opened = [];
  stale.mockClear();
  page = await render(
    <QueryClientProvider client={client}>
      <Listener />
    </QueryClientProvider>,
  );
});
afterEach(() => {
  vi.useRealTimers();
});

test('a topic makes its queries ask now, whether it comes as the name or as the data of an event', async () => {
  expect(last()?.url).toBe('/api/faxui/events');
  await act(async () => last()?.dispatchEvent(new Event('outbox')));
  expect(keys()).toEqual(['outbox', 'dashboard', 'main']);
  stale.mockClear();
  await act(async () => last()?.dispatchEvent(new MessageEvent('message', { data: 'account' })));
  expect(keys()).toEqual(['main', 'settings', 'rules']);
  stale.mockClear();
  await act(async () => last()?.dispatchEvent(new MessageEvent('message', { data: 'gossip' })));
  expect(keys()).toEqual([]);
  await page.close();
  expect(last()?.closed).toBe(true);
});

test('after a failure it comes back, later still after another, and asks for what it missed', async () => {
  vi.spyOn(Math, 'random').mockReturnValue(0.5);
  let failures = 0;
  for (const wait of [15_500, 45_500, 45_500]) {
    failures += 1;
    last()?.dispatchEvent(new Event('error'));
    vi.advanceTimersByTime(wait - 1);
    expect(FakeSource.opened).toHaveLength(failures);
    vi.advanceTimersByTime(1);
    expect(FakeSource.opened).toHaveLength(failures + 1);
  }
  expect(keys()).toEqual([]);
  stale.mockClear();
  last()?.dispatchEvent(new Event('open'));
  expect(keys()).toEqual(['inbox', 'dashboard', 'outbox', 'team']);
  last()?.dispatchEvent(new Event('error'));
  vi.advanceTimersByTime(15_500);
  expect(FakeSource.opened).toHaveLength(failures + 2);
  await page.close();
  vi.advanceTimersByTime(600_000);
  expect(FakeSource.opened).toHaveLength(failures + 2);
});

test('ten thousand browsers come back over fifteen seconds, never all at the same moment', async () => {
  await page.close();
  const seconds = new Map<number, number>();
  const clients = 10_000;
  for (let one = 0; one < clients; one += 1) {
    const at = Math.floor(reconnectWait(1, one / clients) / 1000);
    seconds.set(at, (seconds.get(at) ?? 0) + 1);
  }
  expect(reconnectWait(1, 1) - reconnectWait(1, 0)).toBeGreaterThanOrEqual(15_000);
  expect(Math.max(...seconds.values())).toBeLessThanOrEqual(clients / 15 + 1);
});
