import multipart from '@fastify/multipart';

import { sendFax } from '#contract/faxes/compose.ts';
import { addDraft, copyDraft, getDraftFile, listDrafts, removeDraft } from '#contract/faxes/drafts.ts';
import type { DocumentEngine } from '#engine/documents/port.ts';
import { prepareTemporaryFolders } from '#engine/file-store/port.ts';
import { AppError } from '#server/kit/app-error.ts';
import { browserHeader } from '#server/kit/idempotency-header.ts';
import type { Messages } from '#server/kit/messages.ts';
import { done, doneWith, mount } from '#server/kit/mount.ts';
import type { App } from '#server/kit/mount.ts';

import { logEvent } from '#server/kit/log-event.ts';
import type { Compose } from './compose.service.ts';
import { convertibleTypes } from './convertible.ts';
import type { Drafts } from './drafts.service.ts';
import { parsePhotos } from './message.ts';
import { receive } from './upload.routes.ts';
import { partLimits } from './upload.ts';

export interface ComposeRouteDeps {
  compose: Compose;
  drafts: Drafts;
  documents: Pick<DocumentEngine, 'status'>;
  messages: Messages;
  /** The folder where files wait while they stream in. */
  uploadFolder: string;
}

/** Mounts sendFax and drafts (spec http-api 4.9, 12.2) in a separate scope: no other call reads multipart bodies. */
export async function mountCompose(app: App, deps: ComposeRouteDeps): Promise<void> {
  await prepareTemporaryFolders(deps.uploadFolder);
  const { limits } = deps.compose;
  await app.register(async (scope) => {
    await scope.register(multipart, {
      throwFileSizeLimit: false,
      limits: { ...partLimits(limits.files), fileSize: limits.fileBytes },
    });
    mount(scope, sendFax, async ({ request, reply, caller }) => {
      const key = browserHeader(request);
      const upload = await receive(request, reply, { folder: deps.uploadFolder, limits });
      try {
        const jobs = await deps.compose.send({
          account: caller.accountId,
          fields: upload.fields,
          files: upload.files,
          ...(key && { key }),
          origin: 'web',
          actor: { kind: 'account', id: caller.accountId },
          address: caller.address,
          say: (name) => deps.messages.say(caller.language, name),
        });
        // Links the id that the sender sees to the ids in all later log lines of these faxes.
        logEvent(request.log, 'fax.accepted', { jobs: jobs.map(({ jobId }) => jobId) });
        return {
          success: true as const,
          data: {
            jobs: jobs.map(({ jobId, faxId, to, sendAt }) => ({
              jobid: String(jobId),
              fid: String(faxId),
              to_faxnumber: to,
              ...(sendAt !== undefined && { send_at: sendAt }),
            })),
          },
        };
      } finally {
        await upload.discard();
      }
    });
    mountDrafts(scope, deps);
  });
}

function mountDrafts(app: App, { compose, drafts, documents, uploadFolder }: ComposeRouteDeps): void {
  const refuseUnconvertible = convertibleTypes(documents);
  mount(app, addDraft, async ({ request, reply, caller }) => {
    const upload = await receive(request, reply, { folder: uploadFolder, limits: compose.limits });
    try {
      const [file, ...others] = upload.files;
      if (!file || others.length > 0) throw new AppError('BAD_REQUEST');
      await refuseUnconvertible([file]);
      return doneWith(await drafts.add(caller, file, parsePhotos(upload.fields)));
    } finally {
      await upload.discard();
    }
  });
  mount(app, listDrafts, async ({ caller }) => ({ data: await drafts.list(caller.accountId) }));
  mount(app, copyDraft, async ({ caller, body }) =>
    doneWith(await drafts.copy(caller, body.id, body.photos)),
  );
  mount(app, removeDraft, async ({ caller, body }) => {
    await drafts.remove(caller, body.id);
    return done;
  });
  mount(app, getDraftFile, async ({ caller, query, reply }) => {
    const gif = await drafts.page(caller.accountId, query.file);
    // A page of a draft never changes: its key identifies one upload.
    return reply
      .headers({ 'content-type': 'image/gif', 'cache-control': 'private, max-age=86400, immutable' })
      .send(Buffer.from(gif.buffer, gif.byteOffset, gif.byteLength));
  });
}
