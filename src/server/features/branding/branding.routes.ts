import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

import { getBrandingData, getNewClientStatus } from '#contract/branding.ts';
import { AppError } from '#server/kit/app-error.ts';
import { mount } from '#server/kit/mount.ts';
import type { App } from '#server/kit/mount.ts';

import type { BrandingService } from './branding.service.ts';

/** The kinds of built-in assets, with their type; anything else is not served. */
const ASSET_TYPES: Readonly<Record<string, string>> = {
  svg: 'image/svg+xml',
  png: 'image/png',
  ico: 'image/x-icon',
};

/** A brand changes rarely; a day in caches would still be too long to wait for a new logo. */
const ASSET_CACHE = 'public, max-age=300';

/** Mounts branding by host, the client flag, and the brand's style sheet and assets (contract 1.1, 1.2). */
export function mountBranding(app: App, branding: BrandingService, brandsDir: string): void {
  mount(app, getBrandingData, async ({ query, reply }) => {
    reply.header('cache-control', 'no-cache');
    return await branding.ofHost(query.fax_domain);
  });

  mount(app, getNewClientStatus, async ({ request }) => ({
    status: await branding.usesThisClient(request.hostname),
  }));

  app.get<{ Params: { hid: string } }>('/brand/:hid/theme.css', async (request, reply) => {
    const color = await branding.colorOf(
      /^\d{1,15}$/.test(request.params.hid) ? Number(request.params.hid) : 0,
    );
    return await reply
      .header('cache-control', ASSET_CACHE)
      .type('text/css; charset=utf-8')
      .send(`:root{--brand:${color}}\n`);
  });

  app.get<{ Params: { file: string } }>('/brand/default/:file', async (request, reply) => {
    const [, extension] = /^[a-z-]{1,32}\.(svg|png|ico)$/.exec(request.params.file) ?? [];
    const type = extension ? ASSET_TYPES[extension] : undefined;
    if (!type) throw new AppError('NOT_FOUND');
    const bytes = await readFile(join(brandsDir, 'default', request.params.file)).catch(() => {
      throw new AppError('NOT_FOUND');
    });
    return await reply.header('cache-control', ASSET_CACHE).type(type).send(bytes);
  });
}
