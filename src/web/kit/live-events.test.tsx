// @vitest-environment jsdom
import { act } from 'react';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { render } from '#web/ui/render-for-test.tsx';
import type { Rendered } from '#web/ui/render-for-test.tsx';
import { useLiveEvents } from './live-events.ts';

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
  expect(keys()).toEqual(['main', 'settings']);
  stale.mockClear();
  await act(async () => last()?.dispatchEvent(new MessageEvent('message', { data: 'gossip' })));
  expect(keys()).toEqual([]);
  await page.close();
  expect(last()?.closed).toBe(true);
});

test('after a failure it comes back later and later, never all at the same moment', async () => {
  const waits: number[] = [];
  vi.spyOn(Math, 'random').mockReturnValue(0.5);
  for (const wait of [750, 1500, 3000, 6000, 12_000, 22_500, 22_500]) {
    const before = FakeSource.opened.length;
    last()?.dispatchEvent(new Event('error'));
    vi.advanceTimersByTime(wait - 1);
    expect(FakeSource.opened).toHaveLength(before);
    vi.advanceTimersByTime(1);
    expect(FakeSource.opened).toHaveLength(before + 1);
    waits.push(wait);
  }
  last()?.dispatchEvent(new Event('open'));
  last()?.dispatchEvent(new Event('error'));
  vi.advanceTimersByTime(750);
  expect(FakeSource.opened).toHaveLength(waits.length + 2);
  await page.close();
  vi.advanceTimersByTime(600_000);
  expect(FakeSource.opened).toHaveLength(waits.length + 2);
});
