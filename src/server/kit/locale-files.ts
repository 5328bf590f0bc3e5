import { createHash } from 'node:crypto';
import { readFile, readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';

import { AppError } from './app-error.ts';
import type { App } from './mount.ts';

/**
 * Files that are served: the list of languages and one file per language, and nothing else in the folder (A-QUERY-09).
 */
const LOCALE_FILE = /^(?:languages|[a-z]{2}(?:-[A-Z]{2})?)\.json$/;

/** A file requested by its hash may be cached forever: another content has another URL. */
const FOREVER = 'public, max-age=31536000, immutable';

/** Characters of the hash: enough that two versions of a file never collide by chance. */
const HASH_LENGTH = 16;

interface LocaleFile {
  text: string;
  /** Hash of the content, so that every node computes the same. */
  hash: string;
  changedAt: number;
}

/** The files served under /locales, by file name. */
export type LocaleFiles = ReadonlyMap<string, LocaleFile>;

/** Reads the files once at startup, as the server's own messages are. */
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
 * Returns the URLs of the files as the page requests them: `en.json?v=…&exact=1&time=…`. During an update the page may
 * reach a machine with the other version, which answers 404, and the proxy tries the next machine. Pages older than
 * `exact` accept any version, because they cannot retry. The cache-busting time (CALL-07) is that of the last change,
 * so that a file is requested again exactly when it has changed.
 */
export function localeAddresses(files: LocaleFiles): string[] {
  return [...files].map(([name, { hash, changedAt }]) => `${name}?v=${hash}&exact=1&time=${changedAt}`);
}

/**
 * Serves /locales (spec http-api 1.3). A file requested by its hash is cached forever; any other is revalidated every
 * time.
 */
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
