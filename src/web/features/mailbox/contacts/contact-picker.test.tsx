// @vitest-environment jsdom
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { click, find, findInput, press, render, type } from '#web/ui/render-for-test.tsx';
import type { Rendered } from '#web/ui/render-for-test.tsx';
import { ContactPicker } from './contact-picker.tsx';
import { button, until } from '#web/kit/open-page-for-test.tsx';
import { contact, world } from './contacts-for-test.tsx';

let rendered: Rendered;
let added: readonly string[][] = [];
let closed = 0;
let groups: string[] = [];
const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });

async function open(room = 10) {
  rendered = await render(
    <QueryClientProvider client={client}>
      <ContactPicker
        onAddGroup={({ name }) => {
          groups.push(name);
          return groups.length === 1 ? null : 'No room';
        }}
        onAdd={(numbers) => (added = [...added, [...numbers]])}
        onClose={() => (closed += 1)}
        room={room}
      />
    </QueryClientProvider>,
  );
  await until(() => find(rendered.place, '.picker-rows, .blank'));
}
const names = () => [...rendered.place.querySelectorAll('.picker-person')].map((one) => one.textContent);
const box = (name: string) => find(rendered.place, `input[aria-label="Select ${name}"]`);
const lists = () => world.calls.filter((call) => call.name === 'SSPUserContacts.json');

describe('the contacts block beside compose', () => {
  beforeEach(() => {
    added = [];
    closed = 0;
    groups = [];
    client.clear();
  });
  afterEach(async () => await rendered.close());

  it('[COMP-11] lists contacts that have a number', async () => {
    world.rows = [contact(1), contact(2, { faxnum: '', email: 'a@example.com' }), contact(3)];
    await open();
    expect(names()).toEqual(['Person 1', 'Person 3']);
    expect(find(rendered.place, '.picker-row').textContent).toContain('Company 1');
    expect(find(rendered.place, '.picker-row').textContent).toContain('212-555-0001');
    const query = lists()[0]?.query;
    const column = [...(query ?? [])].find(([, value]) => value === 'faxnum')?.[0].match(/\d+/)?.[0];
    expect([
      query?.get(`columns[${column}][search][value]`),
      query?.get(`columns[${column}][search][regex]`),
    ]).toEqual(['.+', 'true']);
  });

  it('[COMP-12] takes 32 characters and searches on Enter; checks outlive the search', async () => {
    await open();
    await click(box('Person 1'));
    const search = findInput(rendered.place, '.search input');
    expect(search.maxLength).toBe(32);
    await type(search, 'person 2');
    expect(names()).toHaveLength(3);
    await press(search, 'Enter');
    await until(() => expect(names()).toEqual(['Person 2']));
    await click(box('Person 2'));
    await click(button('Add 2 numbers'));
    expect(added).toEqual([['2125550001', '2125550002']]);
    expect(rendered.place.textContent).toContain('0 selected');
  });

  it('a box checks all, and it is said when there is no room for them', async () => {
    await open(2);
    await click(find(rendered.place, '.picker-all input'));
    expect(rendered.place.textContent).toContain('A fax can go to up to 10 numbers. You can add 2 more.');
    await click(find(rendered.place, '.picker-all input'));
    expect(rendered.place.textContent).toContain('0 selected');
  });

  it('adds a group from a menu and says what became of it', async () => {
    world.groups = [{ id: '5', name: 'Clinics', members: 2 }];
    world.answer = {
      data: { id: '5', name: 'Clinics', total: 0, members: [], missing: 0, missingNames: [] },
    };
    await open();
    await until(() => button('Add group'));
    for (const said of ['“Clinics” added', 'No room']) {
      await click(button('Add group'));
      await until(() => find(document, '[role=menuitem]'));
      await click(find(document, '[role=menuitem]'));
      await until(() => expect(find(rendered.place, 'output').textContent).toBe(said));
    }
    expect(groups).toEqual(['Clinics', 'Clinics']);
  });

  it('[COMP-13] closing forgets the checks and asks for the list anew', async () => {
    await open();
    await click(box('Person 1'));
    await press(findInput(rendered.place, '.search input'), 'Escape');
    expect(closed).toBe(1);
    const before = lists().length;
    await rendered.close();
    await open();
    await until(() => expect(lists().length).toBeGreaterThan(before));
    expect(rendered.place.textContent).toContain('0 selected');
  });
});
