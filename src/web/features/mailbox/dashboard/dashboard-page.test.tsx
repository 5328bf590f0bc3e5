// @vitest-environment jsdom
import { act } from 'react';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { click, find } from '#web/ui/render-for-test.tsx';
import { settle } from '#web/kit/open-page-for-test.tsx';
import { calls, countOf, fax, job, lists, openDashboard, reset, world } from './dashboard-for-test.tsx';

let page: Awaited<ReturnType<typeof openDashboard>>;
const alert = vi.fn<(message?: string) => void>();
vi.stubGlobal('alert', alert);

beforeEach(() => {
  reset();
  alert.mockClear();
});
afterEach(async () => {
  await page.close();
  vi.useRealTimers();
});

const card = (title: string) => {
  const found = [...page.place.querySelectorAll('.card')].find(
    (one) => one.querySelector('h2')?.textContent === title,
  );
  if (!(found instanceof HTMLElement)) throw new Error(`no card ${title}`);
  return found;
};
const rows = (title: string) =>
  [...card(title).querySelectorAll('tbody tr:not(.t-empty)')].map((row) =>
    [...row.querySelectorAll('td')].map((cell) => cell.textContent),
  );
const heads = (title: string) => [...card(title).querySelectorAll('th')].map((head) => head.textContent);
const legend = () =>
  [...page.place.querySelectorAll('.donut-legend tbody tr')].map((row) =>
    [...row.children].map((cell) => cell.textContent),
  );
/** Advances the time. */
const pass = (ms: number) => act(async () => vi.advanceTimersByTimeAsync(ms));
/** Selects an option of a card's «Show». */
async function choose(title: string, value: string) {
  const select = find(card(title), 'select') as HTMLSelectElement;
  await act(async () => {
    select.value = value;
    select.dispatchEvent(new Event('change', { bubbles: true }));
  });
}
const text = () => page.place.textContent ?? '';

test('[DASH-02] the month and the year are named', async () => {
  vi.useFakeTimers({ now: new Date('2026-11-20T12:00:00Z'), toFake: ['Date'] });
  page = await openDashboard();
  expect(find(page.place, 'h1').textContent).toBe('November 2026');
});

test('[DASH-03] [DASH-05] the columns of both tables, numbers and dates as people read them', async () => {
  world.dashboard.recReceived = [fax(1, { companyname: 'Harbor Point', pages: 3 }), fax(2, { sender: '' })];
  world.dashboard.recSent = [fax(3, { sender: '13105550111' })];
  page = await openDashboard();
  expect(heads('Recently received')).toEqual(['From', 'Company', 'Pages', 'Date']);
  expect(heads('Recently sent')).toEqual(['To', 'Company', 'Pages', 'Date']);
  const [first, second] = rows('Recently received');
  expect(first).toEqual(['212-555-0101', 'Harbor Point', '33 pages', '11/20/2026 14:32']);
  expect(second?.slice(0, 2)).toEqual(['Unknown', '–']);
  expect(rows('Recently sent')[0]?.[0]).toBe('+1-310-555-0111');
});

test('[DASH-04] only unread received faxes are highlighted', async () => {
  world.dashboard.recReceived = [fax(1, { is_new: '1' }), fax(2)];
  world.dashboard.recSent = [fax(3, { is_new: '1' })];
  page = await openDashboard();
  const states = [...page.place.querySelectorAll<HTMLElement>('.recent tbody tr')].map(
    (row) => row.dataset['state'],
  );
  expect(states).toEqual(['new', undefined, undefined]);
});

test('a row opens its fax in the folder where it lies', async () => {
  world.dashboard.recReceived = [fax(7)];
  page = await openDashboard();
  await click(find(card('Recently received'), 'tbody td:last-child'));
  await settle();
  expect(page.path()).toMatch(/^\/inbox\?folder=Inbox&fax=.*7/);
});

describe('how much of a list is shown', () => {
  test.each([
    [4, [], 4],
    [5, [], 5],
    [7, ['Show 5', 'Show 10', 'Show all'], 5],
    [15, ['Show 5', 'Show 10', 'Show all'], 5],
  ])('[DASH-08] [DASH-28] lists of %i', async (length, choices, shown) => {
    Object.assign(world.dashboard, lists(length, length, length));
    page = await openDashboard();
    for (const title of ['Recently received', 'Recently sent', 'Outgoing']) {
      expect([...card(title).querySelectorAll('option')].map((option) => option.textContent)).toEqual(
        choices,
      );
      expect(rows(title)).toHaveLength(shown);
      if (choices.length === 0) continue;
      await choose(title, '10');
      expect(rows(title)).toHaveLength(Math.min(10, length));
      await choose(title, 'all');
      expect(rows(title)).toHaveLength(length);
    }
  });
});

