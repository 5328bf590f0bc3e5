// @vitest-environment jsdom
import { act } from 'react';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { click } from '#web/ui/render-for-test.tsx';
import type { Rendered } from '#web/ui/render-for-test.tsx';
import { callsOf, server } from '#web/kit/false-server-for-test.tsx';
import { button, openPage, said, settle } from '#web/kit/open-page-for-test.tsx';
import { SETTINGS, reset } from '../preferences-for-test.tsx';
import { SubaccountsPage } from '../subaccounts/subaccounts-page.tsx';
import { GeneralPage } from './general-page.tsx';

let page: Rendered;
beforeEach(reset);
afterEach(() => page.close());

const USUAL = { copy: 'pdf', sendNotices: 'failed', report: '0', documents: true, troubles: [] };
const GONE = { email: 'owner@example.com', reason: 'unknown', suspended: true };
const select = (label: string) => {
  const found = [...page.place.querySelectorAll('label')].find((one) => one.textContent === label);
  return page.place.querySelector<HTMLSelectElement>(`#${CSS.escape(found?.htmlFor ?? '')}`);
};
async function choose(label: string, value: string) {
  await act(async () => {
    const element = select(label);
    if (!element) throw new Error(`there is no ${label}`);
    element.value = value;
    element.dispatchEvent(new Event('change', { bubbles: true }));
  });
}

test('the form of faxes in mails is saved with the rest, and only when it was changed', async () => {
  page = await openPage(<GeneralPage />);
  server['PUT GlobalSettings.json'] = { success: true, data: SETTINGS };
  server['PUT mailDelivery.json'] = { success: true, data: { ...USUAL, copy: 'tiff', sendNotices: 'all' } };
  await click(button('Save changes'));
  await settle();
  expect(callsOf('PUT', 'mailDelivery.json')).toEqual([]);
  expect(page.place.querySelectorAll('[role=switch]')).toHaveLength(3);
  await choose('New faxes in e-mails', 'tiff');
  await choose('E-mail me about faxes I send', 'all');
  expect(page.place.querySelectorAll('[role=switch]')).toHaveLength(4);
  await click(button('Save changes'));
  await settle();
  expect(callsOf('PUT', 'mailDelivery.json').map(({ body }) => body)).toEqual([
    { copy: 'tiff', sendNotices: 'all' },
  ]);
  expect(select('New faxes in e-mails')?.value).toBe('tiff');
});

test('an account with health records cannot choose documents', async () => {
  server['GET mailDelivery.json'] = { ...USUAL, documents: false };
  page = await openPage(<GeneralPage />);
  expect(select('New faxes in e-mails')?.disabled).toBe(true);
  expect(select('New faxes in e-mails')?.value).toBe('notice');
});

test('the owner’s address that mails come back from is told and tried again', async () => {
  const troubles = [GONE, { ...GONE, email: 'other@example.com' }];
  server['GET mailDelivery.json'] = { ...USUAL, troubles };
  page = await openPage(<GeneralPage />);
  expect(page.place.querySelectorAll('[data-tone=bad]')).toHaveLength(1);
  expect(page.place.textContent).toContain('Mails to owner@example.com come back: nobody has this address.');
  expect(page.place.textContent).toContain('No more mails about faxes are sent there.');
  server['GET mailDelivery.json'] = USUAL;
  await click(button('Try again'));
  await settle();
  expect(callsOf('POST', 'mailTryAgain.json')[0]?.body).toEqual({ email: 'owner@example.com' });
  expect(said()).toBe('Mails go to owner@example.com again.');
  expect(page.place.textContent).not.toContain('come back');
});

test('a subaccount that mails come back from is marked in the list', async () => {
  server['GET SubAccount.json'] = [
    { Email: 'dana@example.com', ReceiveFaxes: '1', SendFaxes: '0' },
    { Email: 'lee@example.com', ReceiveFaxes: '1', SendFaxes: '0' },
  ];
  const trouble = { email: 'dana@example.com', reason: 'full', suspended: false };
  server['GET mailDelivery.json'] = { ...USUAL, troubles: [GONE, trouble] };
  page = await openPage(<SubaccountsPage />);
  const rows = [...page.place.querySelectorAll('tbody tr')].map((row) => row.textContent ?? '');
  expect(rows.map((row) => row.includes('Mails come back'))).toEqual([true, false]);
  expect(page.place.textContent).toContain('Mails to dana@example.com come back: the mailbox is full.');
  expect(page.place.textContent).not.toContain('owner@example.com come back');
});
