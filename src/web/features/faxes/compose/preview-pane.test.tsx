// @vitest-environment jsdom
import { afterEach, beforeEach, expect, test } from 'vitest';
import { resetServer, startFalseServer } from '#web/kit/false-server-for-test.tsx';
import { startI18n } from '#web/kit/i18n.ts';
import { openPage, stubWindow } from '#web/kit/open-page-for-test.tsx';
import type { CoverPicture } from '#web/shared/faxes/cover-preview.ts';
import type { Rendered } from '#web/ui/render-for-test.tsx';
import { draftStore } from './draft-store.ts';
import { PreviewPane } from './preview-pane.tsx';

startFalseServer({ 'GET coverPages': { data: [] } });
stubWindow();
await startI18n();

let page: Rendered;
beforeEach(resetServer);
afterEach(async () => await page.close());

const shown = async (picture: CoverPicture) => {
  const cover = { ...draftStore.get().cover, use: true };
  const preview = { pages: [{ kind: 'cover' as const }], waiting: false, cover, picture, template: '1' };
  page = await openPage(<PreviewPane preview={{ ...preview, chooseTemplate: () => undefined }} />);
  const has = (what: string) => page.place.querySelector(`.preview-page ${what}`) !== null;
  return [has('.preview-coming'), has('img'), has('.preview-failed')];
};

test('the place of the cover page is kept until its first picture is there, or said to be missing', async () => {
  expect(await shown({ url: null, failed: false })).toEqual([true, false, false]);
  await page.close();
  expect(await shown({ url: 'blob:1', failed: false })).toEqual([false, true, false]);
  await page.close();
  expect(await shown({ url: null, failed: true })).toEqual([false, false, true]);
});
