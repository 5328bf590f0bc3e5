// @vitest-environment jsdom
import { afterEach, beforeEach, expect, test } from 'vitest';
import { setTimeZone } from '#web/kit/format-date.ts';
import { click, find, findInput, type } from '#web/ui/render-for-test.tsx';
import type { Rendered } from '#web/ui/render-for-test.tsx';
import { callsOf, refusal, server } from '#web/kit/false-server-for-test.tsx';
import { button, openPage, said, settle } from '#web/kit/open-page-for-test.tsx';
import { choose, hotkey, reset } from '../preferences-for-test.tsx';
import { AccountSecurityPage } from './account-security-page.tsx';
import { browserName } from '#contract/kit/browser-name.ts';

const CHROME =
  'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36';
const IPHONE =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/19.0 Mobile/15E148 Safari/604.1';
const SESSIONS = [
  {
    id: 'a'.repeat(32),
    current: true,
    address: '127.0.0.1',
    userAgent: CHROME,
    createdAt: '2026-11-20T10:00:00-05:00',
    lastSeenAt: '2026-11-20T11:00:00-05:00',
  },
  {
    id: 'b'.repeat(32),
    current: false,
    address: '10.0.0.7',
    userAgent: IPHONE,
    createdAt: '2026-11-19T10:00:00-05:00',
    lastSeenAt: '2026-11-19T11:00:00-05:00',
  },
];
const LOGOUT = { minutes: null, standard: 30, choices: [5, 10, 15, 30] };
const OLD = 'Right-horse-7';
const GOOD = 'Harbor7light!';

let page: Rendered;
beforeEach(() => {
  reset();
  setTimeZone('America/New_York');
  server['GET sessions'] = { sessions: SESSIONS };
  server['GET otherLogins'] = { logins: [] };
  server['GET automaticLogout'] = LOGOUT;
  server['GET retention'] = {
    inbox: null,
    sent: null,
    archive: null,
    choices: [],
    most: null,
    restoreDays: 30,
  };
  server['GET passwordRules.json'] = {
    PasswordMin: 8,
    PasswordMax: 32,
    Features: [
      { ID: '3', HostopianID: '1', Required: '1', Feature: '/[0-9]/', Comment: 'a number' },
      { ID: '4', HostopianID: '1', Required: '1', Feature: '/[^A-Za-z0-9]/', Comment: 'a symbol' },
    ],
  };
});
afterEach(() => page.close());

const field = (name: string) => findInput(page.place, `input[name=${name}-password]`);
const save = () => button('Change password');
const put = () => callsOf('PUT', 'Password.json').map(({ body }) => body);
const marks = () => [...page.place.querySelectorAll('.chk li')].map((li) => li.hasAttribute('data-met'));
const errorAt = (name: string) => field(name).closest('.f')?.querySelector('.hint[data-bad]')?.textContent;
async function fill(current: string, next: string, confirm = next): Promise<void> {
  await type(field('current'), current);
  await type(field('new'), next);
  await type(field('confirm'), confirm);
}

test('[SEC-01] [SEC-02] [SEC-03] [SEC-04] [SEC-05] three fields of 32 characters, a live checklist, Save only when all is valid', async () => {
  page = await openPage(<AccountSecurityPage />);
  const fields = ['current', 'new', 'confirm'].map(field);
  expect(fields.map(({ maxLength, type: kind }) => [maxLength, kind])).toEqual(
    fields.map(() => [32, 'password']),
  );
  expect([marks(), save().disabled]).toEqual([[false, false, false], true]);
  await type(field('new'), '7');
  expect(marks()).toEqual([false, true, false]);
  await type(field('new'), GOOD);
  expect(marks()).toEqual([true, true, true]);
  expect(save().disabled).toBe(true);
  await type(field('confirm'), GOOD);
  expect(save().disabled).toBe(true);
  await type(field('current'), OLD);
  expect(save().disabled).toBe(false);
});

test('[SEC-06] a second password that differs is said inline', async () => {
  page = await openPage(<AccountSecurityPage />);
  await fill(OLD, GOOD, 'Harbor8');
  expect(errorAt('confirm')).toBe('The passwords don’t match.');
  expect(save().disabled).toBe(true);
  await hotkey('Enter');
  expect(put()).toEqual([]);
});

test('[SHORT-16] the button and Alt+Shift+Enter save; the fields are emptied and the list is asked again', async () => {
  page = await openPage(<AccountSecurityPage />);
  await fill(OLD, GOOD);
  await click(save());
  await settle();
  expect(put()).toEqual([{ current: OLD, new: GOOD, confirm: GOOD, keep: [], shown: [] }]);
  expect(said()).toContain('Password changed.');
  expect(['current', 'new', 'confirm'].map((name) => field(name).value)).toEqual(['', '', '']);
  expect(callsOf('GET', 'sessions')).toHaveLength(2);
  await fill(OLD, GOOD);
  await hotkey('Enter');
  expect(put()).toHaveLength(2);
});

const PASSKEY = {
  id: 'passkey/7',
  kind: 'passkey',
  name: 'Phone',
  createdAt: '2026-11-20T10:00:00-05:00',
  lastUsedAt: null,
  recent: true,
};

test('the password does not change while the other logins are unknown: those not kept are removed', async () => {
  server['GET otherLogins'] = refusal(400, 'VALIDATION');
  page = await openPage(<AccountSecurityPage />);
  await settle();
  await fill(OLD, GOOD);
  expect([save().disabled, page.place.textContent]).toEqual([
    true,
    expect.stringContaining('The other ways to log in couldn’t be loaded.'),
  ]);
  server['GET otherLogins'] = { logins: [PASSKEY] };
  await click(button('Try again'));
  await settle();
  expect([save().disabled, page.place.textContent]).toEqual([false, expect.stringContaining('“Phone”')]);
});

