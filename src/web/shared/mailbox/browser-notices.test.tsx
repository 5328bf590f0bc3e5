// @vitest-environment jsdom
import { act } from 'react';
import { afterEach, beforeEach, describe, expect, it, test, vi } from 'vitest';
import { QueryClientProvider } from '@tanstack/react-query';
import { callsOf, resetServer, server, startFalseServer } from '#web/kit/false-server-for-test.tsx';
import { settle } from '#web/kit/open-page-for-test.tsx';
import { queryClient } from '#web/kit/query-client.ts';
import { render } from '#web/ui/render-for-test.tsx';
import type { Rendered } from '#web/ui/render-for-test.tsx';
import type { MainData } from './main-data.ts';
import { FakeNotification } from './notification-for-test.ts';

vi.stubGlobal('isSecureContext', true);
vi.stubGlobal('Notification', FakeNotification);
startFalseServer({ 'GET checkAuthToken': { valid: true, kind: 'user', node: 'n1', expiresIn: 9 } });
const notices = await import('./browser-notices.ts');
const { useNotices } = await import('./use-notices.ts');

const hidden = vi.spyOn(document, 'hidden', 'get');
let opened: string[];
let show: (total: number, unread: number) => Promise<void>;
let page: Rendered;
const want = async (event: 'arrived' | 'sent' | 'failed', on = true) =>
  await act(async () => await notices.wantBrowserNotice(event, on));
const shown = () => FakeNotification.shown.map(({ title, options }) => [title, options.body, options.tag]);
const outbox = async (...fids: string[]) => {
  server['GET getOutbox'] = { data: fids.map((fid) => ({ ...JOB, fid })), total: fids.length };
  await act(async () => await queryClient.invalidateQueries({ queryKey: ['outbox'] }));
  await settle();
};
const JOB = {
  fid: '1',
  jobid: '1',
  to_faxnumber: '7325550119',
  dials: 0,
  pages: 1,
  date: '11/24/2026 10:00',
  state: 'SENDING',
};

/** Sets the outcome of faxes that have left the Outbox. */
const ended = (states: Record<string, string>) => {
  server['GET sendProgress'] = {
    data: Object.entries(states).map(([fid, state]) => ({ ...JOB, fid, state, calls: [] })),
  };
};

beforeEach(async () => {
  resetServer();
  localStorage.clear();
  FakeNotification.start();
  hidden.mockReturnValue(true);
  opened = [];
  server['GET getOutbox'] = { data: [], total: 0 };
  const { useState } = await import('react');
  let set: (main: MainData) => void;
  function Watcher() {
    const [main, setMain] = useState<MainData>();
    set = setMain;
    useNotices(main, 'America/New_York', (event, count) => ({
      title: `${count} ${event}`,
      body: 'Brand',
      open: () => opened.push(event),
    }));
    return null;
  }
  page = await render(
    <QueryClientProvider client={queryClient}>
      <Watcher />
    </QueryClientProvider>,
  );
  show = async (total, unread) =>
    await act(async () => set({ folders: { Inbox: { total, unread } } } as MainData));
});
afterEach(async () => {
  vi.useRealTimers();
  for (const event of notices.BROWSER_EVENTS) await want(event, false);
  await act(async () => notices.wantQuietHours(null));
  await page.close();
});

describe('a fax that arrives', () => {
  it('is shown only if selected and the page is hidden, and opens the inbox', async () => {
    await show(3, 1);
    await show(4, 2);
    expect(shown()).toEqual([]);
    await want('arrived');
    await show(6, 4);
    expect(shown()).toEqual([['2 arrived', 'Brand', 'f2e-notice-arrived']]);
    FakeNotification.shown[0]?.dispatchEvent(new Event('click'));
    expect(opened).toEqual(['arrived']);
  });

  it('is not shown while the page is visible, for faxes marked unread or restored, or for the first answer', async () => {
    await want('arrived');
    await show(3, 1);
    await show(3, 2);
    await show(4, 2);
    hidden.mockReturnValue(false);
    await show(5, 3);
    expect(shown()).toEqual([]);
  });

  it('is not shown in quiet hours', async () => {
    await want('arrived');
    await act(async () => notices.wantQuietHours({ from: '00:00', until: '00:00' }));
    await show(3, 1);
    await show(4, 2);
    expect(shown()).toEqual([]);
  });
});

