// @vitest-environment jsdom
import { act } from 'react';
import { expect, test, vi } from 'vitest';
import { ANSWERS, calls, heading, logIn, MAIN, open, place, until, world } from './app-for-test.tsx';
import { loadBrand } from '#web/kit/brand.ts';
import { formatDateTime, setTimeZone } from '#web/kit/format-date.ts';
import { currentSession, onSessionEnd, openSession } from '#web/kit/session-store.ts';
import { click, find } from '#web/ui/render-for-test.tsx';

test('[ROUTE-02] an unknown path leads to /login', async () => {
  await open('/nope/at/all');
  await until(() => expect([location.pathname, heading()]).toEqual(['/login', 'Log in']));
});

test.each(['/dashboard', '/inbox', '/inbox?folder=Sent', '/inbox/compose'])(
  '%s without a stored token leads to /login',
  async (path) => {
    await open(path);
    expect([location.pathname, heading()]).toEqual(['/login', 'Log in']);
  },
);

test.each([
  ['/dashboard', 'Dashboard here'],
  ['/inbox', 'Inbox here'],
  ['/inbox/compose', 'Compose here'],
])('%s with a stored token opens', async (path, title) => {
  openSession('n1');
  await open(path);
  await until(() => expect(heading()).toBe(title));
});

test.each([
  [991, '/dashboard'],
  [990, '/inbox'],
])('[ROUTE-17] after login a width of %s px goes to %s', async (px, path) => {
  world.width = px;
  await open('/login');
  await logIn();
  await until(() => expect(location.pathname).toBe(path));
});

test('[ROUTE-18] the login page shows only a logo header: no footer, no growls', async () => {
  await open('/login');
  expect(find(place(), 'header').textContent).toBe('Fax-to-Email');
  expect(place().querySelector('footer, .growls, nav')).toBeNull();
});

test('[ROUTE-19] /login reached while signed in clears the session and the user data', async () => {
  openSession('n1');
  const forgot = vi.fn<() => void>();
  const stop = onSessionEnd(forgot);
  await open('/login');
  stop();
  expect(currentSession()).toEqual({ token: false, kind: 'user', node: '' });
  expect(localStorage.getItem('f2e.token')).toBeNull();
  expect(forgot).toHaveBeenCalledTimes(1);
  expect(calls.map((call) => call.path)).toContain('/api/faxui/logout.json');
});

test('[AUTH-06] a 401 from any call leads to /login', async () => {
  openSession('n1');
  world.statuses = { 'MainInterface.json': 401 };
  await open('/inbox');
  await until(() => expect([location.pathname, heading()]).toEqual(['/login', 'Log in']));
  expect(currentSession().token).toBe(false);
  expect(find(place(), '.note').textContent).toBe('Your session has ended. Log in again.');
});

test('whoever logs out in one tab is logged out in all of them at once, and reads why', async () => {
  openSession('n1');
  await open('/inbox');
  await until(() => expect(heading()).toBe('Inbox here'));
  localStorage.removeItem('f2e.token');
  dispatchEvent(new StorageEvent('storage', { key: 'f2e.token', newValue: null }));
  await until(() => expect([location.pathname, heading()]).toEqual(['/login', 'Log in']));
  expect(find(place(), '.note').textContent).toBe('You logged out in another tab.');
});

test('a portal’s link that opened nothing says so; whoever comes by themselves reads nothing', async () => {
  await open('/login?link=used');
  expect(find(place(), '.note').textContent).toContain('already used or has expired');
  await open('/login');
  expect(place().querySelector('.note')).toBeNull();
});

test('a server fault leaves everybody where they are', async () => {
  openSession('n1');
  world.statuses = { 'MainInterface.json': 503, 'GlobalSettings.json': 404 };
  await open('/inbox');
  await until(() => expect(heading()).toBe('Inbox here'));
  expect(currentSession().token).toBe(true);
});

test('[HEAD-01] [HEAD-03] [HEAD-05] the header has the logo to the dashboard, the usage of the limit, number and address', async () => {
  openSession('n1');
  await open('/inbox');
  await until(() => expect(place().textContent).toContain('212-555-0100'));
  expect(find(place(), '.hd a').getAttribute('href')).toBe('/dashboard');
  expect(find(place(), '.hd .usage').textContent).toBe('1 of 300 pages this month');
  expect(place().textContent).toContain('owner@example.com');
});