test('faxes on their way and faxes that did not arrive', async () => {
  world.outbox = [
    job(1, { dials: 2, state: 'SENDING', pages: 3, page: 2 }),
    job(2, { state: 'QUEUED', to_faxnumber: '2125550199', company: 'Harbor Point' }),
    job(3, { state: 'WAITING', dials: 9, pages: 0 }),
  ];
  world.dashboard.failed = [
    fax(21, { status: 'FAILED', companyname: 'Commonwealth Paper', reason: 'NUMBER_INVALID', calls: 1 }),
    fax(22, { status: 'FAILED', outcome: 'UNCERTAIN', confirmed: 2, pages: 5 }),
  ];
  page = await openDashboard();
  expect(rows('Outgoing')).toEqual([
    ['914-555-0182Sending page 2 of 3 · 3 pages', '2 of 5 calls2/5Sending'],
    ['Harbor Point212-555-0199 · 2 pages', 'Queued'],
    ['914-555-0182Waiting for a free line · Counting pages…', '5 of 5 calls5/5Retrying'],
    [
      'Commonwealth PaperInvalid number · 1 call · 212-555-0121 · 11/20/2026 14:32',
      'Not sent5 of 5 attempts5/5Resend',
    ],
    ['212-555-01222 of 5 pages confirmed · 11/20/2026 14:32', 'UnconfirmedResend'],
  ]);
});

describe('usage', () => {
  test('[DASH-09] what was received, sent and is left', async () => {
    page = await openDashboard();
    expect(legend()).toEqual([
      ['Received', '74'],
      ['Sent', '44'],
      ['Remaining', '182'],
      ['Monthly limit', '300'],
    ]);
    expect(find(page.place, '.donut-figure').textContent).toBe('182');
  });

  test('[DASH-10] enterprise accounts have no limit: nothing remaining, the total in the middle', async () => {
    world.options = 'enterprisefax=yes';
    page = await openDashboard();
    expect(legend()).toEqual([
      ['Received', '74'],
      ['Sent', '44'],
    ]);
    expect(find(page.place, '.donut-figure').textContent).toBe('118');
  });

  test('more used than allowed leaves nothing, not less than nothing', async () => {
    world.dashboard.usage = { monthLimit: 300, currentUsage: 310, rcvdPages: 200, sentPages: 110 };
    page = await openDashboard();
    expect(find(page.place, '.donut-figure').textContent).toBe('0');
  });
});

/** Expects a text only with the flag, and never for enterprise customers. */
async function expectOnlyWith(flag: Partial<typeof world.notices>, words: RegExp): Promise<void> {
  page = await openDashboard();
  expect(text()).not.toMatch(words);
  await page.close();
  Object.assign(world.notices, flag);
  page = await openDashboard();
  expect(text()).toMatch(words);
  await page.close();
  world.options = 'enterprisefax=yes';
  page = await openDashboard();
  expect(text()).not.toMatch(words);
}

describe('notices of some providers', () => {
  test('[DASH-18] the billing portal, only with the flag and only without enterprise', async () => {
    const url = 'https://pay.example';
    await expectOnlyWith({ billingPortal: { enabled: true, url } }, /billing portal.*Open portal/);
  });

  test('[DASH-19] the service transfer with its deadline, only with the flag and only without enterprise', async () => {
    const deadline = '2023-02-28';
    await expectOnlyWith({ serviceTransfer: { enabled: true, deadline } }, /before 28 Feb 2023/);
  });
});

test('[DASH-25] a failed load is said in a browser alert and stays on the page until it works', async () => {
  world.statuses['Dashboard.json'] = 500;
  page = await openDashboard();
  expect(alert.mock.calls).toEqual([['Words about Dashboard.json.']]);
  expect(find(page.place, '.note[role=alert]').textContent).toContain('Words about Dashboard.json.');
  world.statuses = {};
  await click(find(page.place, '.note button'));
  await settle();
  expect(page.place.querySelector('.note')).toBeNull();
  expect(rows('Recently received')).toEqual([]);
  expect(alert).toHaveBeenCalledOnce();
});

describe('the queue', () => {
  test('[DASH-20] is asked for on entry, also when nothing waits, and then not again', async () => {
    vi.useFakeTimers();
    page = await openDashboard();
    expect(countOf('getOutbox')).toBe(1);
    await pass(30_000);
    expect(countOf('getOutbox')).toBe(1);
  });

  test('[DASH-21] [DASH-22] [DASH-23] is asked for every 5 s while something waits; a change reloads; leaving stops it', async () => {
    vi.useFakeTimers();
    world.outbox = [job(1), job(2)];
    page = await openDashboard();
    expect(countOf('getOutbox')).toBe(1);
    await pass(4900);
    expect(countOf('getOutbox')).toBe(1);
    await pass(100);
    expect(countOf('getOutbox')).toBe(2);
    await pass(5000);
    expect(countOf('getOutbox')).toBe(3);
    expect(countOf('Dashboard.json')).toBe(1);
    world.outbox = [job(2)];
    await pass(5000);
    await settle();
    expect(countOf('getOutbox')).toBe(4);
    expect(countOf('Dashboard.json')).toBe(2);
    await page.leave();
    await pass(30_000);
    expect(countOf('getOutbox')).toBe(4);
    expect(calls.at(-1)?.name).not.toBe('getOutbox');
  });
});
