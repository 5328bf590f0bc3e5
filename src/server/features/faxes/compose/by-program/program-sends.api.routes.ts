import multipart from '@fastify/multipart';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { z } from 'zod';

import type { faxObject } from '#contract/v1/fax.ts';
import { createDraft, deleteDraft, getDraft, getDraftPage } from '#contract/v1/drafts.ts';
import { createFax } from '#contract/v1/send.ts';
import type { BodyOf } from '#contract/kit/call.ts';
import { AppError } from '#server/kit/app-error.ts';
import { hasRoomForSends } from '#server/kit/disk-room.ts';
import { idempotencyHeader } from '#server/kit/idempotency-header.ts';
import { logEvent } from '#server/kit/log-event.ts';
import type { Messages } from '#server/kit/messages.ts';
import { mount, parseBody } from '#server/kit/mount.ts';
import type { App } from '#server/kit/mount.ts';
import type { AccountId } from '#server/kit/scope.ts';

import type { Compose } from '../compose.service.ts';
import type { FileToSend } from '../send-request.ts';
import { receive } from '../upload.routes.ts';
import { partLimits } from '../upload.ts';
import { draftOnWire } from './draft-on-wire.ts';
import type { ProgramDrafts } from './program-drafts.service.ts';
import { bodyOfForm, programForm } from './program-form.ts';
import type { ProgramSends } from './program-sends.service.ts';

const FULL_RETRY_SECONDS = 60;

/** Dependencies of programs' sending calls. */
export interface ProgramSendsRouteDeps {
  sends: ProgramSends;
  drafts: ProgramDrafts;
  compose: Pick<Compose, 'limits'>;
  messages: Messages;
  uploadFolder: string;
  /** Returns the faxes as programs see them, in this order. */
  describe(account: AccountId, ids: readonly number[]): Promise<z.input<typeof faxObject>[]>;
}

/** Mounts sending by programs, in a scope that reads multipart bodies. */
export async function mountProgramSends(app: App, deps: ProgramSendsRouteDeps): Promise<void> {
  const { limits } = deps.compose;
  await app.register(async (scope) => {
    await scope.register(multipart, {
      throwFileSizeLimit: false,
      limits: { ...partLimits(limits.files), fileSize: limits.fileBytes },
    });
    mount(scope, createFax, async ({ request, reply, caller }) => {
      const key = idempotencyHeader(request);
      const asked = await readAsked(createFax, request, reply, deps);
      try {
        const { jobs, repeated } = await deps.sends.send({
          caller,
          body: asked.body,
          uploads: asked.files,
          key,
          say: (name) => deps.messages.say(caller.language, name),
        });
        if (repeated) reply.header('idempotent-replayed', 'true');
        else logEvent(request.log, 'fax.accepted', { jobs: jobs.map(({ jobId }) => jobId) });
        const ids = jobs.map(({ faxId }) => faxId);
        const data = await deps.describe(caller.accountId, ids);
        return { object: 'list' as const, data, has_more: false, next: null };
      } finally {
        await asked.discard();
      }
    });
    mountDrafts(scope, deps);
  });
}

/** Mounts drafts: files that are uploaded, and viewed as pages, before they are sent. */
function mountDrafts(app: App, deps: ProgramSendsRouteDeps): void {
  const { drafts } = deps;
  mount(app, createDraft, async ({ request, reply, caller }) => {
    const asked = await readAsked(createDraft, request, reply, deps);
    try {
      return draftOnWire(await drafts.add({ caller, ...asked.body, uploads: asked.files }));
    } finally {
      await asked.discard();
    }
  });
  mount(app, getDraft, async ({ caller, params }) =>
    draftOnWire(await drafts.find(caller.accountId, params.id)),
  );
  mount(app, getDraftPage, async ({ caller, params, reply }) => {
    const png = await drafts.page(caller.accountId, params.id, params.page);
    return reply
      .headers({ 'content-type': 'image/png', 'cache-control': 'private, max-age=86400, immutable' })
      .send(Buffer.from(png.buffer, png.byteOffset, png.byteLength));
  });
  mount(app, deleteDraft, async ({ caller, params: { id } }) => {
    await drafts.remove(caller, id);
    return { object: 'draft' as const, id: `drf_${id}`, deleted: true as const };
  });
}

/** Reads a program's request; files that came as parts are temporary files until `discard`. */
async function readAsked<C extends typeof createFax | typeof createDraft>(
  call: C,
  request: FastifyRequest,
  reply: FastifyReply,
  { compose: { limits }, uploadFolder: folder }: ProgramSendsRouteDeps,
): Promise<{ body: BodyOf<C>; files: readonly FileToSend[]; discard(): Promise<void> }> {
  if (!request.isMultipart()) {
    const body = parseBody(call, request.body);
    if (!(await hasRoomForSends(folder)))
      throw new AppError('STORAGE_FULL', { retryAfterSeconds: FULL_RETRY_SECONDS });
    return { body, files: [], discard: async () => await Promise.resolve() };
  }
  const upload = await receive(request, reply, { folder, limits, form: programForm });
  try {
    const body = parseBody(call, bodyOfForm(upload.fields));
    return { body, files: upload.files, discard: async () => await upload.discard() };
  } catch (error) {
    await upload.discard();
    throw error;
  }
}
