import type { FastifyRequest } from 'fastify';

import {
  discardFaxDraft,
  duplicateFaxDraft,
  holdFaxDraft,
  listFaxDrafts,
  openFaxDraft,
  restoreFaxDraft,
  saveFaxDraft,
} from '#contract/faxes/fax-drafts.ts';
import { done, doneWith, mount } from '#server/kit/mount.ts';
import type { App } from '#server/kit/mount.ts';

import type { FaxDrafts } from './fax-drafts.service.ts';

/** Mounts the faxes that are being written (spec http-api 12.32). */
export function mountFaxDrafts(app: App, { faxDrafts }: { faxDrafts: FaxDrafts }): void {
  mount(app, listFaxDrafts, async ({ caller, query }) => ({
    data: await faxDrafts.list(caller.accountId, query.device),
  }));
  mount(app, saveFaxDraft, async ({ caller, body, request }) => {
    const { device, page, content } = body;
    const writer = { device, page, browser: browserOf(request) };
    return doneWith({ version: await faxDrafts.save(caller, body, { ...writer, content }) });
  });
  mount(app, openFaxDraft, async ({ caller, body, request }) => {
    const { id, device, page } = body;
    return doneWith(await faxDrafts.open(caller, id, { device, page, browser: browserOf(request) }));
  });
  mount(app, holdFaxDraft, async ({ caller, body }) => {
    await faxDrafts.hold(caller.accountId, body);
    return done;
  });
  mount(app, discardFaxDraft, async ({ caller, body }) => {
    await faxDrafts.discard(caller, body.id);
    return done;
  });
  mount(app, restoreFaxDraft, async ({ caller, body }) => {
    await faxDrafts.restore(caller, body.id);
    return done;
  });
  mount(app, duplicateFaxDraft, async ({ caller, body }) => {
    await faxDrafts.duplicate(caller, body.id, body.copy);
    return done;
  });
}

function browserOf(request: FastifyRequest): string {
  return request.headers['user-agent'] ?? '';
}
