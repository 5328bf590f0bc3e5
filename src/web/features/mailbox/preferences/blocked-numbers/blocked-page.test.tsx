// @vitest-environment jsdom
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { click, find, findInput, type } from '#web/ui/render-for-test.tsx';
import type { Rendered } from '#web/ui/render-for-test.tsx';
import { callsOf, refusal, server } from '#web/kit/false-server-for-test.tsx';
import { button, openPage, said, settle } from '#web/kit/open-page-for-test.tsx';
import { dialogText, hotkey, reset } from '../preferences-for-test.tsx';
import { BlockedPage } from './blocked-page.tsx';
import { searchBlocked } from './use-blocked.ts';

let page: Rendered;
beforeEach(reset);
afterEach(() => page.close());

const input = () => findInput(page.place, 'form input');
const search = () => findInput(page.place, '.search input');
const numbers = () => [...page.place.querySelectorAll('tbody .who')].map((one) => one.textContent);

async function open(...callers: [string, string?][]): Promise<void> {
  server['GET BlockedNumbers.json'] = Object.fromEntries(
    callers.map(([callerid, company = ''], index) => [String(index + 1), { callerid, company }]),
  );
  page = await openPage(<BlockedPage />);
}

test('[BLOCK-06] an empty list says so', async () => {
  await open();
  expect(page.place.textContent).toContain('No blocked numbers');
  expect(page.place.querySelector('table')).toBeNull();
});

test('[BLOCK-14] a 412 of the list is an empty list, without a word', async () => {
  const log = vi.spyOn(console, 'error').mockReturnValue();
  server['GET BlockedNumbers.json'] = refusal(412, 'X');
  page = await openPage(<BlockedPage />);
  expect([said(), page.place.textContent.includes('No blocked numbers')]).toEqual(['', true]);
  expect(log).toHaveBeenCalledWith('call failed: 412 X');
  log.mockRestore();
});

test('[BLOCK-01] adds what is valid and new, by button and by Alt+Shift+Enter, and says what is not', async () => {
  await open(['212-555-0100']);
  await type(input(), '2125550100');
  await click(button('Add'));
  await settle();
  expect(page.place.textContent).toContain('This number is already blocked.');
  await type(input(), 'x'.repeat(21));
  await click(button('Add'));
  await settle();
  expect(page.place.textContent).toContain('Enter 2 to 20 characters.');
  await type(input(), '(212)');
  await hotkey('Enter');
  expect(page.place.textContent).toContain('Use only letters');
  expect(callsOf('POST', 'BlockedNumber.json')).toEqual([]);
  await type(input(), 'BAD CSID');
  await hotkey('Enter');
  expect(callsOf('POST', 'BlockedNumber.json').map(({ body }) => body)).toEqual([{ faxnum: 'BAD CSID' }]);
  expect([said(), input().value]).toEqual(['Number blockedUndoCtrlZ', '']);
  expect(callsOf('GET', 'BlockedNumbers.json')).toHaveLength(2);
});

test('[BLOCK-07] an entry has 2 to 20 letters, digits, spaces, underscores and hyphens', async () => {
  await open();
  const length = 'Enter 2 to 20 characters.';
  const characters = 'Use only letters, digits, spaces, underscores and hyphens.';
  for (const [entry, fault] of [
    ['', 'Enter a number or text.'],
    ['1', length],
    ['x'.repeat(21), length],
    ['+1212', characters],
    ['a.b', characters],
  ] as const) {
    await type(input(), entry);
    await click(button('Add'));
    await settle();
    expect([entry, page.place.querySelector('.hint[data-bad]')?.textContent]).toEqual([entry, fault]);
  }
  expect(callsOf('POST', 'BlockedNumber.json')).toEqual([]);
  const fit = ['12', 'x'.repeat(20), 'a_b c-d'];
  for (const entry of fit) {
    await type(input(), entry);
    await click(button('Add'));
    await settle();
  }
  expect(callsOf('POST', 'BlockedNumber.json').map(({ body }) => body?.['faxnum'])).toEqual(fit);
});

test('[BLOCK-09] the same text or the same digits are not added again; zeros and texts have no digits to compare', async () => {
  await open(['212-555-0100'], ['BAD CSID'], ['0-0']);
  for (const same of ['212-555-0100', '2125550100', 'bad csid', '0-0']) {
    await type(input(), same);
    await click(button('Add'));
    await settle();
    expect(page.place.textContent).toContain('This number is already blocked.');
    await type(input(), '');
  }
  expect(callsOf('POST', 'BlockedNumber.json')).toEqual([]);
  for (const other of ['00', 'OTHER CSID']) {
    await type(input(), other);
    await click(button('Add'));
    await settle();
  }
  expect(callsOf('POST', 'BlockedNumber.json').map(({ body }) => body?.['faxnum'])).toEqual([
    '00',
    'OTHER CSID',
  ]);
});

