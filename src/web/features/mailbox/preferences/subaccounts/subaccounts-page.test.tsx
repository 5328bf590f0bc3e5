// @vitest-environment jsdom
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { growlStore } from '#web/ui/growl-store.ts';
import { click, find, findInput, type } from '#web/ui/render-for-test.tsx';
import type { Rendered } from '#web/ui/render-for-test.tsx';
import { callsOf, refusal, server } from '#web/kit/false-server-for-test.tsx';
import { button, openPage, said, settle } from '#web/kit/open-page-for-test.tsx';
import { dialogText, hotkey, reset } from '../preferences-for-test.tsx';
import { SubaccountsPage } from './subaccounts-page.tsx';

const NAME = 'SubAccount.json';
let page: Rendered;
beforeEach(reset);
afterEach(async () => {
  vi.useRealTimers();
  await page.close();
});

const email = () => findInput(document.body, 'input[name=email]');
const box = (label: string) => findInput(document.body, `input[aria-label="${label}"]`);
const bodies = (method: string) => callsOf(method, NAME).map(({ body }) => body);
const sure = async () => {
  await click(find(document.body, '[role=alertdialog] [data-variant=danger]'));
  await settle();
};

async function open(...names: string[]): Promise<void> {
  server[`GET ${NAME}`] = names.map((name) => ({
    Email: `${name}@example.com`,
    ReceiveFaxes: '1',
    SendFaxes: '0',
  }));
  page = await openPage(<SubaccountsPage />);
}

test('[SUB-01] [SUB-06] shows addresses with their boxes, or that there are none', async () => {
  await open();
  expect(page.place.textContent).toContain('No other addresses');
  await page.close();
  reset();
  await open('a');
  expect([...page.place.querySelectorAll('th')].map((one) => one.textContent)).toEqual([
    'Email address',
    'Receives faxes',
    'Sends faxes',
    'Remove all',
  ]);
  expect([box('a@example.com receives faxes').checked, box('a@example.com sends faxes').checked]).toEqual([
    true,
    false,
  ]);
});

test('[SUB-17] a 412 of the list is an empty list without a word; another failure is told', async () => {
  const log = vi.spyOn(console, 'error').mockReturnValue();
  server[`GET ${NAME}`] = refusal(412, 'X');
  page = await openPage(<SubaccountsPage />);
  expect([said(), page.place.textContent.includes('No other addresses')]).toEqual(['', true]);
  expect(log).toHaveBeenCalledWith('call failed: 412 X');
  await page.close();
  reset();
  server[`GET ${NAME}`] = refusal(400, 'BAD_REQUEST');
  page = await openPage(<SubaccountsPage />);
  expect(said()).toBe('This page could not be loaded.');
  log.mockRestore();
});

test('with five addresses nothing can be added, by button or by Alt+Shift+N', async () => {
  await open('a', 'b', 'c', 'd', 'e');
  expect(button('Add email address').disabled).toBe(true);
  await hotkey('KeyN');
  expect(dialogText()).toBe('');
});

test('[SUB-02] [SUB-07] [SUB-10] [SHORT-12] Alt+Shift+N and the button open the modal, Enter sends it when valid', async () => {
  await open('a', 'b', 'c', 'd');
  await hotkey('KeyN');
  expect(dialogText()).toContain('Add an email address');
  expect(document.activeElement).toBe(email());
  await click(button('Cancel'));
  await click(button('Add email address'));
  expect(dialogText()).toContain('This address receives all incoming faxes.');
  expect(dialogText()).toContain('A user can send faxes from this email account.');
  expect(email().maxLength).toBe(64);
  expect(button('Add address').disabled).toBe(true);
  await type(email(), 'night.shift@brightside');
  await settle();
  expect(button('Add address').disabled).toBe(true);
  await type(email(), 'new@example.com');
  await settle();
  await click(findInput(document.body, 'input[name=SendFaxes]'));
  await click(button('Add address'));
  await settle();
  expect(bodies('POST')).toEqual([{ email: 'new@example.com', ReceiveFaxes: '1', SendFaxes: '1' }]);
  expect([dialogText(), said()]).toEqual(['', 'Address added. We sent it a confirmation link.']);
  expect(callsOf('GET', NAME)).toHaveLength(2);
});

