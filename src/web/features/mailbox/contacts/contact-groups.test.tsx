// @vitest-environment jsdom
import { beforeEach, describe, expect, it } from 'vitest';
import { click, find, findInput, type } from '#web/ui/render-for-test.tsx';
import { button, hasButton, until } from '#web/kit/open-page-for-test.tsx';
import { growlStore } from '#web/ui/growl-store.ts';
import { address, contact, field, growled, open, place, sent, world } from './contacts-for-test.tsx';

const names = () => [...place().querySelectorAll('tbody .who')].map((one) => one.textContent);
const box = (label: string) => findInput(place(), `input[aria-label="${label}"]`);
const entry = (label: string) => {
  const found = [...document.querySelectorAll<HTMLElement>('[role=menuitem]')];
  const one = found.find(({ textContent }) => textContent === label);
  if (one === undefined) throw new Error(`there is no entry ${label}`);
  return one;
};
const choose = async (menu: string, label: string) => {
  await click(button(menu));
  await until(() => entry(label));
  await click(entry(label));
};
const groups = () => find(place(), 'ul[aria-label=Groups]');
const boxes = () => [...groups().querySelectorAll('input')].map((one) => one.checked);
const rail = () =>
  [...place().querySelectorAll('.rail-groups .rail-link')].map((link) => link.firstChild?.textContent);

describe('contact groups', () => {
  beforeEach(() => {
    world.groups = [
      { id: '5', name: 'Clinics', members: 1 },
      { id: '6', name: 'Tenants', members: 2 },
    ];
    world.rows = [contact(1, { groups: ['5'] }), contact(2), contact(3, { groups: ['6'] })];
  });

  it('filter the list; a search keeps to the group, and an unknown group leads to all contacts', async () => {
    await open('/contacts?page=2');
    expect(rail()).toEqual(['Clinics', 'Tenants']);
    await click(find(place(), '.rail-groups .rail-link'));
    await until(() => expect(names()).toEqual(['Person 1']));
    expect(address()).toEqual({ path: '/contacts', group: 5 });
    expect(find(place(), '.contact-bar-title').textContent).toBe('Clinics');
    const current = [...place().querySelectorAll('.contact-rail [aria-current]')];
    expect(current.map((link) => link.firstChild?.textContent)).toEqual(['Clinics']);
    await open('/contacts?group=99');
    await until(() => expect(address()).toEqual({ path: '/contacts' }));
    await until(() => expect(names()).toHaveLength(3));
  });

  it('take checked contacts, with Undo, and give them back', async () => {
    world.answer = { success: true, data: { changed: ['2'] } };
    await open();
    expect(hasButton('Add to group')).toBe(false);
    await click(box('Select Person 2'));
    await click(box('Select Person 3'));
    await choose('Add to group', 'Clinics');
    await until(() => expect(growled()).toBe('1 contact added to “Clinics”'));
    growlStore.get()?.action?.run();
    await until(() => expect(growled()).toBe('Undone'));
    expect(sent('changeGroupMembers').map(({ body }) => body)).toEqual([
      { id: '5', action: 'add', contacts: ['2', '3'] },
      { id: '5', action: 'remove', contacts: ['2'] },
    ]);
    await open('/contacts?group=6');
    await click(box('Select Person 3'));
    await choose('Add to group', 'Remove from group');
    await until(() => expect(sent('changeGroupMembers').at(-1)?.body['action']).toBe('remove'));
  });

  it('are created from checked contacts and renamed; a refused name stays with its reason', async () => {
    await open();
    await click(box('Select Person 2'));
    await choose('Add to group', 'New group…');
    await until(() => field('Group name'));
    await click(button('Create group'));
    expect(document.body.textContent).toContain('Group name is required.');
    await type(field('Group name'), ' Labs ');
    world.answer = { success: true, data: { id: '7' } };
    await click(button('Create group'));
    await until(() => expect(growled()).toBe('Group “Labs” created'));
    expect(sent('addContactGroup').map(({ body }) => body)).toEqual([{ name: 'Labs', contacts: ['2'] }]);
    await open('/contacts?group=5');
    await until(() => button('Group actions'));
    await choose('Group actions', 'Rename group');
    await until(() => expect(field('Group name').value).toBe('Clinics'));
    world.statuses['renameContactGroup'] = 400;
    await type(field('Group name'), 'Tenants');
    await click(button('Save'));
    await until(() =>
      expect(document.body.textContent).toContain('The group could not be changed. Try again.'),
    );
    expect(field('Group name').value).toBe('Tenants');
  });

  it('are deleted, with Undo; their contacts stay', async () => {
    world.answer = { success: true };
    await open('/contacts?group=5');
    await until(() => button('Group actions'));
    await choose('Group actions', 'Delete group');
    await until(() => expect(growled()).toBe('Group “Clinics” deleted'));
    await until(() => expect(address()).toEqual({ path: '/contacts' }));
    growlStore.get()?.action?.run();
    await until(() => expect(growled()).toBe('Undone'));
    expect([sent('deleteContactGroup'), sent('restoreContactGroup')].map(([call]) => call?.body)).toEqual([
      { id: '5' },
      { id: '5' },
    ]);
  });

  it('are checked in the form of a contact, and sent only when they were changed', async () => {
    await open('/contacts?contact=1');
    await until(() => expect(boxes()).toEqual([true, false]));
    await type(field('Name'), 'Someone');
    await click(button('Save'));
    await until(() => expect(sent('UserContact.json')).toHaveLength(1));
    expect(sent('UserContact.json')[0]?.body).not.toHaveProperty('groups');
    await open('/contacts?contact=1');
    await until(() => groups());
    for (const one of groups().querySelectorAll('input')) await click(one);
    expect(boxes()).toEqual([false, true]);
    await click(button('Save'));
    await until(() => expect(sent('UserContact.json').at(-1)?.body['groups']).toEqual(['6']));
    // A contact added while a group is shown becomes a member of it.
    await open('/contacts?group=6&new=1');
    await until(() => expect(boxes()).toEqual([false, true]));
  });
});
