/** The inbox page over a fake server, for tests of how its parts work together. */
import { act } from 'react';
import { QueryClient } from '@tanstack/react-query';
import { createMemoryHistory, createRootRoute, createRoute, createRouter } from '@tanstack/react-router';
import { afterEach, beforeEach, vi } from 'vitest';
import type { FaxRow } from '#contract/mailbox/inbox.ts';
import type { BulkProgress } from '#contract/mailbox/search.ts';
import { readSearchLine } from '#contract/mailbox/search-words.ts';
import type { FollowedFax, OutboxItem } from '#contract/faxes/queue.ts';
import { plainAddress } from '#web/kit/address.ts';
import { setTimeZone } from '#web/kit/format-date.ts';
import { startI18n } from '#web/kit/i18n.ts';
import { renderRouter, stubWindow, until } from '#web/kit/open-page-for-test.tsx';
import { readInboxSearch } from '#web/shared/mailbox/inbox-search.ts';
import { clearGrowl } from '#web/ui/growl-store.ts';
import { find } from '#web/ui/render-for-test.tsx';
import type { Rendered } from '#web/ui/render-for-test.tsx';
import english from '../../../../../locales/en.json';
import { listForTest } from './fax-list-for-test.ts';
import { faxRowForTest } from './fax-row-for-test.ts';
import { InboxPage } from './inbox-page.tsx';
import type { Turns } from './page-turns.ts';

const SHOWN = '[role=listbox], .list .blank, .list .note, .outbox-panes, .sent-progress';
/** The data of the fake server, and the calls that it received. */
interface World {
  rows: FaxRow[];
  outbox: OutboxItem[];
  /** Faxes whose progress is reported one by one. */
  followed: FollowedFax[];
  /** Whether the account has a delivery window. */
  window: '0' | '1';
  width: number;
  warnDelete: '0' | '1';
  /** The number of faxes under a legal hold. */
  held: number;
  /** Status of the next answers by the last part of the path; 0: none comes. */
  statuses: Record<string, number>;
  /** The rotation of a fax after it was turned. */
  turned: Turns;
  /** Actions get a response only when this resolves. */
  gate: Promise<void>;
  calls: { name: string; query: URLSearchParams; body: unknown; key: string | null }[];
  /** Answers to actions on selections. */
  progress: BulkProgress[];
  /** Whether searches find more than they count. */
  more: boolean;
  /** Whether faxes may be sent by email. */
  mayEmailFaxes: boolean;
  /** The blocked callers. */
  blocked: string[];
}

const empty = (): World => ({
  rows: [],
  outbox: [],
  followed: [],
  window: '0',
  width: 1440,
  warnDelete: '0',
  held: 0,
  statuses: {},
  turned: { rotation: 90 },
  gate: Promise.resolve(),
  calls: [],
  progress: [],
  more: false,
  mayEmailFaxes: true,
  blocked: [],
});

export const world = empty();

let rendered: Rendered | undefined;
let router: ReturnType<typeof routerAt>;

stubWindow(() => world.width);
// jsdom has no layout.
Element.prototype.scrollIntoView = () => undefined;
Element.prototype.scrollTo = function top(this: Element) {
  this.scrollTop = 0;
};

vi.stubGlobal('fetch', async (url: string, init?: RequestInit) => {
  const { pathname, searchParams: query } = new URL(url, location.origin);
  const name = pathname.split('/').at(-1) ?? '';
  const body: unknown = typeof init?.body === 'string' ? JSON.parse(init.body) : undefined;
  world.calls.push({ name, query, body, key: new Headers(init?.headers).get('Idempotency-Key') });
  if (['FaxArchive.json', 'faxRotate', 'cancelJob'].includes(name)) await world.gate;
  const status = world.statuses[name] ?? 200;
  if (status === 0) throw new TypeError('The network is away.');
  if (status !== 200) return new Response('{"success":false,"error":"X","message":"Words."}', { status });
  return new Response(JSON.stringify(answer(name, query, body)));
});

