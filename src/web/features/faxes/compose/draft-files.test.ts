// @vitest-environment jsdom
import { afterEach, expect, test, vi } from 'vitest';
import type { Draft } from '#contract/faxes/drafts.ts';
import { callApi } from '#web/kit/call-api.ts';
import { upload } from '#web/kit/upload.ts';
import type { Attachment } from './attachment-rules.ts';
import { changePhotos, startUpload, stopUploads, watchConversions } from './draft-files.ts';
import { attachmentStore } from './draft-store.ts';
import { eventually } from '#web/ui/render-for-test.tsx';

vi.mock('#web/kit/call-api.ts', () => ({ callApi: vi.fn<typeof callApi>() }));
vi.mock('#web/kit/upload.ts', () => ({ upload: vi.fn<typeof upload>() }));
afterEach(() => vi.useRealTimers());

const converting = (id: string): Attachment => ({
  id,
  name: `${id}.txt`,
  size: 1,
  file: new File(['x'], `${id}.txt`),
  fault: null,
  conversion: { kind: 'converting', key: `key-${id}`, pages: 0 },
});
const ready = (id: string) => ({ id: `key-${id}`, state: 'READY', pages: 1 }) as Draft;

test('an answer that was asked for before a file came up says nothing about that file', async () => {
  const { promise, resolve } = Promise.withResolvers<{ data: readonly Draft[] }>();
  vi.mocked(callApi).mockImplementation(async () => (await promise) as never);
  attachmentStore.set([converting('a'), converting('b')]);
  watchConversions();
  attachmentStore.set([...attachmentStore.get(), converting('c')]);
  resolve({ data: [ready('a')] });
  await eventually(() => expect(attachmentStore.get()[0]?.conversion?.kind).toBe('ready'));
  expect(attachmentStore.get().map(({ fault }) => fault)).toEqual([null, 'gone', null]);
  expect(attachmentStore.get()[2]?.conversion?.kind).toBe('converting');
});

test('an upload that an outage has cut off starts again, more seldom while the outage lasts', async () => {
  vi.useFakeTimers();
  vi.mocked(upload).mockReset().mockResolvedValue({ kind: 'lost' });
  vi.mocked(callApi).mockResolvedValue({ data: [] });
  attachmentStore.set([{ ...converting('a'), conversion: null }]);
  startUpload('a');
  await vi.advanceTimersByTimeAsync(3000);
  expect(upload).toHaveBeenCalledTimes(1);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(vi.mocked(upload).mock.calls.length).toBeGreaterThan(2);
  expect(vi.mocked(upload).mock.calls.length).toBeLessThan(7);
  vi.mocked(upload).mockResolvedValue({ kind: 'ok', reply: { data: ready('a') } });
  await vi.advanceTimersByTimeAsync(60_000);
  expect(attachmentStore.get()[0]?.conversion?.kind).toBe('ready');
});

test('an upload that begins anew can be stopped, however late the one before ends', async () => {
  const signals: (AbortSignal | undefined)[] = [];
  vi.mocked(upload).mockImplementation(async (_call, _body, { signal } = {}) => {
    signals.push(signal);
    return await new Promise((resolve) => {
      signal?.addEventListener('abort', () => resolve({ kind: 'lost' }));
    });
  });
  attachmentStore.set([{ ...converting('a'), conversion: null }]);
  startUpload('a');
  changePhotos('fine');
  await Promise.resolve();
  await Promise.resolve();
  stopUploads();
  expect(signals.map((signal) => signal?.aborted)).toEqual([true, true]);
});
