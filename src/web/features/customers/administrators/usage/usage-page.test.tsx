// @vitest-environment jsdom
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { click, find } from '#web/ui/render-for-test.tsx';
import type { Rendered } from '#web/ui/render-for-test.tsx';
import { callsOf, refusal, server } from '#web/kit/false-server-for-test.tsx';
import { button, freshHistory, openPage, push, said, settle } from '#web/kit/open-page-for-test.tsx';
import { reset } from '../multifax-for-test.tsx';
import { UsagePage } from './usage-page.tsx';

const NAME = 'FaxUsage.json';
let page: Rendered;
const row = (uid: string, total: number) => ({
  uid,
  faxnumber: `212555010${uid}`,
  email: `${uid}@example.com`,
  total,
  sent: 0,
  received: total,
});
const usage = (total = 2) => ({
  accountList: [row('1', 904), row('2', 30)],
  total,
  details: [],
  through: null,
  pages: 1934,
});
beforeEach(() => {
  reset();
  vi.setSystemTime(new Date(2026, 10, 20, 12));
  server[`GET ${NAME}`] = usage();
  server['GET usageDays'] = { days: [{ date: '2026-11-01', sent: 1, received: 2 }], through: null };
});
afterEach(async () => {
  vi.useRealTimers();
  vi.restoreAllMocks();
  await page.close();
});
const open = async () => {
  page = await openPage(<UsagePage />);
};
const day = (words: string) => find(document.body, `[aria-label*="${words}"]`);
const asked = (name: string) => callsOf('GET', NAME).map(({ query }) => query.get(name));

test('[MFU-01] the first day of the month to today', async () => {
  await open();
  expect([button('From 11/01/2026').textContent, button('To 11/20/2026').textContent]).toEqual([
    '11/01/2026',
    '11/20/2026',
  ]);
  expect([asked('startDate'), asked('endDate'), asked('forChilds')]).toEqual([
    ['2026-11-01'],
    ['2026-11-20'],
    ['true'],
  ]);
});

test('[MFU-03] accounts with their pages; every head sorts both ways', async () => {
  await open();
  expect([...page.place.querySelectorAll('tbody tr')].map((one) => one.textContent)).toEqual(
    expect.arrayContaining(['212-555-01011@example.com904', '212-555-01022@example.com30']),
  );
  expect(page.place.textContent).toContain('Total1,934');
  for (const head of ['Fax number', 'Fax number', 'Email', 'Email', 'Pages', 'Pages']) await push(head);
  expect(callsOf('GET', NAME).map(({ query }) => `${query.get('sort')} ${query.get('order')}`)).toEqual(
    expect.arrayContaining([
      'total desc',
      'faxnumber asc',
      'faxnumber desc',
      'email asc',
      'email desc',
      'total asc',
    ]),
  );
});

test('[MFU-04] more than ten accounts have pages', async () => {
  server[`GET ${NAME}`] = usage(11);
  await open();
  await push('Next page');
  expect([asked('current-page'), asked('per-page')]).toEqual([
    ['1', '2'],
    ['10', '10'],
  ]);
});

test('[MFU-02] days after the last one cannot be the first', async () => {
  await open();
  await push('From 11/01/2026');
  await click(day('Saturday, November 21, 2026'));
  await settle();
  expect(asked('startDate')).toEqual(['2026-11-01']);
  await click(day('Friday, November 20, 2026'));
  await settle();
  expect(asked('startDate')).toEqual(['2026-11-01', '2026-11-20']);
});

test('the days and the order that were chosen are still there after a reload', async () => {
  const history = freshHistory();
  page = await openPage(<UsagePage />, history);
  await push('Fax number');
  await push('To 11/20/2026');
  await click(day('Tuesday, November 10, 2026'));
  await settle();
  await page.close();
  page = await openPage(<UsagePage />, history);
  expect([button('From 11/01/2026'), button('To 11/10/2026')]).toHaveLength(2);
  expect(find(page.place, 'th[aria-sort]').textContent).toBe('Fax number');
});

test('[MFU-07] nothing in the range', async () => {
  server[`GET ${NAME}`] = { ...usage(0), accountList: [] };
  await open();
  expect(page.place.textContent).toContain('There are no usage statistics for current period.');
});

test('[MFU-15] a 412 says so', async () => {
  vi.spyOn(console, 'error').mockReturnValue();
  server[`GET ${NAME}`] = refusal(412, 'X');
  await open();
  expect(page.place.textContent).toContain('Something Went Wrong');
});

test('[MFU-05] [MFU-11] [MFU-12] the export is a text file of that name with these columns', async () => {
  await open();
  const detail = {
    date: '2026-11-20T19:04:01-05:00',
    action: 'R',
    from_faxnumber: '2125550100',
    faxnum: '2125550101',
    pages: 3,
    status: 'OK',
  };
  server[`GET ${NAME}`] = { ...usage(), details: [detail, { ...detail, action: 'S' }] };
  const saved: { name: string; blob: Blob }[] = [];
  let blob = new Blob();
  URL.createObjectURL = (made: Blob) => {
    blob = made;
    return 'blob:x';
  };
  URL.revokeObjectURL = () => undefined;
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function press(this: HTMLAnchorElement) {
    saved.push({ name: this.download, blob });
  });
  await push('Export');
  const query = callsOf('GET', NAME).at(-1)?.query;
  expect([query?.get('startDate'), query?.get('endDate'), query?.get('detailed')]).toEqual([
    '2026-11-01',
    '2026-11-20',
    'true',
  ]);
  expect(saved.map(({ name }) => name)).toEqual(['Fax_data_2026-11-01_2026-11-20.txt']);
  expect(await saved[0]?.blob.text()).toBe(
    'Date,Time,Sent/Received,FaxNumFrom,FaxNumTo,Pages,Status\r\n' +
      '11/20/2026,19:04,Received,2125550100,2125550101,3,OK\r\n' +
      '11/20/2026,19:04,Sent,2125550100,2125550101,3,OK\r\n',
  );
});

test('[MFU-13] [MFU-14] nothing to export, and a failure', async () => {
  await open();
  await push('Export');
  expect(said()).toBe('No information to export');
  server[`GET ${NAME}`] = refusal(412, 'X');
  await push('Export');
  expect(said()).toBe('Error occured while exporting data');
});
