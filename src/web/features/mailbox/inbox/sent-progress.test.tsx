// @vitest-environment jsdom
import { act } from 'react';
import { beforeEach, expect, it, vi } from 'vitest';
import type { FollowedFax } from '#contract/faxes/queue.ts';
import { noteAnswer } from '#web/kit/connection.ts';
import { button, until } from '#web/kit/open-page-for-test.tsx';
import { click, find } from '#web/ui/render-for-test.tsx';
import { progressOptions } from './fax-queries.ts';
import { calls, open, place, world } from './inbox-for-test.tsx';

const fax = (fid: string, change: Partial<FollowedFax> = {}): FollowedFax => ({
  fid,
  jobid: fid,
  to_faxnumber: `31055501${fid}`,
  dials: 0,
  pages: 5,
  date: '2026-11-20T19:10:00-05:00',
  state: 'QUEUED',
  faxpath: `path-of-the-fax-${fid}`,
  calls: [],
  ...change,
});
const status = () => find(place(), '.sent-summary').textContent;
const rows = () => [...place().querySelectorAll('.sent-row')].map((row) => row.textContent);
const steps = () =>
  [...place().querySelectorAll<HTMLElement>('.sent-row:first-child .way > div')].map(
    (step) => `${step.dataset['look'] ?? '-'}: ${step.textContent}`,
  );

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-20T19:20:00-05:00') });
});

it('tells for each recipient how the fax goes through, and sums it up', async () => {
  const call = { at: '2026-11-20T19:12:00-05:00', pages: 0 };
  world.followed = [
    fax('11', { state: 'SENDING', dials: 1, page: 2, dialed: '2026-11-20T19:11:00-05:00' }),
    fax('12', {
      state: 'WAITING',
      dials: 1,
      reason: 'BUSY',
      next: '2026-11-20T19:32:00-05:00',
      calls: [{ ...call, result: 'BUSY' }],
    }),
    fax('13', { state: 'DELIVERED', dials: 1, name: 'Dana', calls: [{ ...call, result: 'OK', pages: 5 }] }),
    fax('14', { state: 'FAILED', dials: 1, reason: 'NUMBER_INVALID' }),
  ];
  await open('/inbox?folder=Outbox&sent=11,12,13,14');
  await until(() => expect(rows()).toHaveLength(4));
  expect(find(place(), 'h1').textContent).toBe('Sending your fax');
  expect(status()).toBe('1 of 4 delivered · Sending: 1 · Retrying: 1 · Not sent: 1');
  expect(steps()).toEqual([
    'done: Queued 19:10',
    'done: Dialing 19:11',
    'now: Sending page 2 of 5 ',
    '-: Delivered ',
  ]);
  expect(rows()[1]).toContain('Busy. Next try 19:32');
  expect(rows()[2]).toContain('All 5 pages were delivered');
  expect(rows()[3]).toContain('The number can’t be reached. 1 call');
  const links = [...place().querySelectorAll<HTMLAnchorElement>('.sent-row a')].map((a) => a.search);
  expect(links.map((search) => new URLSearchParams(search).get('folder'))).toEqual(['Sent', 'Sent']);
  await click(button('Send now'));
  await until(() => expect(calls('sendNow')[0]?.body).toEqual({ jobid: '12' }));
  expect(calls('sendProgress')[0]?.query.get('fids')).toBe('11,12,13,14');
});

it('offers to send a fax again that was not delivered, with its number', async () => {
  world.followed = [fax('11', { state: 'FAILED', dials: 5, reason: 'BUSY' })];
  await open('/inbox?folder=Outbox&sent=11');
  await until(() => expect(find(place(), 'h1').textContent).toBe('Fax not delivered'));
  expect(status()).toBe('Not sent');
  await click(button('Resend'));
  await until(() => expect(find(document, '[role=dialog]').textContent).toContain('310-555-0111'));
});

it('speaks when a state changes, not with every page, and asks for the other folders when a fax has ended', async () => {
  world.followed = [fax('11', { state: 'SENDING', dials: 1 })];
  await open('/inbox?folder=Outbox&sent=11');
  await until(() => expect(status()).toBe('Sending'));
  const spoken: (string | null)[] = [];
  const watch = new MutationObserver(() => spoken.push(status()));
  watch.observe(find(place(), '.sent-summary'), {
    characterData: true,
    childList: true,
    subtree: true,
  });
  const before = calls('MainInterface.json').length;
  world.followed = [fax('11', { state: 'SENDING', dials: 1, page: 3 })];
  await click(button('Cancel fax to 310-555-0111'));
  await click(find(document, '[data-modal] [data-variant=danger]'));
  await until(() => expect(rows()[0]).toContain('Sending page 3 of 5'));
  expect(spoken).toEqual([]);
  world.followed = [fax('11', { state: 'DELIVERED', dials: 1 })];
  await click(button('Cancel fax to 310-555-0111'));
  await click(find(document, '[data-modal] [data-variant=danger]'));
  await until(() => expect(find(place(), 'h1').textContent).toBe('Fax delivered'));
  watch.disconnect();
  expect(spoken).toEqual(['Delivered']);
  await until(() => expect(calls('MainInterface.json').length).toBeGreaterThan(before));
});

it('keeps what it knows while the server is away, and says so', async () => {
  world.followed = [fax('11', { state: 'SENDING', dials: 1, page: 3 })];
  await open('/inbox?folder=Outbox&sent=11');
  await until(() => expect(rows()[0]).toContain('Sending page 3 of 5'));
  await act(async () => noteAnswer(0));
  await until(() => expect(place().textContent).toContain('Reconnecting…'));
  expect(rows()[0]).toContain('Sending page 3 of 5');
  await act(async () => noteAnswer(200));
});

it('is asked for every 5 s until every fax has ended', () => {
  const interval = progressOptions('11').refetchInterval;
  if (typeof interval !== 'function') throw new Error('the poll never stops');
  const at = (data: unknown) => interval({ state: { data } } as Parameters<typeof interval>[0]);
  expect([at(undefined), at([fax('11')]), at([fax('11', { state: 'CANCELLED' })]), at([])]).toEqual([
    5000,
    5000,
    false,
    false,
  ]);
});