test('a login that was added after the list was loaded is shown before it is removed', async () => {
  page = await openPage(<AccountSecurityPage />);
  await fill(OLD, GOOD);
  server['GET otherLogins'] = { logins: [PASSKEY] };
  server['PUT Password.json'] = refusal(409, 'LOGINS_CHANGED');
  await click(save());
  await settle();
  expect(said()).toBe('Words about LOGINS_CHANGED.');
  server['PUT Password.json'] = { success: true };
  await click(findInput(page.place, '.kept-logins input'));
  await click(save());
  await settle();
  const body = { current: OLD, new: GOOD, confirm: GOOD };
  expect(put()).toEqual([[], ['passkey/7']].map((ids) => ({ ...body, keep: ids, shown: ids })));
});

test.each([
  ['PASSWORD_LENGTH', 'new', 'Use 8 to 32 characters.'],
  ['PASSWORD_SAME_AS_OLD', 'new', 'The new password is the same as the old one.'],
  ['PASSWORD_WRONG_CURRENT', 'current', 'The current password is wrong.'],
  ['PASSWORD_MISMATCH', 'confirm', 'The passwords don’t match.'],
  ['PASSWORD_GENERIC', null, 'The password couldn’t be changed. Try again.'],
  ['PASSWORD_RULES', null, 'The password couldn’t be changed. Try again.'],
])('[SEC-08] the server’s %s stands at its field and in a growl', async (code, place, words) => {
  server['PUT Password.json'] = {
    status: 412,
    json: { success: false, error: code, key_message: code, message: 'x' },
  };
  page = await openPage(<AccountSecurityPage />);
  await fill(OLD, GOOD);
  await click(save());
  await settle();
  expect(said()).toBe(words);
  for (const name of ['current', 'new', 'confirm'])
    expect(errorAt(name)).toBe(name === place ? words : undefined);
  expect(field('new').value).toBe(GOOD);
});

test('who tried too often reads the server’s words', async () => {
  server['PUT Password.json'] = refusal(429, 'TOO_MANY_ATTEMPTS');
  page = await openPage(<AccountSecurityPage />);
  await fill(OLD, GOOD);
  await click(save());
  await settle();
  expect(said()).toBe('Words about TOO_MANY_ATTEMPTS.');
});

test('shows where the account is logged in, and ends one of the others', async () => {
  page = await openPage(<AccountSecurityPage />);
  const rows = [...page.place.querySelectorAll('.logins li')].map((li) => li.textContent);
  expect(rows[0]).toContain('Chrome on LinuxThis browser');
  expect(rows[1]).toContain('Safari on iPhone');
  expect(rows[1]).toContain('10.0.0.7 · logged in 11/19/2026 10:00 · last used 11/19/2026 11:00');
  expect(page.place.querySelectorAll('.logins li button')).toHaveLength(1);
  server['GET sessions'] = { sessions: SESSIONS.slice(0, 1) };
  await click(find(page.place, '.logins li button'));
  await settle();
  expect(callsOf('DELETE', 'sessions').map(({ body }) => body)).toEqual([{ id: 'b'.repeat(32) }]);
  expect(said()).toBe('Session logged out.');
  expect(page.place.querySelectorAll('.logins li')).toHaveLength(1);
});

const logout = () => find(page.place, 'select[aria-labelledby=automatic-logout]') as HTMLSelectElement;

test('the automatic logout shows the standard and what may be chosen, and is saved at once', async () => {
  server['PUT automaticLogout'] = { success: true, data: { ...LOGOUT, minutes: 10 } };
  page = await openPage(<AccountSecurityPage />);
  expect([...logout().options].map(({ text }) => text)).toEqual([
    'Default: 30 minutes',
    '5 minutes',
    '10 minutes',
    '15 minutes',
    '30 minutes',
  ]);
  await choose(logout(), '10');
  await settle();
  expect(callsOf('PUT', 'automaticLogout').map(({ body }) => body)).toEqual([{ minutes: 10 }]);
  expect(logout().value).toBe('10');
  expect(page.place.querySelector('.prefs-saved')?.textContent).toBe('Saved');
});

test('an automatic logout that is refused goes back and says why', async () => {
  server['PUT automaticLogout'] = refusal(400, 'VALIDATION');
  page = await openPage(<AccountSecurityPage />);
  await choose(logout(), '5');
  await settle();
  expect(logout().value).toBe('');
  expect(find(page.place, '#automatic-logout-error').textContent).toBe('Words about VALIDATION.');
});

test('a list that does not come leaves the rest of the page usable', async () => {
  server['GET sessions'] = refusal(400, 'BAD_REQUEST');
  page = await openPage(<AccountSecurityPage />);
  expect(page.place.textContent).toContain('Your sessions can’t be shown right now.');
  await fill(OLD, GOOD);
  expect(save().disabled).toBe(false);
});

test.each([
  [CHROME, 'Chrome', 'Linux'],
  [IPHONE, 'Safari', 'iPhone'],
  [
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/142.0 Safari/537.36 Edg/142.0',
    'Edge',
    'Windows',
  ],
  ['Mozilla/5.0 (Macintosh; Intel Mac OS X 15.0; rv:145.0) Gecko/20100101 Firefox/145.0', 'Firefox', 'Mac'],
  ['curl/8.5.0', '', ''],
])('%s is %s on %s', (userAgent, browser, system) => {
  expect(browserName(userAgent)).toEqual({ browser, system });
});
