// @vitest-environment jsdom
import { afterEach, beforeEach, expect, test } from 'vitest';
import { click, findInput } from '#web/ui/render-for-test.tsx';
import type { Rendered } from '#web/ui/render-for-test.tsx';
import { callsOf, refusal, server } from '#web/kit/false-server-for-test.tsx';
import { button, openPage, said, settle } from '#web/kit/open-page-for-test.tsx';
import { MAIN, SETTINGS, choose, reset } from '../preferences-for-test.tsx';
import { SubaccountsPage } from '../subaccounts/subaccounts-page.tsx';
import { NotificationsPage } from './notifications-page.tsx';

let page: Rendered;
beforeEach(reset);
afterEach(() => page.close());

const USUAL = { copy: 'pdf', sendNotices: 'failed', report: '0', usage: '1', documents: true, troubles: [] };
const GONE = { email: 'owner@example.com', reason: 'unknown', suspended: true };
const select = (label: string) => {
  const found = [...page.place.querySelectorAll('label')].find((one) => one.textContent === label);
  return page.place.querySelector<HTMLSelectElement>(`#${CSS.escape(found?.htmlFor ?? '')}`);
};
async function pick(label: string, value: string): Promise<void> {
  const element = select(label);
  if (!element) throw new Error(`there is no ${label}`);
  await choose(element, value);
}

const mark = () => page.place.querySelector('.prefs-saved')?.textContent;
const sent = () => callsOf('PUT', 'mailDelivery.json').map(({ body }) => body);

const box = (row: string, column: number) => {
  const found = [...page.place.querySelectorAll('.notice-table tbody tr')].find((one) =>
    one.textContent?.startsWith(row),
  );
  return findInput(found ?? page.place, `td:nth-of-type(${column}) input`);
};
const report = () => page.place.querySelectorAll('#report');

test('each change is saved at once and shows before the server answers; the title says that it is saved', async () => {
  const answer = Promise.withResolvers<unknown>();
  server['PUT mailDelivery.json'] = () => answer.promise;
  page = await openPage(<NotificationsPage />);
  expect([mark(), report()]).toMatchObject(['', { length: 0 }]);
  await click(box('A fax is delivered', 1));
  await settle();
  expect([mark(), sent()]).toEqual(['Saving…', [{ sendNotices: 'all' }]]);
  expect(report()).toHaveLength(1);
  answer.resolve({ success: true, data: { ...USUAL, sendNotices: 'all' } });
  await settle();
  expect(mark()).toBe('Saved');
});

test.each([
  ['none', 'A fax is delivered', 'sent'],
  ['none', 'A fax couldn’t be sent', 'failed'],
  ['sent', 'A fax is delivered', 'none'],
  ['sent', 'A fax couldn’t be sent', 'all'],
  ['failed', 'A fax couldn’t be sent', 'none'],
  ['all', 'A fax is delivered', 'failed'],
  ['all', 'A fax couldn’t be sent', 'sent'],
])('of %s, one click on «%s» makes %s', async (before, row, after) => {
  server['GET mailDelivery.json'] = { ...USUAL, sendNotices: before };
  page = await openPage(<NotificationsPage />);
  await click(box(row, 1));
  await settle();
  expect(sent()).toEqual([{ sendNotices: after }]);
});

test('emails about the month’s pages are turned off', async () => {
  page = await openPage(<NotificationsPage />);
  await click(box('Most of this month', 1));
  await settle();
  expect(sent()).toEqual([{ usage: '0' }]);
});

test('changes are sent one after the other, and an earlier answer does not undo a later change', async () => {
  const answers = [Promise.withResolvers<unknown>(), Promise.withResolvers<unknown>()];
  server['PUT mailDelivery.json'] = () => answers[sent().length - 1]?.promise;
  page = await openPage(<NotificationsPage />);
  await pick('Attach new faxes', 'tiff');
  await pick('Attach new faxes', 'notice');
  await settle();
  expect(sent()).toEqual([{ copy: 'tiff' }]);
  answers[0]?.resolve({ success: true, data: { ...USUAL, copy: 'tiff' } });
  await settle();
  expect([select('Attach new faxes')?.value, sent()[1]]).toEqual(['notice', { copy: 'notice' }]);
  answers[1]?.resolve({ success: true, data: { ...USUAL, copy: 'notice' } });
  await settle();
  expect([select('Attach new faxes')?.value, mark()]).toEqual(['notice', 'Saved']);
});

