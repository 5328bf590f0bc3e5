// @vitest-environment jsdom
import { afterEach, beforeEach, expect, test } from 'vitest';
import { click, findInput } from '#web/ui/render-for-test.tsx';
import type { Rendered } from '#web/ui/render-for-test.tsx';
import { callsOf, refusal, resetServer, server, startFalseServer } from '#web/kit/false-server-for-test.tsx';
import { startI18n } from '#web/kit/i18n.ts';
import { openPage, settle, stubWindow } from '#web/kit/open-page-for-test.tsx';
import { LoginNoticesSwitch } from './login-notices-switch.tsx';

startFalseServer({});
stubWindow();
await startI18n();

let page: Rendered;
beforeEach(() => {
  resetServer();
  server['GET loginNotices'] = { on: true, email: 'owner@example.com' };
});
afterEach(() => page.close());

const control = () => findInput(page.place, '[role=switch]');

test('the switch says where the emails go and acts at once', async () => {
  server['PUT loginNotices'] = { success: true, data: { on: false, email: 'owner@example.com' } };
  page = await openPage(<LoginNoticesSwitch />);
  expect([control().checked, page.place.textContent]).toEqual([
    true,
    expect.stringContaining('Sent to owner@example.com'),
  ]);
  await click(control());
  await settle();
  expect(callsOf('PUT', 'loginNotices').map(({ body }) => body)).toEqual([{ on: false }]);
  expect(control().checked).toBe(false);
});

test('a change that is refused goes back, and the row says why', async () => {
  server['PUT loginNotices'] = refusal(500, 'INTERNAL');
  page = await openPage(<LoginNoticesSwitch />);
  await click(control());
  await settle();
  expect(control().checked).toBe(true);
  expect(page.place.querySelector('[role=alert]')?.textContent).toBe(
    'Your settings couldn’t be saved. Try again.',
  );
});

test('a setting that cannot be read says so', async () => {
  server['GET loginNotices'] = refusal(404, 'NOT_FOUND');
  page = await openPage(<LoginNoticesSwitch />);
  expect(page.place.textContent).toContain('Emails about new logins can’t be shown right now.');
});
