import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { FastifyReply } from 'fastify';

import { getBrandingData, getNewClientStatus } from '#contract/brands/branding.ts';
import type { FileStore } from '#engine/file-store/port.ts';
import { AppError } from '#server/kit/app-error.ts';
import { mount } from '#server/kit/mount.ts';
import type { App } from '#server/kit/mount.ts';

import type { BrandingService } from './branding.service.ts';

/** The types of pictures by file extension; nothing else is served. */
const PICTURE_TYPES: Readonly<Record<string, string>> = {
  svg: 'image/svg+xml',
  png: 'image/png',
  jpg: 'image/jpeg',
};
const PICTURE = /^[a-z0-9-]{1,32}\.(svg|png|jpg)$/;

/** A brand changes rarely, but a day in caches would still be too long to wait for a new logo. */
const SHORT_CACHE = 'public, max-age=300';
/** A URL that contains the version never changes its content. */
const FOREVER = 'public, max-age=31536000, immutable';
/** A drawing that is opened on its own may apply its inline styles and nothing else (A-XSS-08). */
const PICTURE_POLICY = "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'; sandbox";

/** Dependencies of branding. */
export interface BrandingParts {
  branding: BrandingService;
  files: Pick<FileStore, 'get'>;
  brandsDir: string;
}

/** Mounts branding by host, the client flag, and the brand's style sheet and pictures (spec http-api 1.1, 1.2). */
export function mountBranding(app: App, { branding, files, brandsDir }: BrandingParts): void {
  mount(app, getBrandingData, async ({ query, request, reply }) => {
    const answer = await branding.ofHost(query.fax_domain);
    const etag = `"${createHash('sha256').update(JSON.stringify(answer)).digest('base64url').slice(0, 22)}"`;
    reply.headers({ 'cache-control': 'no-cache', etag });
    return isKnown(request.headers['if-none-match'], etag) ? await reply.code(304).send() : answer;
  });

  mount(app, getNewClientStatus, async ({ request }) => ({
    status: await branding.usesThisClient(request.hostname),
  }));

  app.get<{ Params: { hid: string } }>('/brand/:hid/theme.css', async (request, reply) => {
    const color = await branding.colorOf(idOf(request.params.hid));
    return await reply
      .header('cache-control', SHORT_CACHE)
      .type('text/css; charset=utf-8')
      .send(`:root{--brand:${color}}\n`);
  });

  app.get<{ Params: { hid: string; language: string }; Querystring: { v?: string } }>(
    '/brand/:hid/words/:language',
    async (request, reply) => {
      const words = await branding.wordsOf(idOf(request.params.hid), request.params.language);
      if (!words) throw new AppError('NOT_FOUND');
      return await reply
        .header('cache-control', request.query.v === words.version ? FOREVER : 'no-cache')
        .type('application/json; charset=utf-8')
        .send(words.text);
    },
  );

  app.get<{ Params: { file: string } }>('/brand/default/:file', async (request, reply) => {
    const { file } = request.params;
    if (!PICTURE.test(file)) throw new AppError('NOT_FOUND');
    const bytes = await readFile(join(brandsDir, 'default', file)).catch(() => {
      throw new AppError('NOT_FOUND');
    });
    return await sendPicture(reply, file, bytes, SHORT_CACHE);
  });

  app.get<{ Params: { hid: string; file: string }; Querystring: { v?: string } }>(
    '/brand/:hid/:file',
    async (request, reply) => {
      const { hid, file } = request.params;
      const asset = PICTURE.test(file) ? await branding.assetOf(idOf(hid), file) : undefined;
      const bytes = asset && (await files.get(asset.file_key));
      if (!asset || !bytes) throw new AppError('NOT_FOUND');
      const cache = request.query.v === asset.version ? FOREVER : SHORT_CACHE;
      return await sendPicture(reply, file, bytes, cache);
    },
  );
}

/** Whether the browser already has this version; compressing proxies mark their tags as weak (RFC 9110 13.1.2). */
function isKnown(known: string | undefined, etag: string): boolean {
  return known?.split(',').some((one) => one.trim().replace(/^W\//, '') === etag) ?? false;
}

function idOf(written: string): number {
  return /^\d{1,15}$/.test(written) ? Number(written) : 0;
}

/** Sends a picture of a brand. These are public: mails show them, and mail clients have other origins. */
async function sendPicture(
  reply: FastifyReply,
  file: string,
  bytes: Uint8Array,
  cache: string,
): Promise<FastifyReply> {
  return await reply
    .header('content-security-policy', PICTURE_POLICY)
    .header('cross-origin-resource-policy', 'cross-origin')
    .header('cache-control', cache)
    .type(PICTURE_TYPES[file.split('.').at(-1) ?? ''] ?? 'application/octet-stream')
    .send(bytes);
}
