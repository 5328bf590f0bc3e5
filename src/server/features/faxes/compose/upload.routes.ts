import type { FastifyReply, FastifyRequest } from 'fastify';

import { AppError } from '#server/kit/app-error.ts';
import { isOwnFault } from '#server/kit/own-fault.ts';
import { hasRoomForSends } from '#server/kit/disk-room.ts';

import { inMegabytes } from './file-type.ts';
import { readUpload } from './upload.ts';
import type { Upload, UploadPart, UploadPlace } from './upload.ts';

/** Allowance for text fields, boundaries and part headers in addition to the files. */
const ENVELOPE_BYTES = 1024 * 1024;

/**
 * Allowance for boundaries and part headers alone; anything more is a name of a megabyte, which the parser drops
 * silently (A-UPLOAD-04).
 */
const HEADER_BYTES = 64 * 1024;

/** How long a refused sender may continue to send, so that it gets to read the response; then it is cut off. */
const LINGER_MS = 2_000;

/** Retry delay while the disk is full: somebody has to make room first. */
const FULL_RETRY_SECONDS = 60;

/** The parser's errors as our codes; any other error of the parser is a malformed body. */
const PARSER_FAULTS: Readonly<Record<string, 'TOO_MANY_FILES' | 'MEDIA_TYPE'>> = {
  FST_FILES_LIMIT: 'TOO_MANY_FILES',
  FST_INVALID_MULTIPART_CONTENT_TYPE: 'MEDIA_TYPE',
};

/** Reads the body up to the limits; a sender that exceeds them gets the response at once, and the rest is not read. */
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
    // It ends because of the stop, or its error is the one in the response.
    reading.catch(() => undefined);
    hangUpAfterAnswer(request, reply);
    throw asAppError(error, limits.files);
  }
}

/** Yields the parts of the body; calls `count` repeatedly with the number of bytes received so far. */
async function* partsOf(request: FastifyRequest, count: (bytes: number) => void): AsyncIterable<UploadPart> {
  const parts = request.parts();
  // Connects the parser; only after that may another listener be added, or the parser misses the first bytes.
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
 * Discards the rest of the body while the response is read. The connection stays open for that, because a sender whose
 * writes fail never reads the response; a sender that continues after it is cut off.
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
  // The parser's own errors have no file system code; errors with one are ours, and so are errors in our code.
  const ours = isOwnFault(error) || (/^E[A-Z]+$/.test(code) && statusCode === undefined);
  return ours ? error : new AppError('BAD_REQUEST', { cause: error });
}
