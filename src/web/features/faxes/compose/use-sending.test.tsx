// @vitest-environment jsdom
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { clearSession, openSession } from '#web/kit/session-store.ts';
import { addDraft } from '#contract/faxes/drafts.ts';
import { sendFax } from '#contract/faxes/compose.ts';
import { ApiError } from '#web/kit/api-error.ts';
import { startI18n } from '#web/kit/i18n.ts';
import { upload } from '#web/kit/upload.ts';
import type { UploadOutcome } from '#web/kit/upload.ts';
import { clearGrowl } from '#web/ui/growl-store.ts';
import { eventually, render } from '#web/ui/render-for-test.tsx';
import type { Rendered } from '#web/ui/render-for-test.tsx';
import english from '../../../../../locales/en.json';
import type { Problems } from './compose-checks.ts';
import { startUpload } from './draft-files.ts';
import { saveDraft, startSaving } from './draft-sync.ts';
import { attachmentStore, draftStore, forgetDraft } from './draft-store.ts';
import { editUnconfirmed, phaseStore } from './use-send.ts';
import { useSending } from './use-sending.ts';
import type { Sending } from './use-sending.ts';

vi.mock('#web/kit/upload.ts', () => ({ upload: vi.fn<typeof upload>() }));
vi.mock('./use-scheduled.ts', () => ({ useScheduled: () => () => true }));
vi.mock('#web/kit/use-shown.ts', () => ({ useShown: () => ({ current: false }) }));
vi.mock('@tanstack/react-router', async (original) => ({
  ...(await original<object>()),
  useNavigate: () => () => undefined,
}));
/** Saves get a response only when this resolves. */
let gate: Promise<void> = Promise.resolve();
vi.stubGlobal('fetch', async (url: string) => {
  if (url.includes('en.json')) return Response.json(english);
  await gate;
  return Response.json({ success: true, data: url.includes('faxDrafts') ? { version: 1 } : [] });
});

/** The uploads, and how the test ends them. */
let sent: {
  call: unknown;
  body: FormData;
  signal: AbortSignal | undefined;
  end: (how: UploadOutcome<never>) => void;
}[];
let sending: Sending;
let problems: Problems = {};
let page: Rendered;

function Host(props: { take: (now: Sending) => void }) {
  props.take(useSending((now) => void (problems = now)));
  return null;
}
const uploads = () => sent.filter(({ call }) => call === addDraft);
const faxes = () => sent.filter(({ call }) => call === sendFax);
const state = () => attachmentStore.get()[0]?.conversion?.kind ?? null;
const write = (numbers: string[]) => draftStore.set({ ...draftStore.get(), numbers });

await startI18n();
beforeEach(async () => {
  sent = [];
  problems = {};
  vi.mocked(upload).mockImplementation(async (call, body, { signal } = {}) => {
    const { promise, resolve } = Promise.withResolvers<UploadOutcome<never>>();
    signal?.addEventListener('abort', () => resolve({ kind: 'lost' }));
    sent.push({ call, body, signal, end: resolve });
    return await promise;
  });
  page = await render(<Host take={(now) => void (sending = now)} />);
  const file = new File(['x'], 'a.pdf');
  attachmentStore.set([{ id: '1', name: 'a.pdf', size: 1, file, fault: null, conversion: null }]);
  startUpload('1');
});
afterEach(async () => {
  await page.close();
  editUnconfirmed();
  forgetDraft();
  clearGrowl();
});

test('a Send that the form refuses leaves uploads alone', async () => {
  void sending.send();
  await eventually(() => expect(problems.to).toBeTruthy());
  expect(sent.map(({ signal }) => signal?.aborted)).toEqual([false]);
  expect(state()).toBe('uploading');
});

test('after a Send that the server refuses, files that went along go up again', async () => {
  write(['2125550147']);
  const ended = sending.send();
  await eventually(() => expect(faxes()).toHaveLength(1));
  expect([state(), uploads()[0]?.signal?.aborted]).toEqual([null, true]);
  faxes()[0]?.end({ kind: 'refused', error: new ApiError(412, 'LIMIT_REACHED') });
  await ended;
  expect(phaseStore.get().kind).toBe('editing');
  expect([state(), uploads().length]).toEqual(['uploading', 2]);
});

test('the form is locked from the click on, also while a save is under way; a second click sends nothing', async () => {
  const { promise, resolve } = Promise.withResolvers<void>();
  gate = promise;
  openSession('n1');
  startSaving();
  write(['2125550147']);
  const saving = saveDraft();
  const ends = [sending.send(), sending.send()];
  expect([phaseStore.get().kind, faxes().length]).toEqual(['sending', 0]);
  resolve();
  await saving;
  await eventually(() => expect(faxes()).toHaveLength(1));
  expect(faxes()[0]?.body.get('draft_version')).toBe('1');
  faxes()[0]?.end({ kind: 'lost' });
  await Promise.all(ends);
  expect(faxes()).toHaveLength(1);
});

test('a fax whose writer logs out while it is saved does not go out', async () => {
  const { promise, resolve } = Promise.withResolvers<void>();
  gate = promise;
  openSession('n1');
  startSaving();
  write(['2125550147']);
  const saving = saveDraft();
  const ended = sending.send();
  clearSession();
  resolve();
  await saving;
  await ended;
  expect(faxes()).toEqual([]);
});

test('logging out ends the uploads of files', async () => {
  openSession('n1');
  clearSession();
  expect(sent.map(({ signal }) => signal?.aborted)).toEqual([true]);
});
