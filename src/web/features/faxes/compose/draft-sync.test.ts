// @vitest-environment jsdom
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { FaxDraftContent } from '#contract/faxes/fax-drafts.ts';
import { clearSession, openSession } from '#web/kit/session-store.ts';
import { attachmentStore, claimDraft, draftStore, forgetDraft, identityStore } from './draft-store.ts';
import {
  discardDraft,
  finishSaving,
  hasChanges,
  holdDraft,
  openDraft,
  putAway,
  saveDraft,
  startSaving,
  startWriting,
  syncStore,
} from './draft-sync.ts';
import { phaseStore } from './use-send.ts';

interface Call {
  name: string;
  method: string;
  keepalive: boolean;
  body: { id?: string; version?: number; open?: boolean; content?: FaxDraftContent };
}
const calls: Call[] = [];
/** The responses to the next calls; those after them succeed. */
let answers: (() => Response | Promise<Response>)[] = [];
let stored: FaxDraftContent | undefined;

const refusal = (status: number, error: string) =>
  Response.json({ success: false, error, message: error }, { status });

vi.stubGlobal('fetch', async (url: string, init?: RequestInit) => {
  const name = new URL(url, location.origin).pathname.split('/').at(-1) ?? '';
  const body = typeof init?.body === 'string' ? (JSON.parse(init.body) as Call['body']) : {};
  calls.push({ name, method: init?.method ?? 'GET', keepalive: init?.keepalive === true, body });
  const answer = answers.shift();
  if (answer !== undefined) return await answer();
  if (name === 'openFaxDraft') return Response.json({ success: true, data: { version: 7, content: stored } });
  return Response.json({ success: true, data: { version: (body.version ?? 0) + 1 } });
});
const saves = () => calls.filter(({ name, method }) => name === 'faxDrafts' && method === 'PUT');
const write = (numbers: string[]) => draftStore.set({ ...draftStore.get(), numbers });

beforeEach(() => {
  vi.useFakeTimers();
  openSession('n1');
  claimDraft('601');
  forgetDraft();
  startSaving();
  calls.length = 0;
  answers = [];
});
afterEach(async () => {
  forgetDraft();
  await vi.runOnlyPendingTimersAsync();
  vi.useRealTimers();
});

test('what is written is saved a moment later, each save after the one before; an untouched fax is not', async () => {
  draftStore.set({ ...draftStore.get(), prefilled: true, cover: { ...draftStore.get().cover, use: true } });
  await vi.advanceTimersByTimeAsync(2000);
  expect(saves()).toEqual([]);
  write(['3105550111']);
  write(['3105550111', '3105550112']);
  await vi.advanceTimersByTimeAsync(2000);
  expect(saves().map(({ body }) => [body.version, body.content?.numbers])).toEqual([
    [0, ['3105550111', '3105550112']],
  ]);
  expect(syncStore.get().kind).toBe('saved');
  write(['3105550112']);
  await vi.advanceTimersByTimeAsync(2000);
  expect(saves().map(({ body }) => body.version)).toEqual([0, 1]);
  await vi.advanceTimersByTimeAsync(20_000);
  expect(saves()).toHaveLength(2);
});

test('a save that was not answered is tried again as it was; one that was refused only after a change', async () => {
  answers = [() => Promise.reject(new TypeError('offline')), () => refusal(412, 'FAX_DRAFTS_FULL')];
  write(['3105550111']);
  await vi.advanceTimersByTimeAsync(2000);
  expect(syncStore.get()).toEqual({ kind: 'unsaved', reason: '' });
  await vi.advanceTimersByTimeAsync(5000);
  expect(saves().map(({ body }) => body.version)).toEqual([0, 0]);
  expect(syncStore.get()).toEqual({ kind: 'unsaved', reason: 'FAX_DRAFTS_FULL' });
  await vi.advanceTimersByTimeAsync(60_000);
  expect(saves()).toHaveLength(2);
  write(['3105550112']);
  await vi.advanceTimersByTimeAsync(2000);
  expect(syncStore.get().kind).toBe('saved');
});

test('continued on another device nothing more is saved; continued here it is what was written there', async () => {
  write(['3105550111']);
  await saveDraft();
  stored = { ...(saves()[0]?.body.content as FaxDraftContent), numbers: ['3105550112'] };
  answers = [() => refusal(409, 'DRAFT_ELSEWHERE')];
  await holdDraft(true);
  expect(syncStore.get().kind).toBe('elsewhere');
  write(['3105550113']);
  await vi.advanceTimersByTimeAsync(10_000);
  expect(saves()).toHaveLength(1);
  // This page is the only place that has this text.
  expect(await putAway()).toBe(false);
  await openDraft(identityStore.get().id);
  expect(draftStore.get().numbers).toEqual(['3105550112']);
  expect([syncStore.get().kind, hasChanges()]).toEqual(['saved', false]);
  write(['3105550114']);
  await saveDraft();
  expect(saves().at(-1)?.body.version).toBe(7);
});

test('put away it is closed on the server; one that is not there yet stays, and an emptied one is discarded', async () => {
  write(['3105550111']);
  expect(await putAway()).toBe(true);
  // The end of the page must not cancel this call.
  const closed = { name: 'holdFaxDraft', keepalive: true, body: { open: false, version: 1 } };
  expect(calls.at(-1)).toMatchObject(closed);
  attachmentStore.set([
    { id: '1', name: 'a.pdf', size: 1, file: new File(['x'], 'a.pdf'), fault: null, conversion: null },
  ]);
  expect(await putAway()).toBe(false);
  attachmentStore.set([]);
  write([]);
  const { id } = identityStore.get();
  expect(await putAway()).toBe(true);
  expect(calls.at(-1)).toMatchObject({ name: 'faxDrafts', method: 'DELETE', body: { id } });
  expect(identityStore.get()).not.toMatchObject({ id });
});

test('discarded while it is saved it does not come back', async () => {
  const gate = Promise.withResolvers<Response>();
  answers = [async () => await gate.promise];
  write(['3105550111']);
  const saving = saveDraft();
  const discarding = discardDraft();
  gate.resolve(Response.json({ success: true, data: { version: 1 } }));
  await saving;
  expect(await discarding).toBe(saves()[0]?.body.id);
  expect(calls.map(({ method }) => method)).toEqual(['PUT', 'DELETE']);
});

test('a reload may have interrupted a save: what the browser had kept is saved before it is sent', async () => {
  write(['3105550111']);
  await finishSaving();
  expect(saves()).toEqual([]);
  const { id } = identityStore.get();
  const kept = sessionStorage.getItem('f2e.compose') ?? '';
  forgetDraft();
  sessionStorage.setItem('f2e.compose', kept);
  claimDraft('601');
  await finishSaving();
  await finishSaving();
  expect(saves().map(({ body }) => [body.id, body.version])).toEqual([[id, 0]]);
});

test('at one number, each person finds only the fax that they were writing, and none that was not confirmed', () => {
  openSession('n1');
  startWriting('601', '7');
  write(['3105550111']);
  phaseStore.set({ kind: 'lost' });
  clearSession('expired');
  openSession('n1');
  startWriting('601', '7');
  expect([draftStore.get().numbers, phaseStore.get().kind]).toEqual([['3105550111'], 'lost']);
  clearSession('expired');
  openSession('n1');
  startWriting('601', '8');
  expect([draftStore.get().numbers, phaseStore.get().kind]).toEqual([[], 'editing']);
  write(['3105550112']);
  startWriting('601');
  expect(draftStore.get().numbers).toEqual([]);
});