test('if two changes overlap and both are refused, what is stored comes back', async () => {
  const answers = [Promise.withResolvers<unknown>(), Promise.withResolvers<unknown>()];
  server['PUT mailDelivery.json'] = () => answers[sent().length - 1]?.promise;
  page = await openPage(<NotificationsPage />);
  await pick('Attach new faxes', 'tiff');
  await pick('Attach new faxes', 'notice');
  answers[0]?.resolve(refusal(500, 'INTERNAL'));
  await settle();
  expect([select('Attach new faxes')?.value, sent()[1]]).toEqual(['notice', { copy: 'notice' }]);
  answers[1]?.resolve(refusal(500, 'INTERNAL'));
  await settle();
  expect([select('Attach new faxes')?.value, mark()]).toEqual(['pdf', '']);
});

test('nothing says “Saved” if one of two overlapping changes was refused', async () => {
  server['PUT GlobalSettings.json'] = refusal(500, 'INTERNAL');
  server['PUT mailDelivery.json'] = { success: true, data: { ...USUAL, sendNotices: 'all' } };
  page = await openPage(<NotificationsPage />);
  await click(box('A fax arrives', 1));
  await click(box('A fax is delivered', 1));
  await settle();
  expect([sent().length, mark()]).toEqual([1, '']);
});

test('a change that is refused goes back, and its row says why', async () => {
  server['PUT GlobalSettings.json'] = refusal(500, 'INTERNAL');
  page = await openPage(<NotificationsPage />);
  const newFaxes = box('A fax arrives', 1);
  await click(newFaxes);
  await settle();
  expect([newFaxes.checked, mark()]).toEqual([true, '']);
  const row = newFaxes.closest('tr');
  expect(row?.querySelector('[role=alert]')?.textContent).toBe('Your settings couldn’t be saved. Try again.');
  server['PUT GlobalSettings.json'] = { success: true, data: { ...SETTINGS, notifyNew: '0' } };
  await click(newFaxes);
  await settle();
  expect([newFaxes.checked, mark(), row?.querySelector('[role=alert]')]).toEqual([false, 'Saved', null]);
});

test('a refusal stands in the row that was changed, although two rows share the setting', async () => {
  server['PUT mailDelivery.json'] = refusal(500, 'INTERNAL');
  page = await openPage(<NotificationsPage />);
  await click(box('A fax is delivered', 1));
  await settle();
  const alerts = [...page.place.querySelectorAll('.notice-table [role=alert]')];
  expect(alerts.map((alert) => alert.closest('th')?.id)).toEqual(['notice-sent']);
});

test('an account without a page limit has no row about used pages', async () => {
  server['GET MainInterface.json'] = { ...MAIN, options: 'enterprisefax=yes' };
  page = await openPage(<NotificationsPage />);
  expect(page.place.querySelectorAll('.notice-table tbody tr')).toHaveLength(3);
});

test('an account with health records cannot choose documents', async () => {
  server['GET mailDelivery.json'] = { ...USUAL, documents: false };
  page = await openPage(<NotificationsPage />);
  expect(select('Attach new faxes')?.disabled).toBe(true);
  expect(select('Attach new faxes')?.value).toBe('notice');
});

test('searchable PDFs can be chosen; the row says how long mails wait for them', async () => {
  server['PUT mailDelivery.json'] = { success: true, data: { ...USUAL, copy: 'searchable-pdf' } };
  page = await openPage(<NotificationsPage />);
  expect(page.place.textContent).not.toContain('waits up to 10 minutes');
  await pick('Attach new faxes', 'searchable-pdf');
  await settle();
  expect(sent()).toEqual([{ copy: 'searchable-pdf' }]);
  expect(page.place.textContent).toContain('An email waits up to 10 minutes for text recognition');
});

test('the owner’s address that mails come back from is told and tried again', async () => {
  const troubles = [GONE, { ...GONE, email: 'other@example.com' }];
  server['GET mailDelivery.json'] = { ...USUAL, troubles };
  page = await openPage(<NotificationsPage />);
  expect(page.place.querySelectorAll('[data-tone=bad]')).toHaveLength(1);
  expect(page.place.textContent).toContain('Email to owner@example.com bounced: the address doesn’t exist.');
  expect(page.place.textContent).toContain('We’ve stopped sending email about faxes to this address.');
  server['GET mailDelivery.json'] = USUAL;
  await click(button('Try again'));
  await settle();
  expect(callsOf('POST', 'mailTryAgain.json')[0]?.body).toEqual({ email: 'owner@example.com' });
  expect(said()).toBe('We’ll send email to owner@example.com again.');
  expect(page.place.textContent).not.toContain('bounced');
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
  expect(rows.map((row) => row.includes('Email bounces'))).toEqual([true, false]);
  expect(page.place.textContent).toContain('Email to dana@example.com bounced: the mailbox is full.');
  expect(page.place.textContent).not.toContain('owner@example.com bounced');
});
