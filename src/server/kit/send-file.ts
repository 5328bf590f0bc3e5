import { createHash } from 'node:crypto';

import type { FastifyReply, FastifyRequest } from 'fastify';

/** Content inside an uploaded file may not act as a page of ours. */
export const FILE_POLICY = "default-src 'none'; sandbox";

/** A file ready to be sent; `load` produces it only if the browser does not have it yet. */
export interface SentFile {
  type: string;
  /** The name to save it under; absent for files shown in the page. */
  name?: string;
  etag: string;
  /** Set for programs: they receive the SHA-256 of the bytes (RFC 9530). */
  digest?: true;
  load(): Promise<Uint8Array>;
}

/** Sends a file of a fax, cacheable by this browser only; answers 304 if the browser has the same version. */
export async function sendFile(
  file: SentFile,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  reply.headers({
    'cache-control': 'private, no-cache',
    'content-security-policy': FILE_POLICY,
    etag: file.etag,
  });
  if (isKnown(request.headers['if-none-match'], file.etag)) return reply.code(304).send();
  const bytes = await file.load();
  if (file.digest) reply.header('repr-digest', `sha-256=:${sha256(bytes)}:`);
  const shown = file.name === undefined ? 'inline' : `attachment; filename="${file.name}"`;
  return reply
    .headers({ 'content-type': file.type, 'content-disposition': shown })
    .send(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength));
}

/** Sends a freshly made report as a download; nothing on the way may cache it. */
export function sendReport(
  reply: FastifyReply,
  { name, pdf }: { name: string; pdf: Uint8Array },
): FastifyReply {
  return reply
    .headers({
      'content-type': 'application/pdf',
      'content-disposition': `attachment; filename="${name}"`,
      'content-security-policy': FILE_POLICY,
      'cache-control': 'private, no-cache',
    })
    .send(Buffer.from(pdf));
}

function sha256(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('base64');
}

/** Whether If-None-Match contains the tag: it is a list of tags, and weak ones compare equal (RFC 9110 §13.1.2). */
function isKnown(header: string | undefined, etag: string): boolean {
  if (header === undefined) return false;
  return header.split(',').some((tag) => [etag, '*'].includes(tag.trim().replace(/^W\//, '')));
}
