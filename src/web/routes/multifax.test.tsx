// @vitest-environment jsdom
import { expect, test, vi } from 'vitest';
import { ANSWERS, MULTIFAX_MAIN, calls, heading, open, place, until, world } from './app-for-test.tsx';
import { currentSession, openSession } from '#web/kit/session-store.ts';
import { click, find, findInput, type } from '#web/ui/render-for-test.tsx';

vi.mock('#web/features/customers/administrators/accounts/accounts-page.tsx', () => ({
  AccountsPage: () => <h1>Accounts here</h1>,
}));
vi.mock('#web/features/customers/administrators/usage/usage-page.tsx', () => ({
  UsagePage: () => <h1>Usage here</h1>,
}));
vi.mock('#web/features/customers/administrators/storage/storage-page.tsx', () => ({
  StoragePage: () => <h1>Storage here</h1>,
}));

// The shell loads on first display; that must not count as slowness of a page.
await import('#web/shell/multifax-shell.tsx');

const HOME = '/multifax/configure-fax-accounts';
Object.assign(ANSWERS, {
  'getMultifaxNode.json': {
    status: true,
    node: 'n7',
    redirect: { status: false, domain: '' },
    kind: 'multifax',
  },
  'getNodeData.json': { status: true, node: 'n7' },
  'MultifaxInterfaceData.json': MULTIFAX_MAIN,
});
const kindIs = (kind: string) => {
  ANSWERS['checkAuthToken'] = { valid: true, kind, node: 'n7', expiresIn: 9 };
};
const username = () => findInput(place(), 'input[name=username]');
const logIn = async () => {
  await type(username(), 'admin1');
  await type(findInput(place(), 'input[name=password]'), 'secret');
  await click(find(place(), 'button[type=submit]'));
};
const shown = () => [location.pathname, heading()];

test('[MFL-01] user name of 64 and password of 32 characters, both needed', async () => {
  await open('/multifax/login');
  const submit = find(place(), 'button[type=submit]') as HTMLButtonElement;
  expect([username().maxLength, findInput(place(), 'input[name=password]').maxLength]).toEqual([64, 32]);
  expect(submit.disabled).toBe(true);
  await type(username(), 'admin1');
  expect(submit.disabled).toBe(true);
  await type(findInput(place(), 'input[name=password]'), 'x');
  expect(submit.disabled).toBe(false);
});

test('[MFL-02] [MFL-06] [MFL-09] one call with the host name opens the session, over any former one', async () => {
  kindIs('multifax');
  openSession('n1');
  await open('/multifax/login');
  const held = Promise.withResolvers<unknown>();
  const answer = ANSWERS['getMultifaxNode.json'];
  ANSWERS['getMultifaxNode.json'] = held.promise;
  await logIn();
  expect(currentSession().token).toBe(false);
  held.resolve(answer);
  await until(() => expect(shown()).toEqual([HOME, 'Accounts here']));
  ANSWERS['getMultifaxNode.json'] = answer;
  const call = calls.find(({ path }) => path.endsWith('getMultifaxNode.json'));
  expect(JSON.parse(call?.init?.body as string)).toEqual({
    username: 'admin1',
    password: 'secret',
    domain: 'localhost',
  });
  expect(currentSession()).toEqual({ token: true, kind: 'multifax', node: 'n7' });
  expect(place().querySelector('.hd')).not.toBeNull();
});

test('[MFL-04] [MFL-05] [MFL-07] a 412 is the fixed sentence; anything else only ends the waiting', async () => {
  await open('/multifax/login');
  world.statuses = { 'getMultifaxNode.json': 412 };
  await logIn();
  await until(() => expect(place().textContent).toContain('Incorect fax number/password. Please try again.'));
  world.statuses = { 'getMultifaxNode.json': 500 };
  await logIn();
  await until(() => expect(place().textContent).not.toContain('Incorect'));
  expect([location.pathname, place().querySelector('.overlay')]).toEqual(['/multifax/login', null]);
});

test('[MFL-08] [CALL-08] auto-login asks for the node of the host and skips the form with the session of an administrator', async () => {
  kindIs('multifax');
  await open('/multifax/login?auto-login=1');
  await until(() => expect(shown()).toEqual([HOME, 'Accounts here']));
  const asked = calls.find(({ path }) => path.endsWith('getNodeData.json'));
  expect(JSON.parse(asked?.init?.body as string)).toEqual({ domain: 'localhost' });
});

