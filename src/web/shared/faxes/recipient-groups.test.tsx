// @vitest-environment jsdom
import { act, useState } from 'react';
import { QueryClientProvider } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { GroupRecipients, Recipient } from '#contract/mailbox/recipients.ts';
import { startI18n } from '#web/kit/i18n.ts';
import { until } from '#web/kit/open-page-for-test.tsx';
import { queryClient } from '#web/kit/query-client.ts';
import { click, find, findInput, press, render, type } from '#web/ui/render-for-test.tsx';
import type { Rendered } from '#web/ui/render-for-test.tsx';
import english from '../../../../locales/en.json';
import { RecipientInput } from './recipient-input.tsx';

/** The groups that the server suggests. */
let groups: readonly GroupRecipients[];
vi.stubGlobal('fetch', async (address: string) => {
  const search = new URL(address, 'https://fax.test').searchParams.get('search');
  return Response.json(search === null ? english : { data: [], groups: search === 'harb' ? groups : [] });
});
await startI18n();

let page: Rendered;
let numbers: readonly string[];

function Numbers(props: { start: readonly string[] }) {
  const [text, setText] = useState('');
  const [chosen, setChosen] = useState(props.start);
  const change = (next: readonly string[]) => {
    numbers = next;
    setChosen(next);
  };
  const typed = { text, onText: setText };
  return <RecipientInput hint="hint" label="To" numbers={chosen} onChange={change} typed={typed} />;
}

async function open(start: readonly string[]): Promise<void> {
  numbers = start;
  page = await render(
    <QueryClientProvider client={queryClient}>
      <Numbers start={start} />
    </QueryClientProvider>,
  );
  await act(async () => input().focus());
}

beforeEach(() => {
  queryClient.clear();
  Element.prototype.scrollIntoView = () => {};
});
afterEach(async () => await page.close());

const input = () => findInput(page.place);
const list = () => document.querySelector('[role=listbox]');
const options = () =>
  [...document.querySelectorAll('[role=option]')].map((option) =>
    [...option.querySelectorAll('bdi')].map((part) => part.textContent).join(' '),
  );
const chips = () => [...page.place.querySelectorAll('.tag-edit')].map((chip) => chip.textContent);
/** Types the text for which the groups are suggested, and waits for them. */
const offer = async () => {
  await type(input(), 'harb');
  await until(() => expect(options()).toHaveLength(groups.length));
  await until(() => expect(input().getAttribute('aria-activedescendant')).not.toBeNull());
};

const member = (n: number): Recipient => ({
  faxnum: String(7_325_550_100 + n),
  to_person: `Person ${n}`,
  company: '',
  contact: true,
});
const group = (more: Partial<GroupRecipients> & { members: Recipient[] }): GroupRecipients => ({
  id: '5',
  name: 'Harbor tenants',
  total: more.members.length,
  missing: 0,
  missingNames: [],
  ...more,
});
const members = (count: number) => Array.from({ length: count }, (_, n) => member(n));
const sentence = () => page.place.querySelector('.hint .grow')?.textContent;
const spoken = () => [...page.place.querySelectorAll('output')].at(-1)?.textContent;

test('a group becomes its members, each number once; members without a number are named', async () => {
  groups = [group({ members: members(3), missing: 7, missingNames: ['Mia', 'Noah'] })];
  await open(['7325550101']);
  await offer();
  expect(options()).toEqual(['Harbor tenants 3 recipients: Person 0, Person 1, Person 2']);
  expect(find(document, '[role=group]').getAttribute('aria-label')).toBe('Groups');
  expect(page.place.querySelector('output')?.textContent).toBe('1 suggestion');
  await press(input(), 'Enter');
  expect(numbers).toEqual(['7325550101', '7325550100', '7325550102']);
  expect(chips()[1]).toBe('Person 0 · 732-555-0100');
  expect([input().value, document.activeElement]).toEqual(['', input()]);
  expect(sentence()).toBe('Not added, because they have no usable fax number: Mia, Noah and 5 more.');
  expect(spoken()).toBe(sentence());
  // The message disappears with the next input.
  await type(input(), '2');
  expect([sentence(), spoken()]).toEqual(['hint', '']);
});

test('a group for which there is no room changes nothing and says why', async () => {
  groups = [group({ members: members(9) })];
  await open(['2125550147', '2125550148']);
  await offer();
  await press(input(), 'Enter');
  expect([numbers, input().value, list()]).toEqual([['2125550147', '2125550148'], 'harb', null]);
  expect(sentence()).toBe(
    '“Harbor tenants” has 9 numbers and wasn’t added: a fax can go to 10, and there’s room for 8 more.',
  );
  await click(find(page.place, '.tag-x'));
  await press(input(), 'ArrowDown');
  await press(input(), 'Enter');
  expect(numbers).toHaveLength(10);
});

test('a group whose numbers are all there, or that has none, says so', async () => {
  groups = [
    group({ members: [member(19)] }),
    group({ id: '6', members: [], missing: 1, missingNames: ['Mia'] }),
  ];
  await open(['7325550119']);
  await offer();
  await press(input(), 'Enter');
  expect([numbers, sentence()]).toEqual([
    ['7325550119'],
    'All numbers in “Harbor tenants” have already been added.',
  ]);
  await offer();
  expect(options()[1]).toBe('Harbor tenants No fax numbers');
  await click(find(document, '[role=option]:last-child'));
  expect([numbers, sentence()]).toEqual([
    ['7325550119'],
    'No contact in “Harbor tenants” has a usable fax number: Mia.',
  ]);
});
