/** Pages of the preferences over a false server, for their tests. */
import { act } from 'react';
import type { ReactNode } from 'react';
import { QueryClientProvider } from '@tanstack/react-query';
import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  RouterProvider,
} from '@tanstack/react-router';
import { vi } from 'vitest';
import { startI18n } from '#web/kit/i18n.ts';
import { queryClient } from '#web/kit/query-client.ts';
import { openSession } from '#web/kit/session-store.ts';
import { ConfirmHost } from '#web/ui/confirm.tsx';
import { GrowlHost } from '#web/ui/growl.tsx';
import { growl } from '#web/ui/growl-store.ts';
import { render } from '#web/ui/render-for-test.tsx';
import type { Rendered } from '#web/ui/render-for-test.tsx';
import english from '../../../../locales/en.json';

/** One call as it was made. */
export interface MadeCall {
  method: string;
  name: string;
  body: Record<string, unknown> | undefined;
}

/** An answer that is not a plain 200. */
export interface Answer {
  status: number;
  json: unknown;
}

/** Every call that was made. */
export const calls: MadeCall[] = [];
/** Those of one method and name. */
export const callsOf = (method: string, name: string) =>
  calls.filter((call) => call.method === method && call.name === name);

/** What the false server says, by method and last part of the path; a function may look at the call. */
export const server: Record<string, unknown> = {};

/** Main data of the account that the false server knows. */
export const MAIN = {
  id: '1',
  hid: '1',
  faxNumber: '2125550100',
  formattedFaxNumber: '212-555-0100',
  adminEmail: 'owner@example.com',
  currentUsage: 118,
  sentPages: 44,
  rcvdPages: 74,
  monthLimit: null,
  options: '',
  showCancellationMenu: 1,
  cancellationPending: '0',
  cancellationEmail: 'cancel@example.com',
};
/** General settings of the account that the false server knows. */
export const SETTINGS = {
  notifyNew: '1',
  warnDelete: '1',
  language: 'en',
  timezoneId: '5',
  tour: 0,
  timeZoneLabel: { timezone_id: '5', name: 'Eastern', system_name: 'America/New_York' },
};
const ALWAYS: Record<string, unknown> = {
  'GET en.json': english,
  'GET languages.json': [
    { code: 'en', name: 'English' },
    { code: 'de', name: 'Deutsch' },
  ],
  'GET de.json': {},
  'GET MainInterface.json': MAIN,
  'GET GlobalSettings.json': SETTINGS,
  'GET mailDelivery.json': {
    copy: 'pdf',
    sendNotices: 'failed',
    report: '0',
    documents: true,
    troubles: [],
  },
  'GET TimeZoneList.json': [
    { timezone_id: '5', name: 'Eastern', system_name: 'America/New_York' },
    { timezone_id: '54', name: 'Tokyo', system_name: 'Asia/Tokyo' },
  ],
  'GET checkAuthToken': { valid: true, kind: 'user', node: 'n1', expiresIn: 9 },
};

vi.stubGlobal('fetch', async (url: string, init?: RequestInit) => {
  const name = new URL(url, location.origin).pathname.split('/').at(-1) ?? '';
  const body = typeof init?.body === 'string' ? (JSON.parse(init.body) as MadeCall['body']) : undefined;
  const call = { method: init?.method ?? 'GET', name, body };
  calls.push(call);
  const key = `${call.method} ${name}`;
  const known = server[key] ?? ALWAYS[key] ?? { success: true };
  const answer: unknown =
    typeof known === 'function' ? await (known as (call: MadeCall) => unknown)(call) : known;
  const { status, json } = isAnswer(answer) ? answer : { status: 200, json: answer };
  return new Response(JSON.stringify(json), { status });
});
vi.stubGlobal('matchMedia', () => ({
  matches: false,
  addEventListener: () => undefined,
  removeEventListener: () => undefined,
}));
vi.stubGlobal('scrollTo', () => undefined);

function isAnswer(answer: unknown): answer is Answer {
  return typeof answer === 'object' && answer !== null && 'status' in answer && 'json' in answer;
}

/** A refusal with words of the server. */
export function refusal(status: number, error: string): Answer {
  return { status, json: { success: false, error, message: `Words about ${error}.` } };
}

await startI18n();

/** Puts the false server back. */
export function reset(): void {
  for (const key of Object.keys(server)) delete server[key];
  calls.length = 0;
  queryClient.clear();
  growl.clear();
  openSession('n1');
}

/** Opens a page in an application that has nothing else, and waits until it has asked for everything. */
export async function openPage(page: ReactNode): Promise<Rendered> {
  const root = createRootRoute();
  const here = createRoute({ getParentRoute: () => root, path: '/', component: () => page });
  const rest = createRoute({ getParentRoute: () => root, path: '$', component: () => <p>Elsewhere</p> });
  const router = createRouter({
    routeTree: root.addChildren([here, rest]),
    history: createMemoryHistory({ initialEntries: ['/'] }),
  });
  const shown = await render(
    <QueryClientProvider client={queryClient}>
      <RouterProvider router={router as never} />
      <ConfirmHost />
      <GrowlHost closeLabel="Close" />
    </QueryClientProvider>,
  );
  await settle();
  return shown;
}

/** Lets answers arrive; also with false timers. */
export async function settle(ms = 1): Promise<void> {
  for (let turn = 0; turn < 10; turn++)
    await act(async () =>
      vi.isFakeTimers() ? vi.advanceTimersByTimeAsync(ms / 10) : new Promise((go) => setTimeout(go, 1)),
    );
}

/** What the growl says. */
export function said(): string {
  return document.querySelector('.growl')?.textContent ?? '';
}

/** The button with these words, anywhere on the page. */
export function button(words: string): HTMLButtonElement {
  const found = [...document.querySelectorAll('button')].find(
    (one) => one.textContent === words || one.getAttribute('aria-label') === words,
  );
  if (found === undefined) throw new Error(`no button says ${words}`);
  return found;
}

/** Presses Alt+Shift and a key of the page. */
export async function hotkey(code: string): Promise<void> {
  await act(async () => {
    document.body.dispatchEvent(
      new KeyboardEvent('keydown', { code, altKey: true, shiftKey: true, bubbles: true, cancelable: true }),
    );
  });
  await settle();
}

/** What the open dialog says; empty when none is open. */
export function dialogText(): string {
  return document.querySelector('[role=dialog], [role=alertdialog]')?.textContent ?? '';
}