test('the error of the address appears a second after typing', async () => {
  await open();
  await click(button('Add email address'));
  vi.useFakeTimers();
  await type(email(), 'night');
  await settle(900);
  expect(dialogText()).not.toContain('valid email');
  await settle(200);
  expect(dialogText()).toContain('Enter a valid email address');
});

test('a box saves at once, and goes back when the server refuses', async () => {
  await open('a');
  await click(box('a@example.com sends faxes'));
  await settle();
  expect(bodies('PUT')).toEqual([{ email: 'a@example.com', ReceiveFaxes: '1', SendFaxes: '1' }]);
  expect(said()).toBe('a@example.com can now send faxes.');
  const answer = Promise.withResolvers<unknown>();
  server[`PUT ${NAME}`] = () => answer.promise;
  await click(box('a@example.com receives faxes'));
  await settle();
  expect([box('a@example.com receives faxes').checked, said()]).toEqual([false, 'Saving…']);
  answer.resolve(refusal(500, 'INTERNAL'));
  await settle();
  expect(box('a@example.com receives faxes').checked).toBe(true);
  expect(said()).toBe('The change could not be saved. Try again.');
});

test('[SUB-05] a row’s bin asks, and removes only when the question is confirmed', async () => {
  await open('a', 'b');
  await click(button('Remove b@example.com'));
  expect(dialogText()).toContain('Remove b@example.com?');
  await click(button('Cancel'));
  await settle();
  expect(bodies('DELETE')).toEqual([]);
  await click(button('Remove b@example.com'));
  await sure();
  expect(bodies('DELETE')).toEqual([{ email: 'b@example.com' }]);
  expect(said()).toBe('Address removed');
});

test('remove all asks, says how far it is, and sends one call for each address', async () => {
  await open('a', 'b', 'c');
  const progress: string[] = [];
  server[`DELETE ${NAME}`] = () => {
    progress.push(growlStore.get()?.text ?? '');
    return { success: true };
  };
  await click(button('Remove all'));
  await sure();
  await settle();
  expect(progress).toEqual(['Removing 1 of 3…', 'Removing 2 of 3…', 'Removing 3 of 3…']);
  expect(bodies('DELETE').map((body) => body?.['email'])).toEqual([
    'a@example.com',
    'b@example.com',
    'c@example.com',
  ]);
  expect(said()).toBe('All addresses removed');
});

/** Each operation: how to run it, and the messages before, after, and on failure. */
const OPERATIONS = [
  {
    name: 'adding',
    call: 'POST',
    run: async () => {
      await click(button('Add email address'));
      await type(email(), 'new@example.com');
      await settle();
      await click(button('Add address'));
    },
    says: [
      'Adding the address…',
      'Address added. We sent it a confirmation link.',
      'The address could not be added. Try again.',
    ],
  },
  {
    name: 'changing',
    call: 'PUT',
    run: async () => await click(box('a@example.com sends faxes')),
    says: ['Saving…', 'a@example.com can now send faxes.', 'The change could not be saved. Try again.'],
  },
  {
    name: 'removing',
    call: 'DELETE',
    run: async () => {
      await click(button('Remove a@example.com'));
      await sure();
    },
    says: ['Removing the address…', 'Address removed', 'The address could not be removed. Try again.'],
  },
  {
    name: 'removing all',
    call: 'DELETE',
    run: async () => {
      await click(button('Remove all'));
      await sure();
    },
    says: ['Removing 1 of 1…', 'All addresses removed', 'Not all addresses could be removed. Try again.'],
  },
] as const;

test.each(OPERATIONS)(
  '[SUB-12] [SUB-18] $name says that it waits, then how it ended, and loads the list again',
  async ({ call, run, says: [waiting, done, failed] }) => {
    await open('a');
    for (const [ended, answer] of [
      [done, { success: true }],
      [failed, refusal(500, 'INTERNAL')],
    ] as const) {
      const held = Promise.withResolvers<unknown>();
      server[`${call} ${NAME}`] = () => held.promise;
      const loaded = callsOf('GET', NAME).length;
      await run();
      await settle();
      expect([said(), callsOf('GET', NAME).length]).toEqual([waiting, loaded]);
      held.resolve(answer);
      await settle();
      expect([said(), callsOf('GET', NAME).length]).toEqual([ended, loaded + 1]);
    }
  },
);
