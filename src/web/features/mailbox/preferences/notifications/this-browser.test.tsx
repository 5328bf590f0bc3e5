// @vitest-environment jsdom
import { act } from 'react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { click, find, findInput, type } from '#web/ui/render-for-test.tsx';
import type { Rendered } from '#web/ui/render-for-test.tsx';
import { openPage, settle } from '#web/kit/open-page-for-test.tsx';
import { FakeNotification } from '#web/shared/mailbox/notification-for-test.ts';
import { reset } from '../preferences-for-test.tsx';

vi.stubGlobal('isSecureContext', true);
vi.stubGlobal('Notification', FakeNotification);
const { wantBrowserNotice, wantQuietHours } = await import('#web/shared/mailbox/browser-notices.ts');
const { NotificationsPage } = await import('./notifications-page.tsx');

let page: Rendered;
beforeEach(async () => {
  reset();
  FakeNotification.start();
  await act(async () => {
    wantQuietHours(null);
    await wantBrowserNotice('arrived', false);
  });
  page = await openPage(<NotificationsPage />);
});
afterEach(() => page.close());

const boxes = () => [...page.place.querySelectorAll<HTMLInputElement>('tbody td:nth-of-type(2) input')];
const times = () => [...page.place.querySelectorAll<HTMLInputElement>('[type=time]')].map((one) => one.value);
const mark = () => page.place.querySelector('.prefs-saved')?.textContent;

test('an event that is checked asks the browser; afterwards the page says that it allows notices', async () => {
  expect([boxes().map((one) => one.checked), find(page.place, '#browser-text').textContent]).toEqual([
    [false, false, false],
    'Choose events above. Your browser will then ask you to allow notifications.',
  ]);
  await click(boxes()[2]);
  await settle();
  expect([boxes().map((one) => one.checked), mark()]).toEqual([[false, false, true], 'Saved']);
  expect(page.place.querySelector('.pill')?.textContent).toBe('Allowed');
});

test('a browser that was told no says so, and its boxes are closed', async () => {
  FakeNotification.answer = 'denied';
  await click(boxes()[0]);
  await settle();
  expect(boxes().map(({ checked, disabled }) => [checked, disabled])).toEqual(
    Array.from({ length: 3 }, () => [false, true]),
  );
  expect(page.place.querySelector('.pill')?.textContent).toBe('Blocked');
  expect(page.place.textContent).toContain('Notifications are blocked. Allow them for this site');
});

test('quiet hours begin as after office hours, and are changed', async () => {
  expect(times()).toEqual([]);
  await click(findInput(page.place, '[aria-labelledby=quiet]'));
  expect(times()).toEqual(['19:00', '07:00']);
  await type(findInput(page.place, '[type=time]'), '22:30');
  expect([times(), mark()]).toEqual([['22:30', '07:00'], 'Saved']);
  // An incomplete time has an empty value.
  await type(findInput(page.place, '[type=time]'), '');
  expect(localStorage.getItem('f2e.notices')).toContain('"quiet":{"from":"22:30","until":"07:00"}');
});
