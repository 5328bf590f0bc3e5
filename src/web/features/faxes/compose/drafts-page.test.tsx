// @vitest-environment jsdom
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { FaxDraft } from '#contract/faxes/fax-drafts.ts';
import { callsOf, resetServer, server, startFalseServer } from '#web/kit/false-server-for-test.tsx';
import { startI18n } from '#web/kit/i18n.ts';
import {
  button,
  freshHistory,
  openPage,
  push,
  said,
  settle,
  stubWindow,
  until,
} from '#web/kit/open-page-for-test.tsx';
import { growlStore } from '#web/ui/growl-store.ts';
import { find, findInput, press, type } from '#web/ui/render-for-test.tsx';
import type { Rendered } from '#web/ui/render-for-test.tsx';
import { forgetDraft, identityStore } from './draft-store.ts';
import { DraftsPage } from './drafts-page.tsx';

const draftOf = (id: string, change: Partial<FaxDraft> = {}): FaxDraft => ({
  id: id.repeat(22),
  to: [],
  typing: '',
  subject: '',
  files: 0,
  firstFile: '',
  failed: 0,
  pages: 0,
  picture: '',
  savedAt: '2026-11-23T16:55:00Z',
  here: true,
  open: false,
  browser: '',
  ...change,
});
const LEASE = draftOf('a', {
  subject: 'Lease',
  to: [{ number: '2125550147', name: 'Dana Whitfield' }],
  pages: 4,
});
const ORDER = draftOf('b', { firstFile: 'order.pdf', files: 2, failed: 1, here: false, open: true });
const UNTITLED = draftOf('c');

let shown: Rendered;
const names = () => [...shown.place.querySelectorAll('.drafts-name')].map((one) => one.textContent);
const focused = () => document.activeElement?.getAttribute('aria-label');
const open = async (drafts: FaxDraft[] | object, history = freshHistory()) => {
  server['GET faxDrafts'] = Array.isArray(drafts) ? { data: drafts } : drafts;
  shown = await openPage(<DraftsPage />, history);
};

beforeEach(async () => {
  stubWindow();
  startFalseServer({ 'GET MainInterface.json': { id: '601', options: '', folders: {}, drafts: 3 } });
  resetServer();
  await startI18n();
});
afterEach(async () => {
  await shown.close();
  growlStore.set(null);
  forgetDraft();
  sessionStorage.clear();
  vi.unstubAllGlobals();
});

test('each draft says what it is, to whom it goes, what is wrong with it and where it is open', async () => {
  await open([LEASE, ORDER, UNTITLED]);
  expect(names()).toEqual(['Lease', 'order.pdf', 'Untitled']);
  const rows = [...shown.place.querySelectorAll('tbody tr')].map((row) => row.textContent);
  expect(rows[0]).toContain('To Dana Whitfield');
  expect(rows[1]).toContain('No recipients yet · 1 file couldn’t be converted');
  expect(rows[1]).toContain('Now open on another device');
  expect(find(shown.place, '.list-page-bar').textContent).toContain('3 drafts');
});

test('the search looks in names and numbers, and says when nothing matches', async () => {
  await open([LEASE, ORDER]);
  const field = findInput(shown.place);
  await type(field, 'dana 0147');
  expect(names()).toEqual(['Lease']);
  await type(field, 'invoice');
  expect(shown.place.textContent).toContain('No drafts match');
  await push('Clear search');
  expect(names()).toEqual(['Lease', 'order.pdf']);
});

test('an empty list and one that could not be loaded say so', async () => {
  await open([]);
  expect(shown.place.textContent).toContain('No draftsFaxes you start are saved here automatically.');
  await shown.close();
  resetServer();
  await open({ status: 403, json: { success: false, error: 'X', message: 'Words.' } });
  await until(() => expect(shown.place.textContent).toContain('Your drafts couldn’t be loaded.'));
  server['GET faxDrafts'] = { data: [LEASE] };
  await push('Try again');
  expect(names()).toEqual(['Lease']);
});

