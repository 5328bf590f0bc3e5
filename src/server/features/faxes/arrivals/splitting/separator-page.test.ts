import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { SEPARATOR_TEXT } from '#contract/faxes/splitting.ts';
import { openTestEngine } from '#engine/documents/fixtures/test-engine.ts';
import type { TestEngine } from '#engine/documents/fixtures/test-engine.ts';
import { halvePages } from '#engine/documents/output/rewrite-pages.ts';
import { projectFolders } from '#server/composition/web-server.ts';
import { loadMessages } from '#server/kit/messages.ts';
import type { Messages } from '#server/kit/messages.ts';
import { makeAccount } from '#test/factories.ts';
import { startApp } from '#test/start-app.ts';

import { drawSeparator } from './separator-page.ts';

let tests: TestEngine;
let messages: Messages;
beforeAll(async () => {
  tests = await openTestEngine();
  messages = await loadMessages(projectFolders.locales);
});
afterAll(async () => await tests.close());

const draw = async (language: string) => await drawSeparator({ documents: tests.engine, messages }, language);

/** Reads the first page in the same way as a received fax. */
async function read(tiff: Uint8Array, language = 'en'): Promise<{ codes: string[]; words: string }> {
  const outcome = await tests.engine.recognizeText(tiff, 1, { languages: [language] });
  if (outcome.kind !== 'ok') throw new Error(JSON.stringify(outcome));
  const { barcodes = [], lines } = outcome.text;
  return {
    codes: barcodes.map(({ text }) => text),
    words: lines.flatMap((line) => line.map(({ text }) => text)).join(' '),
  };
}

describe('the separator page', () => {
  it.each([
    ['en', 'Separator page'],
    ['de', 'Trennseite'],
    ['es', 'Página separadora'],
    ['fr', 'Page de séparation'],
    ['pt', 'Página separadora'],
    ['ar', 'صفحة'],
  ])('in %s is one page with its code and large words', async (language, title) => {
    const page = await draw(language);
    expect(tests.engine.countPages(page)).toBe(1);
    const { codes, words } = await read(page, language);
    expect(codes).toEqual([SEPARATOR_TEXT]);
    expect(words).toContain(title);
  });

  it('is known in standard resolution, fed upside down and sideways', async () => {
    const page = await draw('en');
    for (const tiff of [
      await halvePages(page),
      await tests.engine.exportTiff(page, 180),
      await tests.engine.exportTiff(page, 90),
    ])
      expect((await read(tiff)).codes).toEqual([SEPARATOR_TEXT]);
  });

  it('is downloaded as a PDF in the language of the account, by people who are logged in', async () => {
    const test = await startApp({ documents: tests.engine });
    const account = await makeAccount(test.database.db);
    const url = '/api/faxui/separatorPage';
    expect((await test.app.inject({ url })).statusCode).toBe(401);
    const answer = await test.app.inject({ url, ...(await test.signIn(account.number)) });
    expect(answer.headers).toMatchObject({
      'content-type': 'application/pdf',
      'content-disposition': 'attachment; filename="separator.pdf"',
    });
    const again = await tests.convert('separator.pdf', answer.rawPayload);
    if (again.kind !== 'ok') throw new Error(JSON.stringify(again));
    expect((await read(again.tiff)).codes).toEqual([SEPARATOR_TEXT]);
    await test.stop();
  });
});
