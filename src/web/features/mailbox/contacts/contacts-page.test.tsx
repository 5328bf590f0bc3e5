// @vitest-environment jsdom
import { describe, expect, it } from 'vitest';
import { barSlots } from '#web/kit/mobile-bar.tsx';
import { click, find, findInput, press, type } from '#web/ui/render-for-test.tsx';
import { button, hasButton, until } from '#web/kit/open-page-for-test.tsx';
import { growlStore } from '#web/ui/growl-store.ts';
import { address, contact, growled, leave, open, place, sent, world } from './contacts-for-test.tsx';

const rows = () => [...place().querySelectorAll<HTMLElement>('tbody tr')];
const names = () => rows().map((row) => row.querySelector('.who')?.textContent);
const box = (label: string) => findInput(place(), `input[aria-label="${label}"]`);
const bar = () => find(place(), '.contact-bar');
const counts = () => [...place().querySelectorAll('.contact-rail .cnt [aria-hidden]')];
const slot = () => document.body.appendChild(document.createElement('div'));
const items = () => [...place().querySelectorAll('.contact-items button')];

/** Returns the column and direction of the last requested list. */
function asked(): string {
  const { query } = world.calls.findLast((call) => call.name === 'SSPUserContacts.json') ?? {};
  const column = query?.get('order[0][column]') ?? '';
  return `${query?.get(`columns[${column}][data]`)} ${query?.get('order[0][dir]')}`;
}

describe('the contacts page', () => {
  it('[CONT-01] has pages of 100, and a pager only beyond', async () => {
    world.rows = Array.from({ length: 100 }, (_, i) => contact(i + 1));
    await open();
    expect([rows().length, place().querySelector('.pg')]).toEqual([100, null]);
    world.rows.push(contact(101));
    await open();
    expect(rows()).toHaveLength(100);
    expect(find(place(), '.contact-btm').textContent).toContain('1–100 of 101');
    await click(button('Next page'));
    await until(() => expect(names()).toEqual(['Person 101']));
    expect(address()).toEqual({ path: '/contacts', page: 2 });
  });

  it('groups the thousands of its counts, beside the list and in the heading of a phone', async () => {
    world.rows = Array.from({ length: 1234 }, (_, i) => contact(i + 1));
    world.groups = [{ id: '1', name: 'Large', members: 1200 }];
    await open('/contacts');
    await until(() => expect(counts().map((one) => one.textContent)).toEqual(['1,234', '1,200']));
    world.width = 390;
    const top = slot();
    barSlots.set({ start: slot(), title: top, actions: slot(), bottom: slot() });
    await open('/contacts');
    await until(() => expect(find(top, '.contacts-total').textContent).toBe('1,234'));
    barSlots.set({ start: null, title: null, actions: null, bottom: null });
  });

  it('[CONT-02] [CONT-03] asks for the order of the column head that was pressed', async () => {
    await open();
    expect(asked()).toBe('to_person asc');
    for (const [head, order] of [
      ['Person', 'to_person desc'],
      ['Company', 'company asc'],
      ['Company', 'company desc'],
      ['Fax number', 'faxnum asc'],
    ] as const) {
      await click(button(head));
      await until(() => expect(asked()).toBe(order));
    }
    expect(find(place(), 'th[aria-sort]').textContent).toBe('Fax number');
  });

  it('[CONT-04] [CONT-09] rows and a box for all check; Delete shows for checked contacts or an open one', async () => {
    await open();
    expect(hasButton('Delete')).toBe(false);
    await click(box('Select Person 2'));
    expect(bar().textContent).toContain('1 selected');
    expect(box('Select all on this page').indeterminate).toBe(true);
    expect(hasButton('Delete')).toBe(true);
    await click(box('Select all on this page'));
    expect(bar().textContent).toContain('3 selected');
    await click(box('Select all on this page'));
    expect(hasButton('Delete')).toBe(false);
    await click(button('Person 1'));
    await until(() => expect(hasButton('Delete')).toBe(true));
  });

  it('[CONT-05] takes 16 characters, searches on Enter, and the cross resets', async () => {
    await open('/contacts?page=2');
    const search = findInput(place(), '.search input');
    expect(search.maxLength).toBe(16);
    await type(search, 'person 3');
    await press(search, 'Enter');
    await until(() => expect(names()).toEqual(['Person 3']));
    expect(address()).toEqual({ path: '/contacts', q: 'person 3' });
    await click(button('Clear search'));
    await until(() => expect(names()).toHaveLength(3));
    await type(search, 'nobody');
    await press(search, 'Enter');
    await until(() => expect(place().textContent).toContain('No contacts match “nobody”'));
    await click(find(place(), '.blank button'));
    await until(() => expect(names()).toHaveLength(3));
    expect(search.value).toBe('');
  });

  it('[CONT-07] [CONT-10] a side bar has New contact and search; the form beside the list has Cancel and Save', async () => {
    await open();
    const rail = find(place(), '.contact-rail');
    expect([rail.textContent?.includes('New contact'), rail.querySelector('.search') !== null]).toEqual([
      true,
      true,
    ]);
    expect([hasButton('Cancel'), hasButton('Save')]).toEqual([false, false]);
    await click(button('New contact'));
    await until(() => expect([hasButton('Cancel'), hasButton('Save')]).toEqual([true, true]));
    expect(rows()).toHaveLength(3);
  });

  it('[CONT-08] Import leads to the import page', async () => {
    await open();
    await click(button('Import'));
    await until(() => expect(address()).toEqual({ path: '/contacts/import' }));
  });
});

