import fastifyStatic from '@fastify/static';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

import { serveInstallable } from './installable.ts';
import { loadLocaleFiles, localeAddresses, serveLocales } from './locale-files.ts';
import type { App } from './mount.ts';
import { sendPage } from './page.ts';
import type { PageOptions } from './page.ts';
import { isPage } from './page-path.ts';
import { answerNotFound } from './respond-error.ts';

/** What serving the page requires. */
export interface WebOptions extends Omit<PageOptions, 'locales' | 'firstFiles'> {
  /** The folder of the built client; its index.html is the template of the page. */
  webDir: string;
  localesDir: string;
}

/** The names of built files contain a hash, so they may be cached forever. */
const FOREVER = 'public, max-age=31536000, immutable';

/** Serves the client: hashed files, locale files, and the page itself for every path that a person may open. */
export async function serveWeb(app: App, options: WebOptions): Promise<void> {
  const template = await readFile(join(options.webDir, 'index.html'), 'utf8');
  await app.register(fastifyStatic, {
    root: join(options.webDir, 'assets'),
    prefix: '/assets/',
    decorateReply: false,
    cacheControl: false,
    setHeaders: (response) => response.header('cache-control', FOREVER),
  });
  const files = await loadLocaleFiles(options.localesDir);
  const firstFiles = JSON.parse(
    await readFile(join(options.webDir, 'first-files.json'), 'utf8'),
  ) as PageOptions['firstFiles'];
  const page = { ...options, locales: localeAddresses(files), firstFiles };
  serveLocales(app, files);
  await serveInstallable(app, options.webDir, page);
  app.setNotFoundHandler(async (request, reply) => {
    if (!isPage(request)) return await answerNotFound(request, reply, options.messages);
    return await sendPage(request, reply, template, page);
  });
}
