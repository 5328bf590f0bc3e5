// @vitest-environment jsdom
import { afterEach, beforeEach, expect, test } from 'vitest';
import { callsOf, refusal, server } from '#web/kit/false-server-for-test.tsx';
import { openPage, settle } from '#web/kit/open-page-for-test.tsx';
import { click } from '#web/ui/render-for-test.tsx';
import type { Rendered } from '#web/ui/render-for-test.tsx';
import { reset } from '../preferences-for-test.tsx';
import { DeliveryWindowSettings } from './delivery-window.tsx';

const WORKDAYS = { on: '0', days: [1, 2, 3, 4, 5], from: '08:00', until: '18:00' };

let page: Rendered;
beforeEach(() => {
  reset();
  server['GET deliveryWindow.json'] = WORKDAYS;
  server['PUT deliveryWindow.json'] = ({ body }: { body: object }) => ({ success: true, data: body });
});
afterEach(() => page.close());

const turn = () => page.place.querySelector<HTMLInputElement>('[role=switch]');
const days = () => [...page.place.querySelectorAll<HTMLInputElement>('.window-days input')];
const saves = () => callsOf('PUT', 'deliveryWindow.json').map(({ body }) => body);

test('is off at first, and acts at once', async () => {
  page = await openPage(<DeliveryWindowSettings />);
  expect([turn()?.checked, days()]).toEqual([false, []]);
  await click(turn());
  await settle();
  expect(days().map((day) => [day.closest('label')?.textContent, day.checked])).toEqual([
    ['Mon', true],
    ['Tue', true],
    ['Wed', true],
    ['Thu', true],
    ['Fri', true],
    ['Sat', false],
    ['Sun', false],
  ]);
  await click(days()[6] ?? null);
  await settle();
  expect(saves()).toEqual([
    { ...WORKDAYS, on: '1' },
    { ...WORKDAYS, on: '1', days: [0, 1, 2, 3, 4, 5] },
  ]);
  expect(page.place.textContent).toContain('Saved');
});

test('without days is not saved, and said', async () => {
  server['GET deliveryWindow.json'] = { ...WORKDAYS, on: '1', days: [1] };
  page = await openPage(<DeliveryWindowSettings />);
  await click(days()[0] ?? null);
  await settle();
  expect([saves(), page.place.textContent?.includes('Choose at least one day')]).toEqual([[], true]);
  await click(days()[2] ?? null);
  await settle();
  expect(saves()).toEqual([{ ...WORKDAYS, on: '1', days: [3] }]);
});

test('goes back to what it was where the server refuses', async () => {
  server['PUT deliveryWindow.json'] = refusal(400, 'WINDOW_DAYS');
  page = await openPage(<DeliveryWindowSettings />);
  await click(turn());
  await settle();
  expect([turn()?.checked, page.place.textContent?.includes('Words about WINDOW_DAYS.')]).toEqual([
    false,
    true,
  ]);
});
