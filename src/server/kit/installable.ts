import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

import { directionOf } from '#contract/kit/language.ts';
import type { App } from './mount.ts';
import { escapeHtml } from './page.ts';
import type { PageOptions } from './page.ts';

/** The worker may fetch from this origin and nothing else; it has no page, so no other rule applies. */
const WORKER_POLICY = "default-src 'none'; connect-src 'self'; frame-ancestors 'none'";
const OFFLINE_POLICY =
  "default-src 'none'; style-src 'self'; font-src 'self'; img-src 'self'; base-uri 'none'; frame-ancestors 'none'";
/** Icon sizes for home screens, in pixels; 512 and 192 make a page installable. */
const ICON_SIZES = [192, 512] as const;

/**
 * Serves the files that make the product an app on a phone: the brand's manifest, the service worker, and the offline
 * page.
 */
export async function serveInstallable(app: App, webDir: string, options: PageOptions): Promise<void> {
  const { publicPath, messages } = options;
  const [worker, sheet, font] = await Promise.all([
    readFile(join(webDir, 'service-worker.js'), 'utf8'),
    readFile(join(webDir, 'offline.css'), 'utf8'),
    readFile(join(webDir, 'offline-font.woff2')),
  ]);

  serveManifest(app, options);
  serveTabIcon(app, options);

  app.get('/service-worker.js', async (_, reply) => {
    return await reply
      .header('content-security-policy', WORKER_POLICY)
      // Browsers request it again on every visit: a new version of the product brings a new worker.
      .header('cache-control', 'no-cache')
      .type('text/javascript; charset=utf-8')
      .send(worker);
  });

  app.get('/offline.css', async (_, reply) => {
    return await reply.header('cache-control', 'no-cache').type('text/css; charset=utf-8').send(sheet);
  });

  app.get('/offline-font.woff2', async (_, reply) => {
    return await reply.header('cache-control', 'no-cache').type('font/woff2').send(font);
  });

  app.get('/offline', async (request, reply) => {
    const { branding } = await options.pageBrandOf(request.hostname);
    const language = messages.languageOf(request);
    const say = (key: string) => escapeHtml(messages.say(language, key, { title: branding.title }));
    return await reply
      .header('content-security-policy', OFFLINE_POLICY)
      .header('cache-control', 'no-cache')
      .type('text/html; charset=utf-8')
      .send(
        `<!doctype html><html lang="${language}" dir="${directionOf(language)}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><meta name="color-scheme" content="light dark"><title>${escapeHtml(branding.title)}</title><link rel="stylesheet" href="${publicPath}/offline.css"></head><body><main><p class="brand">${escapeHtml(branding.title)}</p><h1>${say('offline.title')}</h1><p>${say('offline.text')}</p><a href="${publicPath}/">${say('offline.again')}</a></main></body></html>`,
      );
  });
}

/** Serves the manifest of the brand that the host name belongs to. */
function serveManifest(app: App, options: PageOptions): void {
  const { publicPath } = options;
  app.get('/manifest.webmanifest', async (request, reply) => {
    const { branding, color } = await options.pageBrandOf(request.hostname);
    const own = branding.favicon.startsWith('/brand/default/') ? 'default' : branding.hid;
    const icons = ICON_SIZES.map((size) => ({
      src: `${publicPath}/brand/${own}/icon-${size}.png`,
      sizes: `${size}x${size}`,
      type: 'image/png',
    }));
    const manifest = {
      id: `${publicPath}/`,
      name: branding.title,
      short_name: branding.title,
      lang: branding.lang,
      start_url: `${publicPath}/`,
      scope: `${publicPath}/`,
      display: 'standalone',
      background_color: '#ffffff',
      theme_color: color,
      icons,
    };
    return await reply
      .header('cache-control', 'no-cache')
      .type('application/manifest+json; charset=utf-8')
      .send(JSON.stringify(manifest));
  });
}

/**
 * Serves the icon that browsers request for pages that name none: error pages, and pictures and files opened in a tab.
 */
function serveTabIcon(app: App, options: PageOptions): void {
  app.get('/favicon.ico', async (request, reply) => {
    const { favicon } = (await options.pageBrandOf(request.hostname)).branding;
    const address = favicon.startsWith('/') ? `${options.publicPath}${favicon}` : favicon;
    return await reply.header('cache-control', 'no-cache').redirect(address);
  });
}
