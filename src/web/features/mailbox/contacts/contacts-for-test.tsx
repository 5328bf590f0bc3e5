/** The contacts pages over a fake server, for tests of how their parts work together. */
import { act } from 'react';
import { QueryClient } from '@tanstack/react-query';
import { createMemoryHistory, createRootRoute, createRoute, createRouter } from '@tanstack/react-router';
import { afterEach, beforeEach, vi } from 'vitest';
import { CONTACT_TABLE } from '#contract/mailbox/contacts.ts';
import type { ContactGroup } from '#contract/mailbox/contact-groups.ts';
import type { ContactRow } from '#contract/mailbox/contacts.ts';
import type { ReplyOf } from '#contract/kit/call.ts';
import { FAX_TABLE } from '#contract/mailbox/inbox.ts';
import type { faxText } from '#contract/mailbox/page-text.ts';
import type { FaxRow } from '#contract/mailbox/inbox.ts';
import { parseTableQuery } from '#contract/kit/table-query.ts';
import { readContactsSearch } from '#web/shared/mailbox/contacts-search.ts';
import { startI18n } from '#web/kit/i18n.ts';
import { renderRouter, stubWindow, until } from '#web/kit/open-page-for-test.tsx';
import { openSession } from '#web/kit/session-store.ts';
import { clearGrowl, growlStore } from '#web/ui/growl-store.ts';
import type { Rendered } from '#web/ui/render-for-test.tsx';
import english from '../../../../../locales/en.json';
import { ContactsPage } from './contacts-page.tsx';
import { ImportPage } from './import-page.tsx';

/** The data and responses of the fake server, and the calls that it received. */
export const world: {
  rows: ContactRow[];
  /** Faxes in the archive have the sender `archived`. */
  faxes: FaxRow[];
  groups: ContactGroup[];
  /** The same for every fax. */
  text: ReplyOf<typeof faxText>;
  width: number;
  warnDelete: '0' | '1';
  /** The status of the next responses, by the last part of the path; 0 is a lost connection. */
  statuses: Record<string, number>;
  /** The response to a save or an import. */
  answer: unknown;
  /** Deletions get a response only when this resolves. */
  gate: Promise<void>;
  /** Lists are answered only when this is over. */
  lists: Promise<void>;
  calls: { name: string; method: string; query: URLSearchParams; body: Record<string, unknown> }[];
} = {
  rows: [],
  faxes: [],
  groups: [],
  text: { state: 'none', pages: [] },
  width: 1440,
  warnDelete: '0',
  statuses: {},
  answer: null,
  gate: Promise.resolve(),
  lists: Promise.resolve(),
  calls: [],
};

let rendered: Rendered | undefined;
let router: ReturnType<typeof routerAt>;

stubWindow(() => world.width);

vi.stubGlobal('fetch', async (url: string, init?: RequestInit) => {
  const { pathname, searchParams: query } = new URL(url, location.origin);
  const name = pathname.split('/').at(-1) ?? '';
  const body = (typeof init?.body === 'string' ? JSON.parse(init.body) : {}) as Record<string, unknown>;
  world.calls.push({ name, method: init?.method ?? 'GET', query, body });
  if (init?.method === 'DELETE') await world.gate;
  if (name === 'SSPUserContacts.json') await world.lists;
  const status = world.statuses[name] ?? 200;
  if (status === 0) throw new TypeError('failed to fetch');
  if (status !== 200) return new Response('{"success":false,"error":"X"}', { status });
  return new Response(JSON.stringify(answer(name, init?.method ?? 'GET', query, body)));
});

function answer(
  name: string,
  method: string,
  query: URLSearchParams,
  body: Record<string, unknown>,
): unknown {
  if (name === 'en.json') return english;
  if (name === 'checkAuthToken') return { valid: true, kind: 'user', node: 'n1', expiresIn: 9 };
  if (name === 'GlobalSettings.json')
    return { warnDelete: world.warnDelete, language: 'en', timeZoneLabel: { system_name: 'UTC' } };
  if (name === 'SSPUserContacts.json') return list(query);
  if (name === 'SSPFaxArchive.json') {
    const { filters } = faxQuery(query);
    const data = world.faxes.filter((row) => (filters.archive === '1') === (row.sender === 'archived'));
    return { draw: 1, recordsTotal: data.length, recordsFiltered: data.length, data };
  }
  if (name === 'contactGroups') return { data: world.groups };
  if (name === 'faxText') return world.text;
  if (name === 'restoreContacts') return { success: true, data: { restored: body['faxnumids'] } };
  if (world.answer !== null) return world.answer;
  if (method === 'DELETE') {
    world.rows = world.rows.filter((row) => row.cid !== body['faxnumid']);
    return { success: true };
  }
  return { success: true, data: { faxnumid: '99', imported: 2, updated: 0, skipped: 0, errors: [] } };
}

