import fastifyStatic from '@fastify/static';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { FastifyReply, FastifyRequest } from 'fastify';

import type { Branding } from '#contract/branding.ts';

import { AppError } from './app-error.ts';
import type { Messages } from './messages.ts';
import type { App } from './mount.ts';
import { answerNotFound } from './respond-error.ts';
import { pagePolicy } from './security-headers.ts';

/** What the page needs to be served. */
export interface WebOptions {
  /** The built client; its index.html is the template of the page. */
  webDir: string;
  localesDir: string;
  publicPath: string;
  brandOf(host: string): Promise<Branding>;
  /** Origins of all brands: a login may be handed over to them by a form (contract 1.7). */
  formTargets(): Promise<string[]>;
  messages: Messages;
}

/**
 * Pages whose address carries a key: nobody learns where a reader came from. The others name their origin, because a
 * login that is handed over to another brand must say where it comes from.
 */
const SECRET_IN_ADDRESS = /^\/(?:reset-password|verify)\b/;

/** Built files carry a hash in their name, so they may be kept for ever. */
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
  serveLocales(app, options.localesDir);
  app.setNotFoundHandler(async (request, reply) => {
    if (!isPage(request)) return await answerNotFound(request, reply, options.messages);
    return await sendPage(request, reply, template, options);
  });
}

/** A person opens an address: anything that is no call, asset or file. */
function isPage(request: FastifyRequest): boolean {
  const path = request.url.split('?', 1)[0] ?? '';
  return (
    request.method === 'GET' &&
    !/^\/(?:api|ajax|assets|brand|locales|-)(?:\/|$)|^\/-/.test(path) &&
    !/\.[a-z0-9]{2,5}$/i.test(path)
  );
}

async function sendPage(
  request: FastifyRequest,
  reply: FastifyReply,
  template: string,
  options: WebOptions,
): Promise<FastifyReply> {
  const brand = await options.brandOf(request.hostname);
  const { nonce, policy } = pagePolicy(await options.formTargets());
  const base = `${options.publicPath}/`;
  const page = template
    .replace('<base href="/" />', `<base href="${base}" />`)
    .replace('name="f2e-public-path" content=""', `name="f2e-public-path" content="${options.publicPath}"`)
    .replace('property="csp-nonce" content=""', `property="csp-nonce" content="${nonce}"`)
    .replace('brand/default/theme.css', `brand/${brand.hid}/theme.css`)
    .replace('<title>Fax-to-Email</title>', `<title>${escapeHtml(brand.title)}</title>`);
  return await reply
    .header('content-security-policy', policy)
    .header('cross-origin-opener-policy', 'same-origin-allow-popups')
    .header('referrer-policy', SECRET_IN_ADDRESS.test(request.url) ? 'no-referrer' : 'strict-origin')
    .header('cache-control', 'no-store')
    .type('text/html; charset=utf-8')
    .send(page);
}

function serveLocales(app: App, localesDir: string): void {
  app.get<{ Params: { file: string } }>('/locales/:file', async (request, reply) => {
    const { file } = request.params;
    if (!/^(?:languages|[a-z]{2}(?:-[A-Z]{2})?)\.json$/.test(file)) throw new AppError('NOT_FOUND');
    const text = await readFile(join(localesDir, file), 'utf8').catch(() => {
      throw new AppError('NOT_FOUND');
    });
    return await reply.header('cache-control', 'no-cache').type('application/json; charset=utf-8').send(text);
  });
}

function escapeHtml(text: string): string {
  return text.replaceAll(/[&<>"']/g, (char) => `&#${char.charCodeAt(0)};`);
}
