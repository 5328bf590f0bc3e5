import multipart from '@fastify/multipart';
import type { FastifyReply, FastifyRequest } from 'fastify';

import { MAX_FILE_BYTES, MAX_FILES, MAX_UPLOAD_BYTES, sendFax } from '#contract/compose.ts';
import { AppError } from '#server/kit/app-error.ts';
import type { Messages } from '#server/kit/messages.ts';
import { mount } from '#server/kit/mount.ts';
import type { App } from '#server/kit/mount.ts';

import type { Compose } from './compose.service.ts';
import { PART_LIMITS, prepareUploads, readUpload } from './upload.ts';
import type { Upload, UploadPart } from './upload.ts';

/** Text fields, boundaries and part headers on top of the files. */
const ENVELOPE_BYTES = 1024 * 1024;

/** Boundaries and part headers alone; more is a name of a megabyte, which the parser drops in silence (A-UPLOAD-04). */
const HEADER_BYTES = 64 * 1024;

/** A sender who was refused in the middle may go on for this long to come to the answer, then it is cut off. */
const LINGER_MS = 2_000;

/** A uuid, or any other name that nobody else would choose. */
const KEY = /^[A-Za-z0-9_-]{8,64}$/;

/** What the parser finds wrong, in our codes; anything else of its kind is a malformed body. */
const PARSER_FAULTS: Readonly<Record<string, 'TOO_MANY_FILES' | 'MEDIA_TYPE'>> = {
  FST_FILES_LIMIT: 'TOO_MANY_FILES',
  FST_INVALID_MULTIPART_CONTENT_TYPE: 'MEDIA_TYPE',
};

export interface ComposeRouteDeps {
  compose: Compose;
  messages: Messages;
  /** Where files wait while they stream in. */
  uploadFolder: string;
}

/** Mounts sendFax (contract 4.9), in a scope of its own: no other call reads multipart bodies. */
export async function mountCompose(app: App, deps: ComposeRouteDeps): Promise<void> {
  await prepareUploads(deps.uploadFolder);
  await app.register(async (scope) => {
    await scope.register(multipart, {
      throwFileSizeLimit: false,
      limits: { ...PART_LIMITS, fileSize: MAX_FILE_BYTES },
    });
    mount(scope, sendFax, async ({ request, reply, caller }) => {
      const key = keyOf(request);
      const upload = await receive(request, reply, deps.uploadFolder);
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
        return {
          success: true as const,
          data: {
            jobs: jobs.map(({ jobId, faxId, to }) => ({
              jobid: String(jobId),
              fid: String(faxId),
              to_faxnumber: to,
            })),
          },
        };
      } finally {
        await upload.discard();
      }
    });
  });
}

function keyOf(request: FastifyRequest): string | undefined {
  const key = request.headers['idempotency-key'];
  if (key === undefined) return undefined;
  if (typeof key !== 'string' || !KEY.test(key)) throw new AppError('BAD_REQUEST');
  return key;
}

/** Reads the body up to the limits; whoever sends more is answered at once and not listened to any longer. */
async function receive(request: FastifyRequest, reply: FastifyReply, folder: string): Promise<Upload> {
  const stop = new AbortController();
  const tooBig = Promise.withResolvers<never>();
  const expected = Number(request.headers['content-length'] ?? 0);
  let seen = 0;
  const count = (bytes: number): void => {
    seen = bytes;
    if (Math.max(expected, seen) > MAX_UPLOAD_BYTES + ENVELOPE_BYTES)
      tooBig.reject(new AppError('UPLOAD_TOO_BIG'));
  };
  const reading = readUpload(partsOf(request, count), folder, stop.signal);
  try {
    const upload = await Promise.race([reading, tooBig.promise]);
    if (seen - upload.contentBytes <= HEADER_BYTES) return upload;
    await upload.discard();
    throw new AppError('BAD_REQUEST');
  } catch (error) {
    stop.abort();
    // It ends because of the stop, or its error is the one that is answered.
    reading.catch(() => undefined);
    hangUpAfterAnswer(request, reply);
    throw asAppError(error);
  }
}

/** The parts of the body; `count` is told again and again how many bytes of it have come so far. */
async function* partsOf(request: FastifyRequest, count: (bytes: number) => void): AsyncIterable<UploadPart> {
  const parts = request.parts();
  // Connects the parser; only then may somebody else listen, or the first bytes pass the parser by.
  let next = parts.next();
  let bytes = 0;
  request.raw.on('data', (chunk: Buffer) => count((bytes += chunk.length)));
  count(0);
  for (;;) {
    const { done, value } = await next;
    if (done) return;
    yield value;
    next = parts.next();
  }
}

/**
 * The rest of the body is thrown away while the answer is read. The connection stays open for that, since a sender
 * whose writes fail never reads the answer; whoever goes on sending after it is cut off.
 */
function hangUpAfterAnswer({ raw }: FastifyRequest, reply: FastifyReply): void {
  raw.unpipe();
  raw.resume();
  reply.raw.once('finish', () => {
    const timer = setTimeout(() => raw.destroy(), LINGER_MS).unref();
    raw.once('end', () => clearTimeout(timer));
  });
}

function asAppError(error: unknown): unknown {
  if (error instanceof AppError) return error;
  const { code = '', statusCode } = error as { code?: string; statusCode?: number };
  const known = PARSER_FAULTS[code];
  if (known) return new AppError(known, { params: { max: MAX_FILES } });
  // The parser's own complaints have no code of the file system; those are our fault.
  const ours = /^E[A-Z]+$/.test(code) && statusCode === undefined;
  return ours ? error : new AppError('BAD_REQUEST', { cause: error });
}