function answer(name: string, query: URLSearchParams, body: unknown): unknown {
  if (name === 'en.json') return english;
  if (name === 'checkAuthToken') return { valid: true, kind: 'user', node: 'n1', expiresIn: 9 };
  if (name === 'GlobalSettings.json')
    return {
      warnDelete: world.warnDelete,
      language: 'en',
      timeZoneLabel: { system_name: 'America/New_York' },
    };
  if (name === 'SSPFaxArchive.json') return listForTest(world.rows, query);
  if (name === 'search') return foundBy(query);
  if (name === 'selectFaxes') return { success: true, data: { id: '9', total: world.rows.length } };
  if (name === 'bulkAction' || name === 'undoBulkAction')
    return { success: true, data: world.progress.shift() };
  if (name === 'FaxArchive.json') {
    const { fid } = body as { fid: string[] };
    return { success: true, data: { affected: fid.length, changed: fid } };
  }
  if (name === 'eraseFaxes') return { success: true, data: { erased: world.rows.length, held: world.held } };
  if (name === 'faxRotate') return { success: true, data: world.turned };
  if (name === 'getTruePageCount')
    return { data: { count: (body as { filepath: string[] }).filepath.map(() => 7) } };
  if (name === 'deliveryWindow.json')
    return { on: world.window, days: [1, 2, 3, 4, 5], from: '08:00', until: '16:00' };
  if (name === 'getOutbox') {
    const start = Number(query.get('start'));
    const data = world.outbox.slice(start, start + Number(query.get('length')));
    return { data, total: world.outbox.length };
  }
  if (name === 'sendProgress') {
    const wanted = query.get('fids')?.split(',') ?? [];
    return { data: world.followed.filter(({ fid }) => wanted.includes(fid)) };
  }
  if (name === 'editNumber') return { success: true, data: { to_faxnumber: '2125550199' } };
  if (name === 'recipients') {
    const john = { faxnum: '2125550142', to_person: 'John Doe', company: '', contact: true };
    return { data: query.get('search') === john.faxnum ? [john] : [], groups: [] };
  }
  if (name === 'faxText') return { state: 'none', pages: [] };
  if (name === 'BlockedNumber.json') return { success: true, data: { id: '5' } };
  if (name === 'BlockedNumbers.json')
    return Object.fromEntries(world.blocked.map((callerid, i) => [String(i), { callerid, company: '' }]));
  if (name === 'SSPUserContacts.json') return { draw: 1, recordsTotal: 0, recordsFiltered: 0, data: [] };
  if (name === 'cancelJob' && world.outbox.some(({ state }) => state === 'SENDING'))
    return { success: true, underWay: true };
  if (name !== 'MainInterface.json') return { success: true, data: {} };
  const count = { total: world.rows.length, unread: 0 };
  return {
    options: '',
    faxNumber: '2125550100',
    folders: { Inbox: count, Outbox: count, Sent: count, Archive: count },
    mayEmailFaxes: world.mayEmailFaxes,
  };
}

/** Searches like the server, but only for words, parties and folders; the rest has its own tests. */
function foundBy(pairs: URLSearchParams) {
  const { query } = readSearchLine(pairs.get('q') ?? '');
  const words = [...query.words, ...query.parties.map(({ text }) => text)];
  const rows = world.rows
    .map((row) => ({ ...row, folder: row.action === 'S' ? ('Sent' as const) : ('Inbox' as const) }))
    .filter((row) => query.folders.includes(row.folder))
    .filter((row) => words.every((word) => row.from_company.toLowerCase().includes(word)));
  const start = Number(pairs.get('start'));
  const data = rows.slice(start, start + Number(pairs.get('length')));
  return { total: rows.length, more: world.more, data };
}

function routerAt(path: string) {
  const root = createRootRoute();
  const inbox = createRoute({
    getParentRoute: () => root,
    path: '/inbox',
    validateSearch: readInboxSearch,
    component: InboxPage,
  });
  const elsewhere = ['/inbox/compose', '/contacts'].map((one) =>
    createRoute({ getParentRoute: () => root, path: one }),
  );
  return createRouter({
    routeTree: root.addChildren([inbox, ...elsewhere]),
    history: createMemoryHistory({ initialEntries: [path] }),
    ...plainAddress,
  });
}

/** Opens the inbox and waits until its list is shown. */
export async function open(path = '/inbox'): Promise<QueryClient> {
  await rendered?.close();
  router = routerAt(path);
  const client = new QueryClient({ defaultOptions: { queries: { retry: false, staleTime: 5000 } } });
  rendered = await renderRouter(router as never, client);
  await until(() => find(place(), SHOWN));
  return client;
}

/** Returns the element that contains the page. */
export const place = () => {
  if (rendered === undefined) throw new Error('nothing is open');
  return rendered.place;
};
/** Returns the rows of the list. */
export const options = () => [...place().querySelectorAll<HTMLElement>('[role=option]')];
/** Returns the row at an index. */
export const option = (index: number) => {
  const found = options()[index];
  if (found === undefined) throw new Error(`there is no row ${index}`);
  return found;
};
/** Returns the ids of the selected rows. */
export const selected = () =>
  options()
    .filter((row) => row.ariaSelected === 'true' || row.getAttribute('aria-selected') === 'true')
    .map((row) => row.dataset['id']);
/** Navigates from the inbox to another part of the product. */
export const leave = async (to: string) => await act(async () => await router.navigate({ to }));
/** Returns the path of the address, as the router has it. */
export const path = () => router.state.location.pathname;
/** Returns the search part of the address; on the inbox, as the page reads it. */
export const address = (): Record<string, unknown> =>
  path() === '/inbox' ? { ...readInboxSearch(router.state.location.search) } : router.state.location.search;
/** Returns the state of the history entry. */
export const historyState = () => router.state.location.state;
/** Returns the number of history entries. */
export const historyLength = () => router.history.length;
/** Returns the calls of a name. */
export const calls = (name: string) => world.calls.filter((call) => call.name === name);
/** Returns faxes of the inbox, numbered from 1. */
export const faxes = (count: number) =>
  Array.from({ length: count }, (_, i) => faxRowForTest(String(i + 1), { from_company: `Company ${i + 1}` }));

await startI18n();
setTimeZone('America/New_York');
beforeEach(() => {
  Object.assign(world, empty(), { rows: faxes(5) });
  localStorage.clear();
});
afterEach(async () => {
  await rendered?.close();
  rendered = undefined;
  clearGrowl();
});
