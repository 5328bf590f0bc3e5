// @vitest-environment jsdom
import { act, useState } from 'react';
import { QueryClientProvider } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Recipient } from '#contract/mailbox/recipients.ts';
import { startI18n } from '#web/kit/i18n.ts';
import { queryClient } from '#web/kit/query-client.ts';
import { click, find, findInput, press, render, type } from '#web/ui/render-for-test.tsx';
import type { Rendered } from '#web/ui/render-for-test.tsx';
import english from '../../../../locales/en.json';
import { DestinationInput } from './destination-input.tsx';
import { RecipientInput } from './recipient-input.tsx';

const DANA: Recipient = {
  faxnum: '7325550119',
  to_person: 'Dana Whitfield',
  company: 'Harbor',
  contact: true,
};
const DANIEL: Recipient = { ...DANA, faxnum: '7325550120', to_person: 'Daniel', company: 'Acme' };
const LATEST: Recipient = { faxnum: '7325550121', to_person: '', company: '', contact: false };

/** The server's responses; a search that is missing here waits until the test releases it. */
let answers: Record<string, readonly Recipient[] | 'fault'>;
let waiting: Map<string, (recipients: readonly Recipient[]) => void>;
let asked: string[];
let given: AbortSignal[];

async function answer(address: string, init?: RequestInit): Promise<Response> {
  const search = new URL(address, 'https://fax.test').searchParams.get('search');
  if (search === null) return Response.json(english);
  asked.push(search);
  if (init?.signal) given.push(init.signal);
  const known = answers[search];
  if (known === 'fault')
    return Response.json({ success: false, error: 'INTERNAL', message: '' }, { status: 500 });
  if (known !== undefined) return Response.json({ data: known, groups: [] });
  const { promise, resolve } = Promise.withResolvers<readonly Recipient[]>();
  waiting.set(search, resolve);
  return Response.json({ data: await promise, groups: [] });
}
vi.stubGlobal('fetch', answer);
await startI18n();

let page: Rendered;
let numbers: readonly string[];

function Field(props: { start: readonly string[] }) {
  const [text, setText] = useState('');
  const [chosen, setChosen] = useState(props.start);
  const change = (next: readonly string[]) => {
    numbers = next;
    setChosen(next);
  };
  return (
    <RecipientInput
      hint="hint"
      label="To"
      numbers={chosen}
      onChange={change}
      typed={{ text, onText: setText }}
    />
  );
}

async function open(start: readonly string[] = []): Promise<void> {
  numbers = start;
  page = await render(
    <QueryClientProvider client={queryClient}>
      <Field start={start} />
    </QueryClientProvider>,
  );
  await act(async () => input().focus());
}

beforeEach(() => {
  vi.useFakeTimers();
  queryClient.clear();
  [answers, waiting, asked, given] = [{ Dan: [DANA, DANIEL], '732': [DANA, LATEST] }, new Map(), [], []];
  Element.prototype.scrollIntoView = () => {};
});
afterEach(async () => {
  await page.close();
  vi.useRealTimers();
});

const input = () => findInput(page.place);
const list = () => document.querySelector('[role=listbox]');
const options = () =>
  [...document.querySelectorAll('[role=option]')].map((option) =>
    [...option.querySelectorAll('bdi')].map((part) => part.textContent).join(' '),
  );
const marked = () =>
  document.getElementById(input().getAttribute('aria-activedescendant') ?? '')?.textContent;
const chips = () => [...page.place.querySelectorAll('.tag-edit')].map((chip) => chip.textContent);
const pass = async (ms: number) => await act(async () => await vi.advanceTimersByTimeAsync(ms));
/** Lets the pause pass and the server be called; its response has arrived unless it waits. */
const settle = async () => {
  await pass(150);
  await pass(1);
};
const write = async (text: string) => {
  await type(input(), text);
  await settle();
};

test('a name lists who it may be, the first marked; Enter makes a chip of it with the name', async () => {
  await open();
  expect(input().getAttribute('role')).toBe('combobox');
  expect(input().getAttribute('aria-expanded')).toBe('false');
  await write('Dan');
  expect(options()).toEqual(['Dana Whitfield Harbor 732-555-0119', 'Daniel Acme 732-555-0120']);
  expect(input().getAttribute('aria-expanded')).toBe('true');
  expect(input().getAttribute('aria-controls')).toBe(list()?.id);
  expect(list()?.getAttribute('aria-label')).toBe('Suggested recipients');
  expect(page.place.querySelector('output')?.textContent).toBe('2 suggestions');
  expect(marked()).toContain('Dana');
  await press(input(), 'Enter');
  expect(numbers).toEqual(['7325550119']);
  expect(chips()).toEqual(['Dana Whitfield · 732-555-0119']);
  expect([input().value, list()]).toEqual(['', null]);
});

