/** The whole application over a fake server, for tests of routes and sign-in. */
import { act } from 'react';
import { RouterProvider } from '@tanstack/react-router';
import { afterEach, beforeEach, expect, vi } from 'vitest';
import { busy } from '#web/kit/busy.ts';
import { forgetTokenCheck, onSignedOut } from '#web/kit/call-api.ts';
import { startI18n } from '#web/kit/i18n.ts';
import { clearSession } from '#web/kit/session-store.ts';
import { makeRouter } from './routes.tsx';
import english from '../../../locales/en.json';
import { click, eventually, find, findInput, render, type } from '#web/ui/render-for-test.tsx';
import type { Rendered } from '#web/ui/render-for-test.tsx';

vi.mock('#web/features/mailbox/dashboard/dashboard-page.tsx', () => ({
  DashboardPage: () => <h1>Dashboard here</h1>,
}));
vi.mock('#web/features/mailbox/inbox/inbox-page.tsx', () => ({ InboxPage: () => <h1>Inbox here</h1> }));
vi.mock('#web/features/faxes/compose/compose-page.tsx', () => ({ ComposePage: () => <h1>Compose here</h1> }));

/** The data of an administrator who is logged in by user name. */
export const MULTIFAX_MAIN = {
  email: 'admin@example.com',
  username: 'admin1',
  usedPages: 1986,
  totalPages: 5000,
  parent: { parentId: '9', Domain: 'x' },
  parentId: '9',
  Domain: 'x',
};

/** The main data of the fake server's account. */
export const MAIN = {
  options: '',
  formattedFaxNumber: '212-555-0100',
  adminEmail: 'owner@example.com',
  currentUsage: 1,
  sentPages: 1,
  rcvdPages: 0,
  monthLimit: null,
  folders: Object.fromEntries(
    ['Inbox', 'Outbox', 'Sent', 'Archive'].map((name) => [name, { total: 0, unread: 0 }]),
  ),
};
/** The responses of the fake server, by the last part of the path; tests may change them. */
export const ANSWERS: Record<string, unknown> = {
  'getNode.json': { status: true, node: 'n7', redirect: { status: false, domain: '' } },
  'faxuser.cookie': { success: true, node: 'n7', kind: 'user' },
  checkAuthToken: { valid: true, kind: 'user', node: 'n7', expiresIn: 9 },
  'MainInterface.json': MAIN,
  'GlobalSettings.json': {
    language: 'en',
    timeZoneLabel: { name: 'Eastern', system_name: 'America/New_York' },
  },
  'logout.json': { success: true },
  signOnProviders: { providers: [] },
  'en.json': english,
  'languages.json': [],
};

/** Every call that was made. */
export const calls: { path: string; init: RequestInit | undefined }[] = [];
/** The settings of a test: response statuses and the window's width; also holds the data of a submitted form. */
export const world: {
  statuses: Record<string, number>;
  /** The error code of refusals. */
  code: string;
  width: number;
  submitted: Record<string, unknown> | null;
} = { statuses: {}, code: 'X', width: 1440, submitted: null };
let rendered: Rendered;

vi.stubGlobal('fetch', async (url: string, init?: RequestInit) => {
  const path = new URL(url, location.origin).pathname;
  calls.push({ path, init });
  const name = path.split('/').at(-1) ?? '';
  const status = world.statuses[name] ?? 200;
  const ended = new Promise<never>((_, reject) => {
    init?.signal?.addEventListener('abort', () => reject(init.signal?.reason as Error));
  });
  return new Response(
    JSON.stringify(
      status === 200
        ? ((await Promise.race([ANSWERS[name], ended])) ?? {})
        : { success: false, error: status === 401 ? 'AUTH_REQUIRED' : world.code, message: 'Words.' },
    ),
    {
      status,
    },
  );
});
vi.stubGlobal('matchMedia', (query: string) => ({
  matches: world.width <= Number(/max-width: (\d+)px/.exec(query)?.[1] ?? 0),
  addEventListener: () => undefined,
  removeEventListener: () => undefined,
}));
vi.stubGlobal(
  'EventSource',
  class {
    addEventListener() {}
    close() {}
  },
);
vi.stubGlobal('scrollTo', () => undefined);
HTMLFormElement.prototype.submit = function submit(this: HTMLFormElement) {
  world.submitted = { action: this.action, method: this.method, ...Object.fromEntries(new FormData(this)) };
};

/** Opens an address in a new application and waits until its page is shown. */
export async function open(path: string): Promise<void> {
  history.replaceState(null, '', path);
  const router = makeRouter();
  onSignedOut(() => void router.navigate({ to: '/login', replace: true }));
  rendered = await render(<RouterProvider router={router} />);
  await until(() => expect(place().querySelector('h1')).not.toBeNull());
}
/** Returns the element that contains the application. */
export const place = () => rendered.place;
/** Returns the text of the page's heading. */
export const heading = () => place().querySelector('h1')?.textContent;
/** Waits until a check passes. */
export const until = (check: () => void) =>
  eventually(async () => {
    // Not within act, which discards pending renders when something throws in it.
    await act(async () => undefined);
    check();
  });
/** The fields of the login page. */
export const number = () => findInput(place(), 'input[name=username]');
export const password = () => findInput(place(), 'input[name=password]');
export const submit = () => find(place(), 'button[type=submit]');
/** Fills in and submits the login form. */
export async function logIn(): Promise<void> {
  await type(number(), '2125550100');
  await type(password(), 'secret');
  await click(submit());
}

await startI18n();
beforeEach(() => {
  calls.length = 0;
  Object.assign(world, { statuses: {}, code: 'X', width: 1440, submitted: null });
  clearSession();
  forgetTokenCheck();
  // A page that was closed on its way to the next one waits for it no longer.
  busy.set(null);
});
afterEach(() => rendered.close());
