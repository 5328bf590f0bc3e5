// @vitest-environment jsdom
import { expect, it } from 'vitest';
import { click, type } from '#web/ui/render-for-test.tsx';
import { until } from '#web/kit/open-page-for-test.tsx';
import { field, open, place, world } from './contacts-for-test.tsx';

const offered = () => [...place().querySelectorAll('.page-names')].map((one) => one.textContent);

it('offers the names on the page of its fax for an empty field; a name is taken with a click', async () => {
  world.text = {
    state: 'done',
    pages: [
      {
        page: 1,
        width: 1728,
        height: 2156,
        turn: 0,
        lines: [
          { words: ['Harbor', 'Clinic'], boxes: [100, 200, 200, 60, 320, 200, 200, 60] },
          ...Array.from({ length: 3 }, () => ({
            words: ['more', 'text'],
            boxes: [100, 900, 9, 30, 120, 900, 9, 30],
          })),
        ],
      },
    ],
  };
  await open('/contacts?new=1&faxnum=2125550142&fax=7');
  await until(() => expect(offered()).toEqual(['On the pageHarbor Clinic', 'On the pageHarbor Clinic']));
  expect(world.calls.find(({ name }) => name === 'faxText')?.query.get('fid')).toBe('7');
  await click([...place().querySelectorAll<HTMLElement>('.page-names button')][1]);
  expect([field('Company').value, field('Name').value]).toEqual(['Harbor Clinic', '']);
  expect(document.activeElement).toBe(field('Company'));
  expect(offered()).toHaveLength(1);
  await type(field('Name'), 'Dana');
  expect(offered()).toEqual([]);
  await open('/contacts?new=1&faxnum=2125550142');
  expect(offered()).toEqual([]);
});
