import multipart from '@fastify/multipart';
import type { FastifyReply, FastifyRequest } from 'fastify';

import { MAX_FILE_BYTES, MAX_FILES, MAX_UPLOAD_BYTES, sendFax } from '#contract/compose.ts';
import { AppError } from '#server/kit/app-error.ts';
import type { Messages } from '#server/kit/messages.ts';
import { mount } from '#server/kit/mount.ts';
import type { App } from '#server/kit/mount.ts';

import type { Compose } from './compose.service.ts';
import { PART_LIMITS, readUpload } from './upload.ts';
import type { Upload, UploadPart } from './upload.ts';

/** Boundaries, part headers and text fields on top of the files. */
const ENVELOPE_BYTES = 1024 * 1024;

/** A sender who was refused in the middle gets this long to read the answer, then the connection is cut. */
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
  let seen = 0;
  const tooBig = new Promise<never>((_, reject) => {
    const refuse = (): void => reject(new AppError('UPLOAD_TOO_BIG'));
    if (Number(request.headers['content-length'] ?? 0) > MAX_UPLOAD_BYTES + ENVELOPE_BYTES) refuse();
    request.raw.on('data', (chunk: Buffer) => {
      seen += chunk.length;
      if (seen > MAX_UPLOAD_BYTES + ENVELOPE_BYTES) refuse();
    });
  });
  const reading = readUpload(partsOf(request), folder, stop.signal);
  try {
    return await Promise.race([reading, tooBig]);
  } catch (error) {
    stop.abort();
    // It ends because of the stop, or its error is the one that is answered.
    reading.catch(() => undefined);
    hangUpAfterAnswer(request, reply);
    throw asAppError(error);
  }
}

async function* partsOf(request: FastifyRequest): AsyncIterable<UploadPart> {
  for await (const part of request.parts()) yield part;
}

/** The rest of the body is thrown away until the answer is read; the client need not send all of a gigabyte. */
function hangUpAfterAnswer(request: FastifyRequest, reply: FastifyReply): void {
  reply.header('connection', 'close');
  request.raw.unpipe();
  request.raw.resume();
  reply.raw.once('finish', () => {
    setTimeout(() => request.raw.destroy(), LINGER_MS).unref();
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
