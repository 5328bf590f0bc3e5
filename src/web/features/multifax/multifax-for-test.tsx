/** Pages of an administrator over a false server, for their tests. */
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
import { click, find, render } from '#web/ui/render-for-test.tsx';
import type { Rendered } from '#web/ui/render-for-test.tsx';
import english from '../../../../locales/en.json';

/** One call as it was made. */
export interface MadeCall {
  method: string;
  name: string;
  query: URLSearchParams;
  body: Record<string, unknown> | undefined;
}

/** An answer that is not a plain 200. */
interface Answer {
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

/** An account as the list shows it. */
export const ACCOUNT = {
  uid: '601',
  faxnumber: '2125550101' as string | null,
  email: 'ops@example.com',
  pass: '',
  type: 'local',
  status: 'OK',
  subAccounts: ['a@example.com', 'b@example.com'],
  whiteDomainsList: [{ id: '5', Domain: 'example.com', active: '1' }],
  isHIPAA: false,
  domain: 'fax.example.com',
  portingNumber: null as string | null,
  mayView: false,
};
/** An answer of the list with these accounts. */
export const listOf = (accountList: readonly object[], total = 10, rows = accountList.length) => ({
  accountList,
  totalUsed: rows,
  total,
  freeServiceId: '44',
  rows,
});
const ALWAYS: Record<string, unknown> = {
  'GET en.json': english,
  'GET languages.json': [{ code: 'en', name: 'English' }],
  'GET checkAuthToken': { valid: true, kind: 'multifax', node: 'n1', expiresIn: 9 },
  'GET MultifaxInterfaceData.json': {
    email: 'admin@example.com',
    username: 'admin1',
    usedPages: 120,
    totalPages: 3000,
    parent: { parentId: '9', Domain: 'fax.example.com' },
    parentId: '9',
    Domain: 'fax.example.com',
  },
  'GET SubAccount.json': [],
  'GET WhiteListedDomains.json': [],
  'GET passwordRules.json': { PasswordMin: 8, PasswordMax: 32, Features: [] },
};

vi.stubGlobal('fetch', async (url: string, init?: RequestInit) => {
  const { pathname, searchParams } = new URL(url, location.origin);
  const body = typeof init?.body === 'string' ? (JSON.parse(init.body) as MadeCall['body']) : undefined;
  const call = {
    method: init?.method ?? 'GET',
    name: pathname.split('/').at(-1) ?? '',
    query: searchParams,
    body,
  };
  calls.push(call);
  const key = `${call.method} ${call.name}`;
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

/** A refusal; `code` is the number that some reasons have. */
export function refusal(status: number, error: string, code?: number): Answer {
  return { status, json: { success: false, error, message: `Words about ${error}.`, code } };
}

await startI18n();

/** Puts the false server back. */
export function reset(): void {
  for (const key of Object.keys(server)) delete server[key];
  calls.length = 0;
  queryClient.clear();
  growl.clear();
  openSession('n1', 'multifax');
}

/** Opens a page in an application that has nothing else, and waits until it has asked for everything. */
export async function openPage(page: ReactNode): Promise<Rendered> {
  const root = createRootRoute();
  const here = createRoute({ getParentRoute: () => root, path: '/', component: () => page });
  const router = createRouter({
    routeTree: root.addChildren([here]),
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
export const said = (): string => document.querySelector('.growl')?.textContent ?? '';

/** The button with these words, anywhere on the page. */
export function button(words: string): HTMLButtonElement {
  const found = [...document.querySelectorAll('button')].find(
    (one) => one.textContent === words || one.getAttribute('aria-label') === words,
  );
  if (found === undefined) throw new Error(`no button says ${words}`);
  return found;
}

/** Presses a button and waits for what comes of it. */
export async function push(words: string): Promise<void> {
  await click(button(words));
  await settle();
}

/** Says yes to the question that is open. */
export async function sure(): Promise<void> {
  await click(find(document.body, '[role=alertdialog] [data-variant=danger]'));
  await settle();
}
