import type { FastifyReply } from 'fastify';

import {
  COVER_IMAGE,
  COVER_PREVIEW_WIDTH,
  coverImage,
  coverPages,
  coverPreview,
  getCoverPageSettings,
  putCoverPageSettings,
} from '#contract/faxes/cover-pages.ts';
import type { BodyOf } from '#contract/kit/call.ts';
import type { Database } from '#engine/database/port.ts';
import type { DocumentEngine } from '#engine/documents/port.ts';
import { AppError } from '#server/kit/app-error.ts';
import type { Messages } from '#server/kit/messages.ts';
import { doneWith, mount } from '#server/kit/mount.ts';
import type { App } from '#server/kit/mount.ts';
import type { Caller } from '#server/kit/scope.ts';

import { CoverImages } from './cover-images.ts';
import type { CoverPages } from './cover-pages.service.ts';
import type { Say } from './cover-sheet.ts';

/** Most numbers of a preview: beyond the first two, they do not change what it shows. */
const SHOWN_NUMBERS = 10;

export interface CoverPagesRouteDeps {
  covers: CoverPages;
  database: Database;
  documents: DocumentEngine;
  messages: Messages;
  /** F2E_PUBLIC_PATH: addresses of images are complete, so that they load as they are. */
  publicPath: string;
}

/** Mounts templates, their images, previews and the sender's details (spec http-api 2.7, 2.8, 12.3). */
export function mountCoverPages(app: App, deps: CoverPagesRouteDeps): void {
  const { covers, messages } = deps;
  const images = new CoverImages(deps);
  const sayIn =
    (language: string): Say =>
    (key, params) =>
      messages.say(language, key, params);
  mount(app, coverPages, async ({ caller }) => {
    const { brandId, language } = caller;
    const base = `${deps.publicPath}/api/faxui/coverImage`;
    return { data: await covers.list(brandId, base, language, sayIn(language)) };
  });
  mount(app, coverImage, async ({ caller, request, reply }) => {
    const { template, file } = request.params as { template: string; file: string };
    const { size, language } = COVER_IMAGE.exec(file)?.groups ?? {};
    if (!/^[1-9]\d{0,14}$/.test(template) || !size || !messages.languages.includes(language ?? ''))
      throw new AppError('NOT_FOUND');
    const view = { size: size as 'small' | 'large', language: language ?? 'en' };
    const gif = await images.sample(caller.brandId, Number(template), view, sayIn(view.language));
    // Another template gets another id; a new version of the product may change these images, so not forever.
    return sendGif(reply, gif, 'private, max-age=3600');
  });
  mount(app, getCoverPageSettings, async ({ caller }) => await covers.settings(caller.accountId));
  mount(app, putCoverPageSettings, async ({ caller, body }) => doneWith(await covers.change(caller, body)));
  mount(app, coverPreview, async ({ caller, body, reply }) => {
    const tiff = await images.during(
      caller.accountId,
      async () => await preview(deps, caller, body, sayIn(caller.language)),
    );
    return sendGif(reply, await images.image(tiff, COVER_PREVIEW_WIDTH), 'no-store');
  });
}

async function preview(
  { covers, database }: CoverPagesRouteDeps,
  caller: Caller,
  body: BodyOf<typeof coverPreview>,
  say: Say,
): Promise<Uint8Array> {
  const cover = await covers.write(database.db, caller.accountId, {
    templateId: body.template_id ?? null,
    numbers: (body.destinations ?? '').split(';').filter(Boolean).slice(0, SHOWN_NUMBERS),
    say,
    fields: {
      toPerson: body.to_person ?? '',
      toCompany: body.to_company ?? '',
      toLocation: body.to_location ?? '',
      toPhone: body.to_phone ?? '',
      regarding: body.regarding ?? '',
      comments: body.comments ?? '',
      footer: body.footer ?? '',
      fromPerson: body.from_person,
      fromCompany: body.from_company,
      fromLocation: body.from_location,
      fromPhone: body.from_phone,
    },
  });
  const outcome = await covers.draw(cover, body.pages);
  if (outcome.kind === 'ok') return outcome.tiff;
  throw new AppError(outcome.kind === 'retry' ? 'UNAVAILABLE' : 'INTERNAL');
}

function sendGif(reply: FastifyReply, gif: Uint8Array, caching: string): FastifyReply {
  return reply
    .headers({ 'content-type': 'image/gif', 'cache-control': caching })
    .send(Buffer.from(gif.buffer, gif.byteOffset, gif.byteLength));
}