test.each([
  ['/forgot-password', null, null],
  ['/multifax/usage', 'multifax', HOME],
  ['/dashboard', 'user', '/dashboard'],
] as const)('[HEAD-15] the header of %s is the one of its route', async (path, kind, firstPlace) => {
  if (kind !== null) {
    kindIs(kind);
    openSession('n7', kind);
  }
  await open(path);
  await until(() => expect(location.pathname).toBe(path));
  const first = place().querySelector('.hd .nav a');
  expect(first?.getAttribute('href') ?? null).toBe(firstPlace);
  expect(place().querySelector('.auth > header') !== null).toBe(kind === null);
});

test.each([['user', 200] as const, ['multifax', 401] as const])(
  'auto-login shows the form with a session %s that answers %s',
  async (kind, status) => {
    kindIs(kind);
    world.statuses = { checkAuthToken: status };
    await open('/multifax/login?auto-login=1');
    await until(() => expect([location.pathname, location.search]).toEqual(['/multifax/login', '']));
    expect(username()).toBeDefined();
  },
);

test.each([
  [HOME, 'Accounts here'],
  ['/multifax/usage', 'Usage here'],
  ['/multifax/external-storage', 'Storage here'],
])('[ROUTE-14] %s is open to administrators', async (path, title) => {
  kindIs('multifax');
  openSession('n7', 'multifax');
  await open(path);
  await until(() => expect(shown()).toEqual([path, title]));
});

test.each([HOME, '/multifax/usage', '/multifax/external-storage'])(
  '[ROUTE-14] %s is closed without a session',
  async (path) => {
    await open(path);
    await until(() => expect(shown()).toEqual(['/login', 'Log in']));
  },
);

test('a page of a fax account is none for an administrator', async () => {
  kindIs('multifax');
  openSession('n7', 'multifax');
  await open('/dashboard');
  await until(() => expect(shown()).toEqual([HOME, 'Accounts here']));
});

test('a page of an administrator is none for a fax account', async () => {
  kindIs('user');
  openSession('n7');
  await open('/multifax/usage');
  await until(() => expect(shown()).toEqual(['/dashboard', 'Dashboard here']));
});

test('[HEAD-11] [HEAD-12] [HEAD-13] [HEAD-14] logo, places, pages, who is signed in, log out', async () => {
  kindIs('multifax');
  openSession('n7', 'multifax');
  await open('/multifax/usage');
  await until(() => expect(find(place(), '.hd').textContent).toContain('1,986 of 5,000 pages this month'));
  expect(find(place(), '.acct').textContent).toBe('admin1 admin@example.com');
  for (const [words, path] of [
    ['Configure fax account', HOME],
    ['External storage', '/multifax/external-storage'],
    ['Usage', '/multifax/usage'],
  ] as const) {
    const link = [...place().querySelectorAll<HTMLElement>('.nav a')].find(
      (one) => one.textContent === words,
    );
    await click(link ?? document.body);
    await until(() => expect(location.pathname).toBe(path));
  }
  await click(find(place(), '.brand-link'));
  await until(() => expect(location.pathname).toBe(HOME));
  await click(find(place(), '.acct'));
  const entries = [...document.querySelectorAll('[role=menuitem]')];
  expect(entries.map(({ textContent }) => textContent)).toEqual([
    'Security',
    'People',
    'Single sign-on',
    'Directory',
    'API keys',
    'Webhooks',
    'Activity',
    'Log out',
  ]);
  await click(entries.at(-1) as HTMLElement);
  await until(() => expect(shown()).toEqual(['/multifax/login', 'Administrator login']));
  expect(currentSession().token).toBe(false);
});

test.each([
  ['/login', 'guest', null],
  ['/forgot-password', 'guest', null],
  ['/multifax/login', 'guest', null],
  [HOME, 'multifax', 'Configure fax account'],
  ['/multifax/usage', 'multifax', 'Configure fax account'],
  ['/multifax/external-storage', 'multifax', 'Configure fax account'],
  ['/dashboard', 'user', 'Dashboard'],
  ['/inbox', 'user', 'Dashboard'],
  ['/inbox/compose', 'user', 'Dashboard'],
] as const)('[HEAD-15] %s has the header of a %s', async (path, kind, firstPlace) => {
  kindIs(kind);
  if (kind !== 'guest') openSession('n7', kind);
  await open(path);
  await until(() => expect(place().querySelector('header')).not.toBeNull());
  expect(location.pathname).toBe(path);
  const places = [...place().querySelectorAll('header.hd nav a')].map((link) => link.textContent);
  expect([place().querySelector('.auth > header') !== null, places[0] ?? null]).toEqual([
    kind === 'guest',
    firstPlace,
  ]);
});

test('[MFL-11] a session that ended leads to a login page', async () => {
  openSession('n7', 'multifax');
  world.statuses = { checkAuthToken: 401 };
  await open('/multifax/usage');
  await until(() => expect(location.pathname).toBe('/login'));
});