describe('deleting contacts', () => {
  it('[CONT-28] [CONT-29] deletes one call a contact, says how far it is, and what could not be deleted', async () => {
    await open();
    await click(box('Select all on this page'));
    await click(button('Delete'));
    await until(() => expect(growled()).toBe('3 contacts deleted'));
    expect(sent('UserContact.json').map(({ method, body }) => [method, body])).toEqual(
      ['1', '2', '3'].map((faxnumid) => ['DELETE', { faxnumid }]),
    );
    await until(() => expect(place().textContent).toContain('No contacts yet'));
    growlStore.get()?.action?.run();
    await until(() =>
      expect(sent('restoreContacts').map(({ body }) => body)).toEqual([{ faxnumids: ['1', '2', '3'] }]),
    );
    await until(() => expect(growled()).toBe('Undone'));
    world.rows = [contact(1)];
    world.statuses['UserContact.json'] = 0;
    await open('/contacts?contact=1');
    await click(button('Delete'));
    await until(() => expect(growled()).toBe('The contact could not be deleted. Try again.'));
    expect(address()).toMatchObject({ contact: 1 });
  });

  it('leaves alone what was opened, checked or left while a deletion was under way', async () => {
    const gate = Promise.withResolvers<void>();
    world.gate = gate.promise;
    await open('/contacts?contact=1');
    await click(button('Delete'));
    await click(button('Person 2'));
    await until(() => expect(findInput(place(), 'input[name=to_person]').value).toBe('Person 2'));
    await type(findInput(place(), 'input[name=to_person]'), 'Person 2 and a half');
    await click(box('Select Person 3'));
    gate.resolve();
    await until(() => expect(growled()).toBe('Contact deleted'));
    await until(() => expect(names()).toEqual(['Person 2', 'Person 3']));
    expect(findInput(place(), 'input[name=to_person]').value).toBe('Person 2 and a half');
    expect(bar().textContent).toContain('1 selected');
    const second = Promise.withResolvers<void>();
    world.gate = second.promise;
    await open('/contacts?contact=3');
    await click(button('Delete'));
    await leave();
    second.resolve();
    await until(() => expect(growled()).toBe('Contact deleted'));
    expect(address()).toEqual({ path: '/dashboard' });
  });

  it('asks before deleting when the account wants to be asked', async () => {
    world.warnDelete = '1';
    await open('/contacts?contact=2');
    await click(button('Delete'));
    await until(() =>
      expect(document.querySelector('[role=alertdialog]')?.textContent).toContain('Delete this contact?'),
    );
    await click(find(document.body, '[role=alertdialog] footer button'));
    expect(sent('UserContact.json')).toEqual([]);
    await click(button('Delete'));
    await until(() => find(document.body, '[role=alertdialog]'));
    await click(find(document.body, '[role=alertdialog] footer button:last-child'));
    await until(() => expect(address()).toEqual({ path: '/contacts' }));
    expect(world.rows.map((row) => row.cid)).toEqual(['1', '3']);
  });
});

