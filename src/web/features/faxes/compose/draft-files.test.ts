// @vitest-environment jsdom
import { expect, test, vi } from 'vitest';
import type { Draft } from '#contract/faxes/drafts.ts';
import { callApi } from '#web/kit/call-api.ts';
import type { Attachment } from './attachment-rules.ts';
import { watchConversions } from './draft-files.ts';
import { attachmentStore } from './draft-store.ts';
import { eventually } from '#web/ui/render-for-test.tsx';

vi.mock('#web/kit/call-api.ts', () => ({ callApi: vi.fn<typeof callApi>() }));

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
