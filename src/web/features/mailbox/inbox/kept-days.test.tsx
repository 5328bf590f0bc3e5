// @vitest-environment jsdom
import { expect, it, vi } from 'vitest';
import { button, until } from '#web/kit/open-page-for-test.tsx';
import { click, find, press } from '#web/ui/render-for-test.tsx';
import { open, option, place, world } from './inbox-for-test.tsx';

// The page's values are read when it is loaded.
vi.hoisted(() => {
  document.head.innerHTML = `<meta name="f2e-keep-days" content='{"deleted":14,"closed":5,"number":365}'>`;
});

it('an empty Recently deleted states how long this installation keeps deleted faxes', async () => {
  world.rows = [];
  await open('/inbox?folder=Deleted');
  await until(() =>
    expect(find(place(), '.list-empty').textContent).toContain('Deleted faxes stay here for 14 days.'),
  );
});

it('so does the question before deleting', async () => {
  world.warnDelete = '1';
  await open();
  await click(find(option(1), '[data-check]'));
  await press(option(1), 'Delete');
  await until(() => expect(document.body.textContent).toContain('is erased after 14 days.'));
  await click(button('Cancel'));
});
