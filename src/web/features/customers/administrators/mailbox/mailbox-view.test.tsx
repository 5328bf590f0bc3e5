// @vitest-environment jsdom
import { act } from 'react';
import { afterEach, expect, test } from 'vitest';
import type { Rendered } from '#web/ui/render-for-test.tsx';
import { AccountsPage } from '../accounts/accounts-page.tsx';
import { ActivityPage } from '../activity/activity-page.tsx';
import { calls, callsOf, server } from '#web/kit/false-server-for-test.tsx';
import { button, openPage, push } from '#web/kit/open-page-for-test.tsx';
import { ACCOUNT, listOf, reset } from '../multifax-for-test.tsx';

let page: Rendered;
afterEach(() => page.close());

test('a mailbox is looked into where its product allows it: one audited call, then pages, and no call that changes', async () => {
  reset();
  server['GET MultifaxAccountInfo.json'] = listOf([{ ...ACCOUNT, mayView: true }]);
  server['GET childFaxes'] = {
    total: 1,
    rows: [
      {
        fax_id: '7',
        fax_path: 'k'.repeat(22),
        fax_date: '2026-11-20T19:04:01-05:00',
        fax_pages: 2,
        fax_from: '3105550111',
        sender: '',
        from_company: '',
        action: 'R',
        status: 'OK',
        is_new: '1',
      },
    ],
  };
  page = await openPage(<AccountsPage />);
  await push('Manage 212-555-0101');
  await push('View mailbox');
  expect(callsOf('POST', 'openMailbox.json').map(({ body }) => body)).toEqual([{ id: '601' }]);
  expect(page.place.textContent).toContain('View only.');
  await push('Open fax: 310-555-0111');
  const images = [...document.querySelectorAll('.mf-pages img')].map((one) => one.getAttribute('src'));
  expect(images).toHaveLength(2);
  expect(images[1]).toContain(`file=${'k'.repeat(22)}%2Fprev2.gif`);
  expect(calls.filter(({ method }) => method !== 'GET').map(({ name }) => name)).toEqual([
    'openMailbox.json',
  ]);
  await act(async () => document.querySelector<HTMLButtonElement>('.modal button')?.click());
});

test('without that nobody is offered to look', async () => {
  reset();
  server['GET MultifaxAccountInfo.json'] = listOf([ACCOUNT]);
  page = await openPage(<AccountsPage />);
  await push('Manage 212-555-0101');
  expect(() => button('View mailbox')).toThrow('no button says');
});

test('the activity says what was done in words; an act without words is shown as it is kept', async () => {
  reset();
  const act7 = {
    id: '7',
    at: '2026-11-20T19:04:01-05:00',
    account: '2125550101',
    detail: 'x.test',
    address: '::1',
  };
  server['GET ownActions'] = {
    total: 2,
    rows: [
      { ...act7, action: 'whitelist.add', who: 'Ana Duarte' },
      { ...act7, id: '6', action: 'new.verb', who: '' },
    ],
  };
  server['GET Accounts.json'] = [];
  page = await openPage(<ActivityPage />);
  const rows = [...page.place.querySelectorAll('tbody tr')].map((row) =>
    [...row.querySelectorAll('td')].map((cell) => cell.textContent),
  );
  expect(rows.map((row) => row.slice(1))).toEqual([
    ['Ana Duarte', 'Domain added', '212-555-0101', 'x.test', '::1'],
    ['Shared login', 'new.verb', '212-555-0101', 'x.test', '::1'],
  ]);
});