test('[HEAD-02] the menu leads to dashboard, fax messages, contacts and preferences', async () => {
  openSession('n1');
  await open('/dashboard');
  await until(() => expect(place().querySelectorAll('.hd nav a')).toHaveLength(4));
  for (const [index, [name, path]] of [
    ['Fax messages', '/inbox'],
    ['Contacts', '/contacts'],
    ['Preferences', '/preferences/general'],
    ['Dashboard', '/dashboard'],
  ].entries()) {
    const link = [...place().querySelectorAll('.hd nav a')][(index + 1) % 4];
    expect(link?.textContent).toBe(name);
    if (link) await click(link);
    await until(() => expect(location.pathname).toBe(path));
  }
});

test('[HEAD-04] [SHELL-04] an account with enterprisefax=yes in its options has no usage counter', async () => {
  openSession('n1');
  ANSWERS['MainInterface.json'] = { ...MAIN, options: 'sftp=no; EnterpriseFax = yes' };
  await open('/inbox');
  await until(() => expect(place().textContent).toContain('212-555-0100'));
  ANSWERS['MainInterface.json'] = MAIN;
  expect(place().querySelector('.usage')).toBeNull();
});

test('[SHELL-02] an account whose limit the server leaves out has 300 pages a month', async () => {
  openSession('n1');
  ANSWERS['MainInterface.json'] = { ...MAIN, monthLimit: undefined };
  await open('/inbox');
  await until(() => expect(place().textContent).toContain('212-555-0100'));
  ANSWERS['MainInterface.json'] = MAIN;
  expect(find(place(), '.hd .usage').textContent).toBe('1 of 300 pages this month');
});

test('[SHELL-08] dates are shown in the zone that timeZoneLabel.system_name of the settings names', async () => {
  openSession('n1');
  const settings = ANSWERS['GlobalSettings.json'];
  ANSWERS['GlobalSettings.json'] = {
    language: 'en',
    timeZoneLabel: { name: 'Tokyo', system_name: 'Asia/Tokyo' },
  };
  setTimeZone('America/New_York');
  await open('/inbox');
  await until(() => expect(heading()).toBe('Inbox here'));
  ANSWERS['GlobalSettings.json'] = settings;
  expect(formatDateTime('2026-11-20T19:04:01-05:00')).toBe('11/21/2026 09:04');
  setTimeZone('America/New_York');
});

/** Returns the entries of the menu beside a page of the preferences. */
const entries = () =>
  [...place().querySelectorAll('.prefs-rail a')].map((link) => [link.textContent, link.getAttribute('href')]);

test('[PGEN-11] [PGEN-12] the menu of the preferences; cloud storage only for accounts of an Egnyte brand', async () => {
  openSession('n1');
  const everybody = [
    ['General', '/preferences/general'],
    ['Appearance', '/preferences/appearance'],
    ['Notifications', '/preferences/notifications'],
    ['Cover page', '/preferences/cover-page'],
    ['Email to fax', '/preferences/email-to-fax'],
    ['Security', '/preferences/account-security'],
    ['People', '/preferences/people'],
    ['Rules', '/preferences/rules'],
    ['Subaccounts', '/preferences/subaccounts'],
    ['Blocked numbers', '/preferences/blocked-numbers'],
    ['Keyboard shortcuts', '/preferences/keyboard-shortcuts'],
    ['Activity', '/preferences/activity'],
  ];
  await open('/preferences/keyboard-shortcuts');
  const developers = [
    ['API keys', '/preferences/api-keys'],
    ['Webhooks', '/preferences/webhooks'],
  ];
  await until(() => expect(entries()).toEqual([...everybody, ...developers]));
  const ext = { helpUrl: '', sftpEnabled: false };
  ANSWERS['getBrandingPerDomain.json'] = {
    title: 'A',
    favicon: '',
    hid: '1',
    lang: '',
    ext,
    egnyte: { isEgnyte: true },
  };
  await act(() => loadBrand());
  await until(() =>
    expect(entries()).toEqual([
      ...everybody,
      ['Cloud storage', '/preferences/engnyte-storage'],
      ...developers,
    ]),
  );
});
