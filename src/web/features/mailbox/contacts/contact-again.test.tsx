// @vitest-environment jsdom
import { expect, it } from 'vitest';
import { click, type } from '#web/ui/render-for-test.tsx';
import { button, until } from '#web/kit/open-page-for-test.tsx';
import { back, contact, field, open, place, world } from './contacts-for-test.tsx';

it.each([['before the list is loaded again'], ['afterwards']])(
  'a contact that is opened again %s has what was saved',
  async (when) => {
    await open('/contacts?contact=2');
    await type(field('Company'), 'New');
    if (when === 'afterwards') world.rows = [contact(1), contact(2, { company: 'New' }), contact(3)];
    else world.statuses['SSPUserContacts.json'] = 500;
    await click(button('Save'));
    await until(() => expect(place().querySelector('form')).toBeNull());
    await click(button('Person 2'));
    await until(() => expect(field('Company').value).toBe('New'));
  },
);

it('a contact of another page is asked for anew when it is opened again', async () => {
  world.rows = Array.from({ length: 102 }, (_, i) => contact(i + 1));
  await open('/contacts?contact=102');
  await until(() => expect(field('Name').value).toBe('Person 102'));
  await type(field('Company'), 'New');
  world.rows = world.rows.map((row) => (row.cid === '102' ? { ...row, company: 'New' } : row));
  const lists = Promise.withResolvers<void>();
  world.lists = lists.promise;
  await click(button('Save'));
  await until(() => expect(place().querySelector('form')).toBeNull());
  await back();
  lists.resolve();
  await until(() => expect(field('Company').value).toBe('New'));
});