const inAnotherTab = async (events: string[]) => {
  localStorage.setItem('f2e.notices', JSON.stringify({ events, quiet: null }));
  await act(async () => dispatchEvent(new StorageEvent('storage', { key: 'f2e.notices' })));
  await settle();
};

describe('a choice that another tab changed', () => {
  it('counts here at once: turned off, nothing is shown any more', async () => {
    await want('arrived');
    await show(3, 1);
    await inAnotherTab([]);
    await show(4, 2);
    expect(shown()).toEqual([]);
  });

  it('counts here at once: turned on, outcomes are followed', async () => {
    FakeNotification.permission = 'granted';
    await inAnotherTab(['sent']);
    await outbox('1');
    ended({ 1: 'DELIVERED' });
    await outbox();
    expect(shown()).toEqual([['1 sent', 'Brand', 'f2e-notice-sent']]);
  });
});

describe('a fax that leaves the Outbox', () => {
  it('is shown by its outcome, for selected events only', async () => {
    await want('failed');
    await outbox('1', '2', '3', '4');
    ended({ 1: 'DELIVERED', 2: 'FAILED', 3: 'UNCERTAIN' });
    await outbox('4');
    expect(callsOf('GET', 'sendProgress')[0]?.query.get('fids')).toBe('1,2,3');
    expect(shown()).toEqual([['2 failed', 'Brand', 'f2e-notice-failed']]);
    await want('sent');
    ended({ 4: 'DELIVERED' });
    await outbox();
    expect(shown().at(-1)).toEqual(['1 sent', 'Brand', 'f2e-notice-sent']);
  });

  it('is not shown if it was canceled', async () => {
    await want('sent');
    await want('failed');
    await outbox('1');
    ended({ 1: 'CANCELLED' });
    await outbox();
    expect(shown()).toEqual([]);
  });

  it('is not polled unless an outcome is selected', async () => {
    await want('arrived');
    await outbox('1');
    expect(callsOf('GET', 'getOutbox')).toEqual([]);
  });
});

test('a browser that wanted notices before there were events is told of arrivals', async () => {
  localStorage.setItem('f2e.notices', '1');
  FakeNotification.permission = 'granted';
  await want('failed');
  expect(JSON.parse(localStorage.getItem('f2e.notices') ?? '')).toEqual({
    events: ['arrived', 'failed'],
    quiet: null,
  });
});

test('what stands in the browser and is no choice is as none', async () => {
  localStorage.setItem('f2e.notices', '{"events":["other"],"quiet":5}');
  await want('sent');
  expect(localStorage.getItem('f2e.notices')).toBe('{"events":["sent"],"quiet":null}');
});

test.each([
  // New York is five hours behind UTC in November, four in July.
  ['19:00', '07:00', '2026-11-24T23:59:00Z', false],
  ['19:00', '07:00', '2026-11-25T00:00:00Z', true],
  ['19:00', '07:00', '2026-11-25T11:59:00Z', true],
  ['19:00', '07:00', '2026-11-25T12:00:00Z', false],
  ['19:00', '07:00', '2026-07-24T23:00:00Z', true],
  ['12:00', '13:00', '2026-11-24T17:30:00Z', true],
  ['12:00', '13:00', '2026-11-24T18:00:00Z', false],
  ['08:00', '08:00', '2026-11-24T18:00:00Z', true],
])('quiet hours from %s until %s in New York: at %s %s', (from, until, at, quiet) => {
  expect(notices.isQuiet({ from, until }, 'America/New_York', new Date(at))).toBe(quiet);
  expect(notices.isQuiet(null, 'America/New_York', new Date(at))).toBe(false);
});