describe('what else the page does', () => {
  it('[MOB-10] a phone lists initials, person, company and number, and its form covers the list', async () => {
    world.width = 390;
    await open();
    const [first] = place().querySelectorAll('.contact-items li');
    expect(first?.querySelector('.av')?.textContent).toBe('P');
    expect(first?.textContent).toBe('PPerson 1Company 1212-555-0001');
    await click(find(place(), '.contact-items button'));
    await until(() => expect(find(place(), '.contact-list').hasAttribute('inert')).toBe(true));
    expect(place().querySelector('.contact-rail')).toBeNull();
  });

  it('a long press on a phone checks a contact, taps check others, and all of them are deleted at once', async () => {
    world.width = 390;
    const slots = { start: slot(), title: slot(), actions: slot(), bottom: slot() };
    barSlots.set(slots);
    await open();
    items()[0]?.dispatchEvent(
      new PointerEvent('pointerdown', { pointerType: 'touch', isPrimary: true, bubbles: true }),
    );
    await until(() => expect(slots.title.textContent).toBe('1 selected'));
    // The release of the finger must not count as a tap.
    await click(items()[0]);
    await click(items()[2]);
    expect(items().map((one) => one.getAttribute('aria-pressed'))).toEqual(['true', 'false', 'true']);
    expect([slots.title.textContent, address()]).toEqual(['2 selected', { path: '/contacts' }]);
    await click([...slots.bottom.querySelectorAll('button')].at(-1)!);
    await until(() => expect(world.rows.map((row) => row.cid)).toEqual(['2']));
    await until(() => expect(slots.title.textContent).toContain('Contacts'));
    for (const one of Object.values(slots)) one.remove();
    barSlots.set({ start: null, title: null, actions: null, bottom: null });
  });

  it('[CONT-33] what contacts say is text, in list and form', async () => {
    const to_person = '<script>globalThis.attacked=1</script>';
    const company = '"><img src=x onerror=globalThis.attacked=1>';
    world.rows = [contact(1, { to_person, company })];
    await open('/contacts?contact=1');
    await until(() => expect(findInput(place(), 'input[name=to_person]').value).toBe(to_person));
    expect(names()).toEqual([to_person]);
    expect(place().querySelector('tbody script, tbody img, form img')).toBeNull();
    expect((globalThis as { attacked?: number }).attacked).toBeUndefined();
  });

  it('says that the list could not be loaded, and tries again', async () => {
    world.statuses['SSPUserContacts.json'] = 400;
    await open();
    expect(place().textContent).toContain('can’t be shown');
    world.statuses = {};
    await click(button('Try again'));
    await until(() => expect(rows()).toHaveLength(3));
  });

  it('keeps the rows that are known when asking for newer ones fails', async () => {
    await open();
    world.statuses['SSPUserContacts.json'] = 400;
    await click(box('Select Person 3'));
    await click(button('Delete'));
    await until(() => expect(growled()).toBe('Contact deleted'));
    expect([rows().length, place().textContent?.includes('can’t be shown')]).toEqual([3, false]);
  });
});
