// @vitest-environment jsdom
import { beforeEach, expect, test, vi } from 'vitest';
import { ANSWERS, MULTIFAX_MAIN, calls, heading, open, place, until } from './app-for-test.tsx';
import { openSession } from '#web/kit/session-store.ts';
import { click, find } from '#web/ui/render-for-test.tsx';

vi.mock('#web/features/customers/administrators/accounts/accounts-page.tsx', () => ({
  AccountsPage: () => <h1>Accounts here</h1>,
}));
vi.mock('#web/features/customers/administrators/usage/usage-page.tsx', () => ({
  UsagePage: () => <h1>Usage here</h1>,
}));

// Lazy loading on first display must not count as slowness of a page.
await import('#web/shell/multifax-shell.tsx');
await import('#web/shell/overlays.ts');
await import('#web/features/customers/administrators/activity/activity-page.tsx');
await import('./multifax-people-screen.tsx');

const HOME = '/multifax/configure-fax-accounts';
const as = (role: string, places = 1) => {
  const person = { name: 'Ana Duarte', email: 'ana@example.com', role, places };
  ANSWERS['MultifaxInterfaceData.json'] = { ...MULTIFAX_MAIN, person };
};
const ACTION = { id: '5', at: '2026-11-20T10:00:00-05:00', account: '', detail: '', address: '10.0.0.1' };
Object.assign(ANSWERS, {
  checkAuthToken: { valid: true, kind: 'multifax', node: 'n7', expiresIn: 9 },
  ownActions: {
    rows: [
      { ...ACTION, action: 'person.invite', who: 'Ana Duarte' },
      { ...ACTION, id: '4', action: 'session.login', who: '' },
    ],
    total: 2,
  },
  'Accounts.json': [{ id: '601', fnumber: '2125550101', email: 'ops@example.com' }],
  faxActivity: { rows: [], total: 0 },
  people: { people: [], invitations: [], numberLogin: { you: false, lastUsedAt: null } },
  ownAccounts: {
    accounts: [{ id: '7', faxNumber: '2125550107', role: 'member', unread: 3, current: false }],
    administrators: [{ id: '9', username: 'admin1', role: 'billing', current: true }],
  },
});

beforeEach(() => {
  openSession('n7', 'multifax');
  ANSWERS['MultifaxInterfaceData.json'] = { ...MULTIFAX_MAIN, person: null };
});

const places = () => [...place().querySelectorAll('header.hd nav a')].map(({ textContent }) => textContent);
const menu = async () => {
  await click(find(place(), '.acct'));
  return [...document.querySelectorAll('[role=menuitem]')].map(({ textContent }) => textContent);
};

test.each([
  ['billing', '/multifax/usage', ['Usage'], ['Security', 'Log out']],
  ['auditor', '/multifax/activity', [], ['Security', 'Activity', 'Log out']],
] as const)('%s begins at %s and is offered nothing else', async (role, path, nav, entries) => {
  as(role);
  await open(HOME);
  await until(() => expect(location.pathname).toBe(path));
  expect(places()).toEqual(nav);
  expect(await menu()).toEqual(entries);
  expect(find(place(), '.acct').textContent).toBe('admin1 Ana Duarte');
  // The data of a page that the role does not allow are never requested.
  expect(calls.filter(({ path: asked }) => asked.includes('MultifaxAccountInfo'))).toEqual([]);
});

test('the activity names people, and that of an account can be chosen', async () => {
  as('auditor');
  await open('/multifax/activity');
  await until(() => expect(place().querySelectorAll('tbody tr')).toHaveLength(2));
  const rows = [...place().querySelectorAll('tbody tr')].map(({ textContent }) => textContent);
  expect(rows[0]).toMatch(/Ana Duarte.*Person invited/u);
  expect(rows[1]).toMatch(/Shared login.*Logged in/u);
  const select = find(place(), 'select') as HTMLSelectElement;
  await until(() => expect([...select.options].map(({ text }) => text)).toContain('Faxes of 212-555-0101'));
  select.value = '601';
  select.dispatchEvent(new Event('change', { bubbles: true }));
  await until(() => expect(calls.some(({ path }) => path.endsWith('/faxActivity'))).toBe(true));
});

/** Returns the button, which exists once the list has loaded. */
const inviteButton = () =>
  [...place().querySelectorAll('button')].find((one) => one.textContent === 'Invite people');

test('people are invited with the roles of an administrator', async () => {
  await open('/multifax/people');
  await until(() => expect(heading()).toBe('People'));
  await until(() => expect(place().textContent).toContain('Everyone works for admin1'));
  await until(() => expect(inviteButton()).toBeDefined());
  await click(inviteButton() ?? document.body);
  await until(() =>
    expect(
      [...document.querySelectorAll<HTMLInputElement>('[role=dialog] [type=radio]')].map(
        ({ value }) => value,
      ),
    ).toEqual(['billing', 'auditor', 'administrator']),
  );
});

test('whoever works at several places goes to an account from the menu', async () => {
  as('billing', 2);
  ANSWERS['switchAccount'] = { success: true, data: { node: 'n7', kind: 'user' } };
  await open('/multifax/usage');
  await until(() => expect(heading()).toBe('Usage here'));
  expect(await menu()).toContain('Switch account');
  const entry = [...document.querySelectorAll('[role=menuitem]')].find(
    ({ textContent }) => textContent === 'Switch account',
  );
  await click(entry ?? document.body);
  await until(() =>
    expect([...document.querySelectorAll('[role=option]')].map(({ textContent }) => textContent)).toEqual([
      expect.stringMatching(/212-555-0107.*Member/u),
      expect.stringMatching(/admin1.*Billing.*Current/u),
    ]),
  );
  await click(find(document.body, '[role=option]'));
  await until(() => {
    const call = calls.find(({ path }) => path.includes('switchAccount'));
    expect(JSON.parse(call?.init?.body as string)).toEqual({ account: '7' });
  });
});
