import { expect, it } from 'vitest';

import { fakeDocuments } from '#test/sending-rig.ts';

import { makePages } from './make-pages.ts';

it.each([
  ['CONVERTER_CRASHED', 'failed'],
  ['CONVERTER_UNAVAILABLE', 'none'],
] as const)('a cover page that is not drawn (%s) is no fault of the document', async (reason, mishap) => {
  const deps = {
    files: {} as never,
    documents: fakeDocuments(),
    drawCover: async () => ({ kind: 'retry', reason }) as const,
  };
  const document = { accountId: 1, originals: [], cover: {} };
  expect(await makePages(deps, document, new AbortController().signal)).toEqual({
    kind: 'retry',
    reason: 'CONVERTER_UNAVAILABLE',
    mishap,
  });
});
