// @vitest-environment jsdom
import { expect, test, vi } from 'vitest';
import {
  ANSWERS,
  calls,
  heading,
  logIn,
  MAIN,
  open,
  place,
  until,
  world,
} from '#web/routes/app-for-test.tsx';
import { currentSession, openSession } from '#web/kit/session-store.ts';
import { click, find, press } from '#web/ui/render-for-test.tsx';

const alt = (code: string) => press(document.body, code, { code, altKey: true, shiftKey: true });

test('[AUTH-05] a failing token check clears the token and leads to /login', async () => {
  openSession('n1');
  world.statuses = { checkAuthToken: 401 };
  await open('/inbox');
  await until(() => expect([location.pathname, heading()]).toEqual(['/login', 'Log in']));
  expect(currentSession().token).toBe(false);
  expect(calls.some((call) => call.path.endsWith('MainInterface.json'))).toBe(false);
});

test('a page that begins without an answer says so, asks again, and goes on', async () => {
  openSession('n1');
  world.statuses = { 'GlobalSettings.json': 503, 'MainInterface.json': 503 };
  const opening = open('/inbox');
  await until(() => expect(place().textContent).toContain('The service isn’t responding'));
  expect([place().querySelector('.reconnecting'), currentSession().token]).toEqual([null, true]);
  world.statuses = {};
  await opening;
  expect(heading()).toBe('Inbox here');
});

test('[AUTH-08] [HEAD-09] log out in the account menu ends the session and returns to /login', async () => {
  openSession('n1');
  await open('/inbox');
  await until(() => expect(place().querySelector('.acct')).not.toBeNull());
  await logOut();
  await until(() => expect([location.pathname, heading()]).toEqual(['/login', 'Log in']));
  expect(currentSession().token).toBe(false);
  expect(calls.filter((call) => call.path.endsWith('logout.json'))).toHaveLength(1);
});

test('[AUTH-10] [WID-04] the global overlay stands while signing in and while logging out, and goes afterwards', async () => {
  await open('/login');
  const held = Promise.withResolvers<unknown>();
  ANSWERS['faxuser.cookie'] = held.promise;
  await logIn();
  await until(() => expect(find(place(), '.overlay').textContent).toBe('Logging in…'));
  held.resolve({ success: true, node: 'n7', kind: 'user' });
  await until(() => expect(location.pathname).toBe('/dashboard'));
  await until(() => expect(place().querySelector('.overlay')).toBeNull());
  ANSWERS['faxuser.cookie'] = { success: true, node: 'n7', kind: 'user' };
  const slow = Promise.withResolvers<unknown>();
  ANSWERS['logout.json'] = slow.promise;
  await until(() => expect(place().querySelector('.acct')).not.toBeNull());
  await logOut();
  await until(() => expect(find(place(), '.overlay').textContent).toBe('Logging out…'));
  slow.resolve({ success: true });
  await until(() => expect([location.pathname, place().querySelector('.overlay')]).toEqual(['/login', null]));
  ANSWERS['logout.json'] = { success: true };
});

test('logging out waits a few seconds for a server that does not answer, and then leaves like without one', async () => {
  openSession('n1');
  await open('/inbox');
  await until(() => expect(place().querySelector('.acct')).not.toBeNull());
  const limits: [number, AbortController][] = [];
  const timeout = vi.spyOn(AbortSignal, 'timeout').mockImplementation((ms) => {
    const limit = new AbortController();
    limits.push([ms, limit]);
    return limit.signal;
  });
  ANSWERS['logout.json'] = new Promise(() => undefined);
  await logOut();
  await until(() => expect(find(place(), '.overlay').textContent).toBe('Logging out…'));
  const [[ms, limit] = []] = limits;
  expect(ms).toBeLessThan(10_000);
  limit?.abort(new DOMException('Too late.', 'TimeoutError'));
  await until(() => expect([location.pathname, place().querySelector('.overlay')]).toEqual(['/login', null]));
  expect(currentSession().token).toBe(false);
  ANSWERS['logout.json'] = { success: true };
  timeout.mockRestore();
});

/** By the entry of the account menu. */
async function logOut(): Promise<void> {
  await click(find(place(), '.acct'));
  const entry = [...document.querySelectorAll<HTMLElement>('[role=menuitem]')].find(
    (item) => item.textContent === 'Log out',
  );
  if (entry !== undefined) await click(entry);
}

test('[SHORT-07] [SHORT-08] [SHORT-13] Alt+Shift+1, 2 and N go to dashboard, inbox and compose', async () => {
  openSession('n1');
  await open('/inbox?folder=Sent&page=3');
  await until(() => expect(heading()).toBe('Inbox here'));
  await alt('Digit1');
  await until(() => expect(location.pathname).toBe('/dashboard'));
  await alt('KeyN');
  await until(() => expect(location.pathname).toBe('/inbox/compose'));
  await alt('Digit2');
  await until(() => expect([location.pathname, location.search]).toEqual(['/inbox', '']));
});

test.each([
  [990, '.topbar', '.hd'],
  [991, '.hd', '.topbar'],
])('[MOB-01] at %s px the header is %s', async (width, there, absent) => {
  world.width = width;
  openSession('n1');
  await open('/inbox');
  await until(() => expect(place().querySelector(there)).not.toBeNull());
  expect(place().querySelector(absent)).toBeNull();
});

test('[MOB-08] the mobile menu has the folder list with unread counts', async () => {
  const folders = { ...MAIN.folders, Inbox: { total: 9, unread: 4 }, Outbox: { total: 2, unread: 0 } };
  ANSWERS['MainInterface.json'] = { ...MAIN, folders };
  world.width = 390;
  openSession('n1');
  await open('/inbox?folder=Sent');
  await until(() => expect(place().querySelector('.bottomnav .cnt')).not.toBeNull());
  await click(find(place(), 'button[aria-label=Menu]'));
  ANSWERS['MainInterface.json'] = MAIN;
  const entries = [...document.querySelectorAll<HTMLElement>('.drawer-nav a')].map(
    (entry) => entry.textContent,
  );
  expect(entries.slice(0, 4)).toEqual(['Inbox44 unread faxes', 'Outbox22 faxes waiting', 'Sent', 'Archive']);
  expect(document.querySelector('.drawer-nav [aria-current=page]')?.textContent).toBe('Sent');
});

test('after a change of page the new page has the focus', async () => {
  openSession('n1');
  await open('/inbox');
  await until(() => expect(place().querySelector('.nav a')).not.toBeNull());
  // jsdom has no layout, so every element counts as hidden; what this checks is that the page receives the focus.
  await click(find(place(), '.nav a[href="/dashboard"]'));
  await until(() => expect(heading()).toBe('Dashboard here'));
  await until(() => expect(document.activeElement?.tagName).toBe('MAIN'));
});