test('arrows move between drafts; Delete discards one, the next gets the focus, and Undo brings it back', async () => {
  await open([LEASE, ORDER, UNTITLED]);
  button('Continue Lease').focus();
  await press(button('Continue Lease'), 'ArrowDown');
  expect(focused()).toBe('Continue order.pdf');
  server['GET faxDrafts'] = { data: [LEASE, UNTITLED] };
  await press(button('Continue order.pdf'), 'Delete');
  await until(() => expect(focused()).toBe('Continue Untitled'));
  expect(callsOf('DELETE', 'faxDrafts').map(({ body }) => body)).toEqual([{ id: ORDER.id }]);
  await until(() => expect(said()).toContain('Draft discarded'));
  growlStore.get()?.action?.run();
  await until(() => expect(said()).toBe('Undone'));
  expect(callsOf('POST', 'restoreFaxDraft').map(({ body }) => body)).toEqual([{ id: ORDER.id }]);
});

test('Delete that is held discards one draft, for which Undo is offered, and arrows that are held move on', async () => {
  await open([LEASE, ORDER, UNTITLED]);
  button('Continue Lease').focus();
  await press(button('Continue Lease'), 'ArrowDown', { repeat: true });
  server['GET faxDrafts'] = { data: [LEASE, UNTITLED] };
  await press(button('Continue order.pdf'), 'Delete');
  await until(() => expect(focused()).toBe('Continue Untitled'));
  await press(button('Continue Untitled'), 'Delete', { repeat: true });
  await press(button('Continue Untitled'), 'Delete', { shiftKey: true });
  await settle();
  expect(names()).toEqual(['Lease', 'Untitled']);
  expect(callsOf('DELETE', 'faxDrafts').map(({ body }) => body)).toEqual([{ id: ORDER.id }]);
});

test('Duplicate makes a second draft with an id of its own; a refusal is said', async () => {
  await open([LEASE]);
  server['POST duplicateFaxDraft'] = { success: true };
  server['GET faxDrafts'] = { data: [LEASE, draftOf('d', { subject: 'Lease' })] };
  await push('Duplicate Lease');
  await until(() => expect(said()).toBe('Draft duplicated'));
  expect(callsOf('POST', 'duplicateFaxDraft').map(({ body }) => body)).toEqual([
    { id: LEASE.id, copy: expect.stringMatching(/^[\w-]{16,64}$/u) },
  ]);
  await until(() => expect(names()).toEqual(['Lease', 'Lease']));
  server['POST duplicateFaxDraft'] = {
    status: 412,
    json: { success: false, error: 'FAX_DRAFTS_FULL', message: 'There are 200 drafts already.' },
  };
  await push('Duplicate Lease');
  await until(() => expect(said()).toBe('There are 200 drafts already.'));
});

test('a draft whose discarding is refused stays', async () => {
  await open([LEASE]);
  server['DELETE faxDrafts'] = { status: 403, json: { success: false, error: 'X', message: 'Words.' } };
  await push('Discard Lease');
  await until(() => expect(growlStore.get()?.kind).toBe('error'));
  await until(() => expect(names()).toEqual(['Lease']));
});

test('Continue opens the draft in compose; a refusal is said, and the list stays', async () => {
  const history = freshHistory();
  await open([LEASE], history);
  server['POST openFaxDraft'] = {
    status: 409,
    json: { success: false, error: 'DRAFT_GONE', message: 'This fax was sent or discarded.' },
  };
  await push('Continue Lease');
  await until(() => expect(said()).toContain('This fax was sent or discarded.'));
  expect(history.location.pathname).toBe('/');
  const cover = Object.fromEntries(
    'name company phone location subject comments fromName fromCompany fromPhone fromLocation templateId'
      .split(' ')
      .map((field) => [field, '']),
  );
  const content = {
    numbers: ['2125550147'],
    typing: '',
    cover: { use: false, ...cover },
    named: { name: '', company: '' },
    photos: 'quick',
    later: null,
    coverless: false,
    files: [],
  };
  server['POST openFaxDraft'] = { success: true, data: { version: 4, content } };
  await push('Continue Lease');
  await until(() => expect(history.location.pathname).toBe('/inbox/compose'));
  await settle();
  expect(identityStore.get()).toEqual({ id: LEASE.id, version: 4 });
});