test('takes numbers as people write them, and shows all of them in one way', async () => {
  await open(['2125550100'], ['+1 646 555 0100'], ['BAD CSID'], ['442071234567']);
  expect(numbers()).toEqual(['212-555-0100', '646-555-0100', 'BAD CSID', '442071234567']);
  for (const [written, sent] of [
    ['(212) 555-0132', '2125550132'],
    ['+1 212 555 0199', '2125550199'],
    ['212.555.0188', '2125550188'],
    ['212-555-0177', '212-555-0177'],
  ]) {
    await type(input(), written ?? '');
    await click(button('Add'));
    await settle();
    expect(callsOf('POST', 'BlockedNumber.json').at(-1)?.body).toEqual({ faxnum: sent });
  }
  await type(input(), '(646) 555-0100');
  await click(button('Add'));
  await settle();
  expect(page.place.textContent).toContain('This number is already blocked.');
});

test('[BLOCK-08] input and search end at 32 characters', async () => {
  await open(['12']);
  expect([input().maxLength, search().maxLength]).toEqual([32, 32]);
});

test('[BLOCK-10] search matches number or company, in any case, also without hyphens', () => {
  const entries = [
    { id: '1', callerid: '212-555-0100', company: 'Toner-Offers' },
    { id: '2', callerid: 'BAD CSID', company: '' },
  ];
  const found = (words: string) => searchBlocked(entries, words).map(({ id }) => id);
  expect(found('2125550')).toEqual(['1']);
  expect(found('21-255')).toEqual(['1']);
  expect(found('toner-o')).toEqual(['1']);
  expect(found('TONEROFF')).toEqual(['1']);
  expect(found('bad')).toEqual(['2']);
  expect(found('(212) 555')).toEqual(['1']);
  expect(found('+1 212 555 0100')).toEqual(['1']);
  expect(found(' ')).toEqual(['1', '2']);
  expect(found('-')).toEqual(['1']);
  expect(found('zz')).toEqual([]);
});

test('[BLOCK-02] the search narrows the list and its clear button resets it', async () => {
  await open(['212-555-0100'], ['BAD CSID']);
  await type(search(), 'bad');
  expect(numbers()).toEqual(['BAD CSID']);
  await click(button('Clear search'));
  expect(numbers()).toEqual(['212-555-0100', 'BAD CSID']);
});

test('eleven entries make two pages of ten', async () => {
  await open(...Array.from({ length: 11 }, (_, i): [string] => [`caller ${i}`]));
  expect(numbers()).toHaveLength(10);
  await click(button('Next page'));
  expect(numbers()).toEqual(['caller 10']);
});

test('[BLOCK-03] [BLOCK-05] a row’s bin asks, and removes only when the question is confirmed', async () => {
  await open(['212-555-0100'], ['BAD CSID']);
  await click(button('Unblock BAD CSID'));
  expect(dialogText()).toContain('Unblock BAD CSID?');
  await click(button('Cancel'));
  await settle();
  expect(callsOf('DELETE', 'BlockedNumber.json')).toEqual([]);
  await click(button('Unblock BAD CSID'));
  await click(button('Unblock'));
  await settle();
  expect(callsOf('DELETE', 'BlockedNumber.json').map(({ body }) => body)).toEqual([{ faxnum: 'BAD CSID' }]);
  expect(said()).toBe('Number unblockedUndoCtrlZ');
});

test('[BLOCK-04] [BLOCK-13] remove all asks, then sends one call for each number', async () => {
  await open(['aa'], ['bb'], ['cc']);
  await click(button('Unblock all'));
  await click(find(document.body, '[role=alertdialog] [data-variant=danger]'));
  await settle();
  expect(callsOf('DELETE', 'BlockedNumber.json').map(({ body }) => body)).toEqual([
    { faxnum: 'aa' },
    { faxnum: 'bb' },
    { faxnum: 'cc' },
  ]);
  expect(said()).toBe('All numbers unblockedUndoCtrlZ');
});

test('[BLOCK-15] [BLOCK-17] every change says that it waits, and what came of it', async () => {
  await open(['aa'], ['bb']);
  const answer = Promise.withResolvers<unknown>();
  server['POST BlockedNumber.json'] = () => answer.promise;
  await type(input(), 'cc');
  await click(button('Add'));
  await settle();
  expect(said()).toBe('Blocking the number…');
  answer.resolve(refusal(500, 'INTERNAL'));
  await settle();
  expect(said()).toBe('The number could not be blocked. Try again.');
  server['DELETE BlockedNumber.json'] = refusal(500, 'INTERNAL');
  await click(button('Unblock aa'));
  await click(button('Unblock'));
  await settle();
  expect(said()).toBe('The number couldn’t be unblocked. Try again.');
  await click(button('Unblock all'));
  await click(find(document.body, '[role=alertdialog] [data-variant=danger]'));
  await settle();
  expect(said()).toBe('Not all numbers could be unblocked. Try again.');
  expect(callsOf('GET', 'BlockedNumbers.json')).toHaveLength(4);
});