test('arrows go round the list, the pointer marks, Tab takes what is marked', async () => {
  await open();
  await write('Dan');
  await press(input(), 'ArrowDown');
  expect(marked()).toContain('Daniel');
  await press(input(), 'ArrowDown');
  expect(marked()).toContain('Dana');
  await press(input(), 'ArrowUp');
  expect(marked()).toContain('Daniel');
  await press(input(), 'Tab');
  expect(numbers).toEqual(['7325550120']);
});

test('a press on an option chooses it and leaves the focus in the field', async () => {
  await open();
  await write('Dan');
  const option = find(document, '[role=option]:last-child');
  const down = new MouseEvent('mousedown', { bubbles: true, cancelable: true });
  await act(async () => option.dispatchEvent(down));
  expect(down.defaultPrevented).toBe(true);
  await click(option);
  expect(chips()).toEqual(['Daniel · 732-555-0120']);
});

test('Escape closes the list and nothing else, until something else is typed', async () => {
  await open();
  await write('Dan');
  let heard = 0;
  const hear = () => (heard += 1);
  document.addEventListener('keydown', hear);
  await press(input(), 'Escape');
  expect([list(), input().value, heard]).toEqual([null, 'Dan', 0]);
  await press(input(), 'Escape');
  expect(heard).toBe(1);
  document.removeEventListener('keydown', hear);
  await press(input(), 'ArrowDown');
  expect(options()).toHaveLength(2);
});

test('nothing is marked for digits: a number with a digit too few becomes nobody’s', async () => {
  await open();
  await write('732');
  expect(options()).toEqual(['Dana Whitfield Harbor 732-555-0119', '732-555-0121']);
  expect(marked()).toBeUndefined();
  await press(input(), 'Enter');
  expect([numbers, input().value]).toEqual([[], '732']);
  await press(input(), 'ArrowUp');
  await press(input(), 'Enter');
  expect(numbers).toEqual(['7325550121']);
});

test('who is chosen already is not suggested again', async () => {
  await open(['7325550119']);
  await write('Dan');
  expect(options()).toEqual(['Daniel Acme 732-555-0120']);
});

test('the list of the text before stays while the next one loads, and Enter waits for it', async () => {
  await open();
  await write('Dan');
  await write('Dani');
  expect(options()).toHaveLength(2);
  expect(marked()).toBeUndefined();
  await press(input(), 'Enter');
  expect(numbers).toEqual([]);
  await act(async () => waiting.get('Dani')?.([DANIEL]));
  await pass(1);
  expect(numbers).toEqual(['7325550120']);
});

test('Enter before an answer that finds nobody says that the text is no number', async () => {
  await open();
  await type(input(), 'Xavier');
  await press(input(), 'Enter');
  await settle();
  expect(page.place.textContent).not.toContain('Xavier isn’t');
  await act(async () => waiting.get('Xavier')?.([]));
  await pass(1);
  expect(page.place.textContent).toContain('Xavier isn’t a complete fax number');
  expect([list(), input().value]).toEqual([null, 'Xavier']);
});

test('typing pauses before the server is asked; an answer that nobody waits for is called off', async () => {
  await open();
  for (const text of ['X', 'Xa', 'Xav']) await type(input(), text);
  await settle();
  expect(asked).toEqual(['Xav']);
  await write('Yves');
  expect(asked).toEqual(['Xav', 'Yves']);
  expect(given.map(({ aborted }) => aborted)).toEqual([true, false]);
});

test('without an answer there is no list, and typing goes on', async () => {
  answers['Dan'] = 'fault';
  await open();
  await write('Dan');
  expect(list()).toBeNull();
  await write('2125550147');
  await press(input(), 'Enter');
  expect(numbers).toEqual(['2125550147']);
});

test('a number of a contact gets its name, typed as well', async () => {
  answers['7325550119'] = [DANA];
  await open();
  await type(input(), '732.555.0119');
  await press(input(), 'Enter');
  await pass(1);
  expect(chips()).toEqual(['Dana Whitfield · 732-555-0119']);
  expect(find(page.place, '.tag-x').getAttribute('aria-label')).toBe('Remove Dana Whitfield · 732-555-0119');
});

test('a guest has the same field without suggestions, and needs no server for it', async () => {
  page = await render(
    <DestinationInput hint="hint" label="To" numbers={['7325550119']} onChange={() => {}} />,
  );
  expect(chips()).toEqual(['732-555-0119']);
  expect([asked, input().getAttribute('role'), input().inputMode]).toEqual([[], null, 'tel']);
});
