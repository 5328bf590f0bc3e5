import { createHash } from 'node:crypto';
import { readFile, readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';

import { AppError } from './app-error.ts';
import type { App } from './mount.ts';

/** Files that are served: the list of languages and one file for each; nothing else that may lie there (A-QUERY-09). */
const LOCALE_FILE = /^(?:languages|[a-z]{2}(?:-[A-Z]{2})?)\.json$/;

/** Asked for by its hash a file may be kept for ever: another text has another address. */
const FOREVER = 'public, max-age=31536000, immutable';

/** Letters of the hash: two texts of one file never share them by chance. */
const HASH_LENGTH = 16;

interface LocaleFile {
  text: string;
  /** Of the content, so that every node gives the same. */
  hash: string;
  changedAt: number;
}

/** What is served under /locales, by file name. */
export type LocaleFiles = ReadonlyMap<string, LocaleFile>;

/** Reads the files once, as the server's own sentences are. */
export async function loadLocaleFiles(folder: string): Promise<LocaleFiles> {
  const names = (await readdir(folder)).filter((name) => LOCALE_FILE.test(name)).toSorted();
  return new Map(
    await Promise.all(names.map(async (name) => [name, await readLocale(join(folder, name))] as const)),
  );
}

async function readLocale(path: string): Promise<LocaleFile> {
  const [text, { mtimeMs }] = await Promise.all([readFile(path, 'utf8'), stat(path)]);
  const hash = createHash('sha256').update(text).digest('base64url').slice(0, HASH_LENGTH);
  return { text, hash, changedAt: Math.round(mtimeMs) };
}

/**
 * Where each file is, as the page names them: `en.json?v=…&exact=1&time=…`. During an update the page may ask a machine
 * of the other version: that says it has no such file, and the proxy asks the next one. Pages of versions before `exact`
 * take any text, because they cannot ask again. The time against caching (CALL-07) is that of the
 * last change, so that a file is asked for again exactly when it changed.
 */
export function localeAddresses(files: LocaleFiles): string[] {
  return [...files].map(([name, { hash, changedAt }]) => `${name}?v=${hash}&exact=1&time=${changedAt}`);
}

/** Serves /locales (spec http-api 1.3): by its hash a file is kept for ever, otherwise it is asked about every time. */
export function serveLocales(app: App, files: LocaleFiles): void {
  app.get<{ Params: { file: string }; Querystring: { v?: string; exact?: string } }>(
    '/locales/:file',
    async (request, reply) => {
      const file = files.get(request.params.file);
      const { v, exact } = request.query;
      if (!file || (exact !== undefined && v !== file.hash)) throw new AppError('NOT_FOUND');
      const tag = `"${file.hash}"`;
      reply.header('etag', tag).header('cache-control', v === file.hash ? FOREVER : 'no-cache');
      if (request.headers['if-none-match'] === tag) return await reply.code(304).send();
      return await reply.type('application/json; charset=utf-8').send(file.text);
    },
  );
}
