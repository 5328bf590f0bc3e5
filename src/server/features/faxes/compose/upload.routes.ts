import type { FastifyReply, FastifyRequest } from 'fastify';

import { AppError } from '#server/kit/app-error.ts';
import { isOwnFault } from '#server/kit/own-fault.ts';
import { hasRoomForSends } from '#server/kit/disk-room.ts';

import { inMegabytes } from './file-type.ts';
import { readUpload } from './upload.ts';
import type { Upload, UploadPart, UploadPlace } from './upload.ts';

/** Text fields, boundaries and part headers on top of the files. */
const ENVELOPE_BYTES = 1024 * 1024;

/** Boundaries and part headers alone; more is a name of a megabyte, which the parser drops in silence (A-UPLOAD-04). */
const HEADER_BYTES = 64 * 1024;

/** A sender who was refused in the middle may go on for this long to come to the answer, then it is cut off. */
const LINGER_MS = 2_000;

/** Somebody has to make room first. */
const FULL_RETRY_SECONDS = 60;

/** What the parser finds wrong, in our codes; anything else of its kind is a malformed body. */
const PARSER_FAULTS: Readonly<Record<string, 'TOO_MANY_FILES' | 'MEDIA_TYPE'>> = {
  FST_FILES_LIMIT: 'TOO_MANY_FILES',
  FST_INVALID_MULTIPART_CONTENT_TYPE: 'MEDIA_TYPE',
};

/** Reads the body up to the limits; whoever sends more is answered at once and not listened to any longer. */
export async function receive(
  request: FastifyRequest,
  reply: FastifyReply,
  place: UploadPlace,
): Promise<Upload> {
  const { folder, limits } = place;
  if (!(await hasRoomForSends(folder))) {
    hangUpAfterAnswer(request, reply);
    throw new AppError('STORAGE_FULL', { retryAfterSeconds: FULL_RETRY_SECONDS });
  }
  const stop = new AbortController();
  const tooBig = Promise.withResolvers<never>();
  const expected = Number(request.headers['content-length'] ?? 0);
  let seen = 0;
  const count = (bytes: number): void => {
    seen = bytes;
    if (Math.max(expected, seen) > limits.bytes + ENVELOPE_BYTES)
      tooBig.reject(new AppError('UPLOAD_TOO_BIG', { params: { limit: inMegabytes(limits.bytes) } }));
  };
  const reading = readUpload(partsOf(request, count), place, stop.signal);
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
    throw asAppError(error, limits.files);
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

function asAppError(error: unknown, mostFiles: number): unknown {
  if (error instanceof AppError) return error;
  const { code = '', statusCode } = error as { code?: string; statusCode?: number };
  const known = PARSER_FAULTS[code];
  if (known) return new AppError(known, { params: { max: mostFiles } });
  // The parser's own complaints have no code of the file system; those are our fault, and so are mistakes in our code.
  const ours = isOwnFault(error) || (/^E[A-Z]+$/.test(code) && statusCode === undefined);
  return ours ? error : new AppError('BAD_REQUEST', { cause: error });
}
