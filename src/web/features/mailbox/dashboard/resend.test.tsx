// @vitest-environment jsdom
import { afterEach, beforeEach, expect, test } from 'vitest';
import { click, find, findInput, press, type } from '#web/ui/render-for-test.tsx';
import { settle, until } from '#web/kit/open-page-for-test.tsx';
import { calls, countOf, fax, openDashboard, reset, world } from './dashboard-for-test.tsx';

let page: Awaited<ReturnType<typeof openDashboard>>;

beforeEach(() => {
  reset();
  world.dashboard.failed = [
    fax(21, { status: 'FAILED' }),
    fax(22, { status: 'FAILED', outcome: 'UNCERTAIN', confirmed: 1, pages: 3 }),
  ];
});
afterEach(() => page.close());

const button = (place: ParentNode, words: string) => {
  const found = [...place.querySelectorAll('button')].find((one) => one.textContent === words);
  if (found === undefined) throw new Error(`no button ${words}`);
  return found;
};
const dialog = () => document.querySelector('[role=dialog]');
const footer = () => {
  const found = document.querySelector<HTMLButtonElement>('[role=dialog] footer .btn[data-variant=primary]');
  if (found === null) throw new Error('no dialog');
  return found;
};
const input = () => findInput(document, '[role=dialog] input');
const resends = () => calls.filter((call) => call.name === 'resendFax').map((call) => call.body);
const to = (body: unknown) => (body as { destinations: string }).destinations;
const growl = () => find(page.place, '.growls').textContent;

async function open() {
  page = await openDashboard();
  await click(button(page.place, 'Resend'));
}

test('[DASH-12] «OK» needs at least one number', async () => {
  await open();
  expect(footer().disabled).toBe(false);
  expect(footer().textContent).toBe('Send to 1 number');
  await click(find(document, '[role=dialog] .tag-x'));
  expect(footer().disabled).toBe(true);
  await press(input(), 'Enter');
  expect(dialog()).not.toBeNull();
  expect(resends()).toEqual([]);
});

test('[DASH-13] [DASH-14] Enter resends, one call a number, and hides the dialog', async () => {
  await open();
  await type(input(), '(310) 555-0111');
  await press(input(), 'Enter');
  expect(dialog()).not.toBeNull();
  await press(input(), 'Enter');
  await settle();
  expect(dialog()).toBeNull();
  expect(resends()).toEqual([
    { resend_faxpath: 'path-of-fax-number-21', destinations: '2125550121' },
    { resend_faxpath: 'path-of-fax-number-21', destinations: '3105550111' },
  ]);
  expect(growl()).toContain('on its way to 2 numbers');
  expect(countOf('Dashboard.json')).toBe(2);
  expect(countOf('getOutbox')).toBe(2);
});

test('[DASH-11] further numbers are added to the one that the fax was for', async () => {
  await open();
  for (const number of ['310-555-0111', '310-555-0112']) {
    await type(input(), number);
    await press(input(), 'Enter');
  }
  await click(footer());
  await settle();
  expect(resends().map(to)).toEqual(['2125550121', '3105550111', '3105550112']);
});

test('a refusal names the number and what the server says; the dialog stays with the numbers that are left', async () => {
  await open();
  await type(input(), '310-555-0111');
  await press(input(), 'Enter');
  world.statuses['resendFax'] = (body) => (to(body) === '3105550111' ? 412 : 200);
  await click(footer());
  await settle();
  expect(growl()).toContain('The fax is on its way again.');
  expect(dialog()?.textContent).toContain('Fax not sent to 310-555-0111. Words about resendFax.');
  expect(footer().textContent).toBe('Send to 1 number');
  world.statuses = {};
  await click(footer());
  await settle();
  expect(dialog()).toBeNull();
  expect(resends().map(to)).toEqual(['2125550121', '3105550111', '3105550111']);
});

test('after a lost answer the dialog says so, and a repeat is the same call; a new dialog is another', async () => {
  await open();
  world.statuses['resendFax'] = 0;
  await click(footer());
  await settle();
  expect(dialog()?.textContent).toContain('Sending to 212-555-0121 wasn’t confirmed. Try again;');
  world.statuses['resendFax'] = 502;
  await click(footer());
  await settle();
  world.statuses = {};
  await click(footer());
  await settle();
  expect(dialog()).toBeNull();
  await click(button(page.place, 'Resend'));
  await click(footer());
  await settle();
  const keys = calls.filter(({ name }) => name === 'resendFax').map(({ key }) => key);
  expect(keys[0]).toMatch(/^[0-9a-f-]{36}$/);
  expect(keys.slice(0, 3)).toEqual([keys[0], keys[0], keys[0]]);
  expect(new Set(keys).size).toBe(2);
});

test('a dialog that is closed meanwhile says how it ended by a notice', async () => {
  await open();
  const { promise, resolve } = Promise.withResolvers<number>();
  world.statuses['resendFax'] = () => promise;
  await click(footer());
  await click(button(document, 'Cancel'));
  expect(dialog()).toBeNull();
  resolve(412);
  await settle();
  expect(growl()).toContain('Fax not sent to 212-555-0121. Words about resendFax.');
});

test('an uncertain fax is marked as sent only after a question', async () => {
  page = await openDashboard();
  await click(find(page.place, 'tr[data-kind=uncertain] [aria-haspopup=menu]'));
  await until(() => expect(find(document, '[role=menuitem]').textContent).toBe('Mark as sent'));
  await click(find(document, '[role=menuitem]'));
  expect(countOf('markSent')).toBe(0);
  await click(button(find(document, '[role=alertdialog]'), 'Mark as sent'));
  await settle();
  expect(calls.find((call) => call.name === 'markSent')?.body).toEqual({ fid: '22' });
  expect(growl()).toContain('Marked as sent');
});
