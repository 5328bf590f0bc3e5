import type { FastifyReply, FastifyRequest } from 'fastify';

import {
  faxArchiveAction,
  faxArchiveList,
  faxRotate,
  getFaxesArchive,
  getFaxFile,
  getTruePageCount,
} from '#contract/inbox.ts';
import { doneWith, mount } from '#server/kit/mount.ts';
import type { App } from '#server/kit/mount.ts';

import type { FaxFile, FaxFiles } from './fax-files.ts';
import type { InboxService } from './inbox.service.ts';

/** Nothing inside a file that somebody sent us may act as a page of ours (facts: user files are sandboxed). */
const FILE_POLICY = "default-src 'none'; sandbox";

/** Mounts the calls of the mailbox (contract 3.1, 4.1 to 4.5). */
export function mountInbox(app: App, { inbox, files }: { inbox: InboxService; files: FaxFiles }): void {
  mount(app, faxArchiveList, async ({ caller, query }) => await inbox.list(caller.accountId, query));
  mount(app, faxArchiveAction, async ({ caller, body }) =>
    doneWith({ affected: await inbox.act(caller, body.action, body.ids) }),
  );
  mount(app, faxRotate, async ({ caller, body }) =>
    doneWith({ rotation: await inbox.rotate(caller, body.fid, body.inbox === 1) }),
  );
  mount(app, getTruePageCount, async ({ caller, body }) => ({
    data: { count: await inbox.trueCounts(caller, body.filepath) },
  }));
  mount(app, getFaxFile, async ({ caller, query, request, reply }) =>
    send(await files.find(caller.accountId, query.file), request, reply),
  );
  mount(app, getFaxesArchive, async ({ caller, query, reply }) => {
    const zip = await files.archive(caller.accountId, query.ids, query.ext);
    return reply
      .headers({
        'content-type': 'application/zip',
        'content-disposition': 'attachment; filename="fax.zip"',
        'content-security-policy': FILE_POLICY,
        'cache-control': 'private, no-cache',
      })
      .send(zip);
  });
}

async function send(file: FaxFile, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  reply.headers({
    'cache-control': 'private, no-cache',
    'content-security-policy': FILE_POLICY,
    etag: file.etag,
  });
  if (isKnown(request.headers['if-none-match'], file.etag)) return reply.code(304).send();
  const bytes = await file.load();
  const shown = file.name === undefined ? 'inline' : `attachment; filename="${file.name}"`;
  return reply
    .headers({ 'content-type': file.type, 'content-disposition': shown })
    .send(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength));
}

/** If-None-Match: a list of tags, weak ones compare equal (RFC 9110 §13.1.2). */
function isKnown(header: string | undefined, etag: string): boolean {
  if (header === undefined) return false;
  return header.split(',').some((tag) => [etag, '*'].includes(tag.trim().replace(/^W\//, '')));
}
