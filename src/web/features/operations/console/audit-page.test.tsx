// @vitest-environment jsdom
import { afterEach, expect, it, vi } from 'vitest';
import { openPage, until } from '#web/kit/open-page-for-test.tsx';
import { find } from '#web/ui/render-for-test.tsx';
import type { Rendered } from '#web/ui/render-for-test.tsx';

import { AuditPage } from './audit-page.tsx';
import { startConsole } from './console-for-test.ts';

const DETAIL = {
  number: '3105550188',
  personId: 5,
  warn_delete: true,
  reason: 'NO_ROUTE',
  changed: ['stationId', 'someNewThing'],
  closes: '2026-12-24T12:00:00.000Z',
  removed: [{ id: 3, name: 'Phone' }],
  faxes: [1, 2, 3, 4, 5, 6, 7],
  someNewThing: null,
};
const ROW = {
  id: '9',
  at: '2026-11-29T10:15:00.000Z',
  actor: 'account/12',
  uid: '12',
  action: 'line.set',
  object: 'line/trunk',
  detail: JSON.stringify(DETAIL),
  address: '127.0.0.1',
};

let shown: Rendered;

const open = async (rows: object[]) => {
  await startConsole({
    'GET audit': {
      rows,
      total: rows.length,
      names: { 'account/12': '3105550142', 'person/5': 'Pam Beesly' },
    },
  });
  shown = await openPage(<AuditPage />);
  await until(() => expect(shown.place.querySelectorAll('td').length).toBeGreaterThan(0));
};

afterEach(async () => {
  await shown.close();
  vi.unstubAllGlobals();
});

it('names accounts by their numbers, and says the particulars of an act in words', async () => {
  await open([ROW]);
  const cells = [...shown.place.querySelectorAll('tbody td, tbody th')].map(({ textContent }) => textContent);
  expect(cells.slice(1, 5)).toEqual(['Account 310-555-0142', 'Line changed', 'Line trunk', '310-555-0142']);
  const detail = find(shown.place, '.oc-detail');
  const [labels, values] = ['dt', 'dd'].map((tag) =>
    [...detail.querySelectorAll(tag)].map(({ textContent }) => textContent),
  );
  expect(Object.fromEntries(labels?.map((label, at) => [label, values?.[at]]) ?? [])).toEqual({
    Number: '310-555-0188',
    Person: 'Pam Beesly',
    'Confirm deletion': 'Yes',
    Reason: 'No line for this number',
    Changed: 'Station ID, Some new thing',
    Closes: expect.stringMatching(/^12\/2\d\/2026 \d\d:00$/u),
    Removed: 'ID: 3; Name: Phone',
    Faxes: '1, 2, 3, 4, 5, 2 more',
    'Some new thing': '–',
  });
  expect(detail.title).toBe(ROW.detail);
  expect(shown.place.textContent).not.toContain('{');
});

it('says what is left where nothing has a name any more', async () => {
  await open([{ ...ROW, actor: 'account/7', uid: '7', action: 'contact.add', object: '44', detail: '{}' }]);
  const cells = [...shown.place.querySelectorAll('tbody td, tbody th')].map(({ textContent }) => textContent);
  expect(cells.slice(1, 6)).toEqual(['Account 7', 'Contact added', 'Contact 44', '7', '–']);
});
