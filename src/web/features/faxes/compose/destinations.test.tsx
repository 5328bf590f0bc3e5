// @vitest-environment jsdom
import { act, useState } from 'react';
import { QueryClientProvider } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { startI18n } from '#web/kit/i18n.ts';
import { queryClient } from '#web/kit/query-client.ts';
import { findInput, press, render, type } from '#web/ui/render-for-test.tsx';
import type { Rendered } from '#web/ui/render-for-test.tsx';
import english from '../../../../../locales/en.json';
import { Destinations } from './destinations.tsx';

vi.stubGlobal('fetch', async (address: string) =>
  Response.json(address.includes('/recipients') ? { data: [], groups: [] } : english),
);
await startI18n();

let page: Rendered;
const refused: boolean[] = [];

function Field() {
  const [numbers, setNumbers] = useState<readonly string[]>([]);
  const [typing, setTyping] = useState('');
  return (
    <Destinations
      disabled={false}
      error={undefined}
      numbers={numbers}
      onChange={setNumbers}
      onRefused={(international) => refused.push(international)}
      onTyping={setTyping}
      typing={typing}
    />
  );
}

beforeEach(async () => {
  vi.useFakeTimers();
  refused.length = 0;
  page = await render(
    <QueryClientProvider client={queryClient}>
      <Field />
    </QueryClientProvider>,
  );
});
afterEach(async () => {
  await page.close();
  vi.useRealTimers();
});

const input = () => findInput(page.place);
const chips = () =>
  [...page.place.querySelectorAll('.tag:not([data-bad])')].map(
    (tag) => tag.querySelector('bdi')?.textContent,
  );
const sentence = () => page.place.querySelector('.hint')?.textContent ?? '';
const enter = async (text: string) => {
  await type(input(), text);
  await press(input(), 'Enter');
};

test('[COMP-02] a number becomes a chip on Enter, on comma and when the field is left', async () => {
  await enter('2125550101');
  await type(input(), '212-555-0102,');
  await type(input(), '(212) 555-0103');
  // React listens to focusout; a window without focus does not fire blur events by itself.
  await act(async () => input().dispatchEvent(new FocusEvent('focusout', { bubbles: true })));
  expect(chips()).toEqual(['212-555-0101', '212-555-0102', '212-555-0103']);
});

test.each([
  ['2125550147', '212-555-0147'],
  ['212-555-0147', '212-555-0147'],
  ['(212) 555-0147', '212-555-0147'],
  ['(212)5550147', '212-555-0147'],
  ['+212.555.0147', '212-555-0147'],
  ['212 555 01475', '+2-125-550-1475'],
  ['212-555-014755', '212555014755'],
  ['+1 (212) 555-0147', '212-555-0147'],
  ['1-212-555-0147', '212-555-0147'],
])('[COMP-03] %s is a destination', async (written, shown) => {
  await enter(written);
  expect(chips()).toEqual([shown]);
});

test.each([
  '617-55-139',
  '555-0147',
  '212-555-014',
  '212-555-0147555',
  'abc',
  '212/555/0147',
  '++2125550147',
])('[COMP-03] %s is none', async (written) => {
  await enter(written);
  // A name is first searched for among the contacts.
  for (const ms of [150, 1]) await act(async () => await vi.advanceTimersByTimeAsync(ms));
  expect(chips()).toEqual([]);
  expect(sentence()).toContain(written);
});

test('[COMP-04] what was wrong is said for five seconds; then the text stays to be finished', async () => {
  await enter('617-55-139');
  expect(sentence()).toContain('617-55-139 isn’t a complete fax number');
  await act(async () => vi.advanceTimersByTime(4999));
  expect(sentence()).toContain('617-55-139');
  await act(async () => vi.advanceTimersByTime(1));
  expect(sentence()).toContain('Finish it or delete it.');
  expect(page.place.querySelector('[data-bad]')).toBeNull();
  // Typed text is never dropped.
  expect(input().value).toBe('617-55-139');
});

test('[COMP-05] the same digits are one number, however they are written', async () => {
  await enter('212-555-0100');
  await enter('(212)5550100');
  await enter('+1 212 555 0100');
  expect(chips()).toEqual(['212-555-0100']);
});

test('[COMP-06] after ten numbers the input hides; removing one brings it back', async () => {
  await enter(Array.from({ length: 11 }, (_, i) => `21255501${String(i).padStart(2, '0')}`).join(';'));
  expect(chips()).toHaveLength(10);
  expect(page.place.querySelector('input')).toBeNull();
  // Nobody should believe that the eleventh recipient gets it, too.
  expect(page.place.querySelector('.tag[data-bad]')?.textContent).toBe('2125550110');
  expect(sentence()).toContain('212-555-0110 wasn’t added');
  await act(async () => page.place.querySelector<HTMLElement>('.tag-x')?.click());
  expect(chips()).toHaveLength(9);
  expect(page.place.querySelector('input')).not.toBeNull();
});

test.each(['01144207946000', '+01144207946000', '011 44 2079460'])(
  '%s is told apart as an international number',
  async (written) => {
    await enter(written);
    expect(chips()).toEqual([]);
    expect(sentence()).toContain('international numbers');
    expect(refused).toEqual([true]);
  },
);

test('a pasted list adds what is good and says what is not', async () => {
  const data = { getData: () => '2125550101\n212-555-0102; nonsense' };
  await act(async () => {
    const event = Object.assign(new Event('paste', { bubbles: true, cancelable: true }), {
      clipboardData: data,
    });
    input().dispatchEvent(event);
  });
  expect(chips()).toEqual(['212-555-0101', '212-555-0102']);
  expect(sentence()).toContain('nonsense');
  expect(refused).toEqual([false]);
});
