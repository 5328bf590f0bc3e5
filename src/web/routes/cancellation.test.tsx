// @vitest-environment jsdom
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { CancellationPage } from '#web/features/customers/cancellation/cancellation-page.tsx';
import { callsOf, refusal, server } from '#web/kit/false-server-for-test.tsx';
import { button, openPage, said, settle } from '#web/kit/open-page-for-test.tsx';
import { MAIN, dialogText, reset } from '#web/features/mailbox/preferences/preferences-for-test.tsx';
import { click, findInput, type } from '#web/ui/render-for-test.tsx';
import type { Rendered } from '#web/ui/render-for-test.tsx';

let page: Rendered;
beforeEach(() => {
  reset();
  server['GET ClientServiceInfo.json'] = [{ ProductName: 'Local fax number' }];
});
afterEach(async () => {
  vi.useRealTimers();
  await page.close();
});

const email = () => findInput(document.body, 'input[name=contactemail]');
const phone = () => findInput(document.body, 'input[name=contactphone]');
async function openModal(): Promise<void> {
  page = await openPage(<CancellationPage />);
  await click(button('Cancel service'));
}

test('[CANC-01] [CANC-03] shows the service’s name and the monthly limit', async () => {
  page = await openPage(<CancellationPage />);
  expect(page.place.querySelector('h2')?.textContent).toBe('Local fax number');
  expect(page.place.textContent).toContain('Monthly limit300 pages');
  expect(page.place.textContent).not.toContain('pending');
});

test('an enterprise account, which has no limit, is told none', async () => {
  server['GET MainInterface.json'] = { ...MAIN, monthLimit: null, options: 'enterprisefax=yes' };
  page = await openPage(<CancellationPage />);
  expect(page.place.textContent).toContain('Used this month');
  expect(page.place.textContent).not.toContain('300');
  expect(page.place.textContent).not.toContain('Pages left');
});

test('[CANC-04] says that a request is pending, and offers no second one', async () => {
  server['GET MainInterface.json'] = { ...MAIN, cancellationPending: '1' };
  page = await openPage(<CancellationPage />);
  expect(page.place.textContent).toContain('Cancellation request pending');
  expect(() => button('Cancel service')).toThrow('no button');
});

test('[CANC-02] [CANC-05] [CANC-06] [CANC-08] the link opens the modal; Send works only while the form is valid', async () => {
  await openModal();
  expect(dialogText()).toContain('Cancel Local fax number');
  expect([email().maxLength, phone().maxLength]).toEqual([64, 64]);
  expect(button('Send request').disabled).toBe(true);
  for (const [mail, number, disabled] of [
    ['a@example.com', '2125550100', false],
    ['a@example.com', '212555010', true],
    ['a@example.com', '212555010x', true],
    ['a@example.com', '1'.repeat(16), true],
    ['a@example.com', '', true],
    ['a@example', '2125550100', true],
    ['', '2125550100', true],
    ['a@example.com', '1'.repeat(15), false],
  ] as const) {
    await type(email(), mail);
    await type(phone(), number);
    await settle();
    expect([mail, number, button('Send request').disabled]).toEqual([mail, number, disabled]);
  }
});

test('[CANC-07] an error shows a second after the last key', async () => {
  await openModal();
  vi.useFakeTimers();
  await type(phone(), '646-555');
  await settle(900);
  expect(dialogText()).not.toContain('10 to 15');
  await settle(200);
  expect(dialogText()).toContain('Enter a number with 10 to 15 digits.');
});

test('[CANC-09] [CANC-10] sends the five fields, closes, and begins empty of them the next time', async () => {
  await openModal();
  await type(email(), 'dana@example.com');
  await type(phone(), '(212) 555-0142');
  await settle();
  await click(button('Send request'));
  await settle();
  expect(callsOf('POST', 'CancellationRequest.json').map(({ body }) => body)).toEqual([
    {
      contactemail: 'dana@example.com',
      contactphone: '2125550142',
      hid: '1',
      cancellationemail: 'cancel@example.com',
      faxnumber: '2125550100',
    },
  ]);
  expect([dialogText(), said()]).toEqual(['', 'Your request was sent.']);
  await click(button('Cancel service'));
  expect([email().value, phone().value]).toEqual(['owner@example.com', '']);
});

test('a refused request stays open with its words', async () => {
  server['POST CancellationRequest.json'] = refusal(412, 'CANCELLATION_PENDING');
  await openModal();
  await type(phone(), '2125550142');
  await settle();
  await click(button('Send request'));
  await settle();
  expect(said()).toBe('Words about CANCELLATION_PENDING.');
  expect(phone().value).toBe('2125550142');
});
