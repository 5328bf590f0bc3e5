import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';

import { projectFolders } from '#server/composition/web-server.ts';
import { makeFalseWeb } from '#test/false-web.ts';
import { startApp } from '#test/start-app.ts';
import type { TestApp } from '#test/start-app.ts';

let test: TestApp;
let web: Awaited<ReturnType<typeof makeFalseWeb>>;

beforeAll(async () => {
  web = await makeFalseWeb();
  test = await startApp({ web: web.folder });
});
afterAll(async () => {
  await test.stop();
  await web.remove();
});

const get = async (file: string, headers: Record<string, string> = {}) =>
  await test.app.inject({ url: `/locales/${file}`, headers });

it('[I18N-01] [I18N-02] serves the list of languages and the file of each; what is known already is not sent again', async () => {
  const list = await get('languages.json');
  expect(list.headers['content-type']).toBe('application/json; charset=utf-8');
  const languages = list.json<{ code: string }[]>().map(({ code }) => code);
  expect(languages).toEqual(expect.arrayContaining(['en', 'de', 'es', 'fr', 'pt', 'ar']));
  for (const language of languages) {
    const file = await get(`${language}.json`);
    expect([file.statusCode, file.body]).toEqual([
      200,
      await readFile(join(projectFolders.locales, `${language}.json`), 'utf8'),
    ]);
    const again = await get(`${language}.json`, { 'if-none-match': String(file.headers.etag) });
    expect([again.statusCode, again.body]).toEqual([304, '']);
  }
  for (const stranger of ['xx.json', '..%2Fpackage.json', 'en.json.bak', 'EN.json'])
    expect((await get(stranger)).statusCode).toBe(404);
});

it('a page gets the words of its own version or none; one that cannot ask again gets those that are there', async () => {
  const [, hash = ''] = /"(.+)"/u.exec(String((await get('en.json')).headers.etag)) ?? [];
  const own = await get(`en.json?v=${hash}&exact=1&time=1`);
  expect([own.statusCode, own.headers['cache-control']]).toEqual([
    200,
    'public, max-age=31536000, immutable',
  ]);
  expect((await get('en.json?v=otherversion0000&exact=1&time=1')).statusCode).toBe(404);
  const older = await get('en.json?v=otherversion0000&time=1');
  expect([older.statusCode, older.headers['cache-control']]).toEqual([200, 'no-cache']);
});