function faxQuery(pairs: URLSearchParams) {
  const parsed = parseTableQuery(Object.fromEntries(pairs), FAX_TABLE);
  if (parsed.kind === 'bad') throw new Error(parsed.error);
  return parsed.query;
}

function list(pairs: URLSearchParams) {
  const parsed = parseTableQuery(Object.fromEntries(pairs), CONTACT_TABLE);
  if (parsed.kind === 'bad') throw new Error(parsed.error);
  const { start, length, search, filters, notEmpty } = parsed.query;
  const found = world.rows
    .filter((row) => filters.cid === undefined || row.cid === filters.cid)
    .filter((row) => filters.group === undefined || row.groups.includes(filters.group))
    .filter((row) => notEmpty.every((column) => row[column] !== ''))
    .filter((row) => search.every((term) => row.to_person.toLowerCase().includes(term)));
  return {
    draw: 1,
    recordsTotal: world.rows.length,
    recordsFiltered: found.length,
    data: found.slice(start, start + length),
  };
}

function routerAt(path: string) {
  const root = createRootRoute();
  const contacts = createRoute({
    getParentRoute: () => root,
    path: '/contacts',
    validateSearch: readContactsSearch,
    component: ContactsPage,
  });
  const upload = createRoute({ getParentRoute: () => root, path: '/contacts/import', component: ImportPage });
  const elsewhere = ['/dashboard', '/inbox', '/inbox/compose'].map((one) =>
    createRoute({ getParentRoute: () => root, path: one }),
  );
  return createRouter({
    routeTree: root.addChildren([contacts, upload, ...elsewhere]),
    history: createMemoryHistory({ initialEntries: [path] }),
  });
}

/** Opens a page and waits until it is shown. */
export async function open(path = '/contacts'): Promise<void> {
  await rendered?.close();
  router = routerAt(path);
  const client = new QueryClient({ defaultOptions: { queries: { retry: false, staleTime: 5000 } } });
  rendered = await renderRouter(router as never, client);
  await until(() => {
    if (place().querySelector('tbody tr, .blank, .contact-items li, .import, .note[data-tone=bad]') === null)
      throw new Error('no list');
  });
}

/** Returns the element that contains the page. */
export const place = () => {
  if (rendered === undefined) throw new Error('nothing is open');
  return rendered.place;
};
/** Returns the address as the router has it. */
export const address = () => ({ path: router.state.location.pathname, ...router.state.location.search });
/** Returns the state of the history entry. */
export const historyState = () => router.state.location.state;
/** Navigates to another page, like a link of the menu. */
export const leave = () => act(async () => void router.navigate({ to: '/dashboard' }));
/** Goes back as the browser's button does. */
export const back = () => act(async () => router.history.back());
/** The input under a label. */
export function field(label: string): HTMLInputElement {
  const found = [...document.querySelectorAll('label')].find((one) => one.textContent.trim() === label);
  const input = found && document.querySelector<HTMLInputElement>(`[id="${found.htmlFor}"]`);
  if (!input) throw new Error(`there is no field ${label}`);
  return input;
}
/** Returns the message below a field. */
export const fault = (label: string) =>
  document.querySelector(`[id="${field(label).id}-foot"][data-bad]`)?.textContent ?? null;
/** Returns the text of the current growl. */
export const growled = () => growlStore.get()?.text ?? null;
/** Returns the calls of a name that change something. */
export const sent = (name: string) =>
  world.calls.filter((call) => call.name === name && call.method !== 'GET');

/** Returns a contact of the list. */
export function contact(cid: number, values: Partial<ContactRow> = {}): ContactRow {
  const id = String(cid);
  return {
    cid: id,
    faxnumid: id,
    to_person: `Person ${cid}`,
    company: `Company ${cid}`,
    faxnum: String(2_125_550_000 + cid),
    to_voicenumber: '',
    email: '',
    to_location: '',
    description: '',
    groups: [],
    ...values,
  };
}

await startI18n();
beforeEach(() => {
  Object.assign(world, {
    rows: [1, 2, 3].map((cid) => contact(cid)),
    faxes: [],
    groups: [],
    width: 1440,
    warnDelete: '0',
    statuses: {},
    answer: null,
    gate: Promise.resolve(),
    lists: Promise.resolve(),
    calls: [],
  });
  openSession('n1');
});
afterEach(async () => {
  await rendered?.close();
  rendered = undefined;
  clearGrowl();
});
