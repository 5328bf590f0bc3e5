import { createHash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';

import type { UploadLimits } from '#contract/faxes/send-limits.ts';
import { makeTemporaryFolder } from '#engine/file-store/port.ts';
import { AppError } from '#server/kit/app-error.ts';
import { safeName } from '#server/kit/safe-name.ts';
import { requireStorable } from '#server/kit/storable-text.ts';

import { HEAD_BYTES, contentFits, extensionOf, inMegabytes } from './file-type.ts';

/** Limits of the parts of one multipart body; each of them stops endless parts (A-UPLOAD-04). */
export function partLimits(files: number) {
  return {
    fieldNameSize: 100,
    fieldSize: 64 * 1024,
    // A file that was uploaded before has two fields: itself and its pages.
    fields: 60,
    // One more than allowed, so that the response can report it.
    files: files + 1,
    parts: 60 + files + 1,
    headerPairs: 20,
  };
}

/** A part of a multipart body, as the route's parser returns it. */
export type UploadPart =
  | { type: 'field'; fieldname: string; value: unknown; fieldnameTruncated: boolean; valueTruncated: boolean }
  | { type: 'file'; fieldname: string; filename?: string; file: Readable & { truncated: boolean } };

/** An uploaded file, complete in a temporary file. */
export interface UploadedFile {
  /** Its position among the files of the fax: `userfiles[3]`. */
  index: number;
  /** The sender's name for it, made safe to show: no path, no control or direction characters. */
  name: string;
  extension: string;
  size: number;
  sha256: Buffer;
  read(): Promise<Buffer>;
}

/** A complete upload; `discard` removes its temporary files and must always be called. */
export interface Upload {
  fields: ReadonlyMap<string, string>;
  files: UploadedFile[];
  /** Bytes of all values and files; the rest of the body is the multipart structure. */
  contentBytes: number;
  discard(): Promise<void>;
}

/** How a form names its parts. */
export interface UploadForm {
  /** Returns the position of the nth file of the fax; null for a file to skip. */
  place(part: { fieldname: string; filename?: string | undefined }, nth: number): number | null;
  /** Fields that may occur more than once: their values are joined by line breaks. */
  repeated: readonly string[];
}

/** The form of the web pages. */
const pageForm: UploadForm = {
  // Browsers send a part without a name for a field without a file; files in unknown fields are ignored.
  place: ({ fieldname, filename }) => (filename ? fileIndex(fieldname) : null),
  repeated: [],
};

/** Where an upload is stored, and its limits. */
export interface UploadPlace {
  folder: string;
  limits: UploadLimits;
  form?: UploadForm;
}

/**
 * Reads fields and files as they stream in. The first fault of a file is thrown at the end, so that the sender gets a
 * response instead of a broken connection; exceeding a limit of the whole upload ends it at once.
 */
export async function readUpload(
  parts: AsyncIterable<UploadPart>,
  { folder, limits, form = pageForm }: UploadPlace,
  signal: AbortSignal,
): Promise<Upload> {
  const own = await makeTemporaryFolder(folder, 'upload');
  const discard = async (): Promise<void> => await rm(own, { recursive: true, force: true });
  // A reader that is stopped between two parts never reaches its own end.
  signal.addEventListener('abort', () => void discard());
  const fields = new Map<string, string>();
  const files: { index: number; file: Omit<UploadedFile, 'index'> }[] = [];
  const faults: AppError[] = [];
  let total = 0;
  let contentBytes = 0;
  try {
    for await (const part of parts) {
      if (part.type === 'field') {
        if (part.fieldnameTruncated) throw new AppError('BAD_REQUEST');
        const value = fieldValue(part);
        const before = form.repeated.includes(part.fieldname) ? fields.get(part.fieldname) : undefined;
        fields.set(part.fieldname, before === undefined ? value : `${before}\n${value}`);
        contentBytes += Buffer.byteLength(value);
        continue;
      }
      const index = form.place(part, files.length);
      if (index === null) {
        for await (const chunk of part.file) contentBytes += (chunk as Buffer).length;
        continue;
      }
      const file = await storeFile(part, join(own, String(files.length)), signal);
      total += file.size;
      contentBytes += file.size;
      if (total > limits.bytes)
        throw new AppError('UPLOAD_TOO_BIG', { params: { limit: inMegabytes(limits.bytes) } });
      const fault = faultOf(part, file, limits.fileBytes);
      if (fault) faults.push(fault);
      else files.push({ index, file });
      if (files.length > limits.files)
        throw new AppError('TOO_MANY_FILES', { params: { max: limits.files } });
    }
    if (faults[0]) throw faults[0];
  } catch (error) {
    await discard();
    throw error;
  }
  const ordered = files.toSorted((a, b) => a.index - b.index).map(({ index, file }) => ({ ...file, index }));
  return { fields, files: ordered, contentBytes, discard };
}

function fieldValue(part: Extract<UploadPart, { type: 'field' }>): string {
  if (part.valueTruncated) throw new AppError('FIELD_INVALID', { fields: { [part.fieldname]: 'TOO_LONG' } });
  const value = typeof part.value === 'string' ? part.value : JSON.stringify(part.value ?? '');
  return requireStorable(part.fieldname, value);
}

/** Returns 3 for `userfiles[3]` (spec http-api 4.9). */
function fileIndex(fieldname: string): number | null {
  const index = /^userfiles\[(\d{1,3})\]$/.exec(fieldname)?.[1];
  return index === undefined ? null : Number(index);
}

type FilePart = Extract<UploadPart, { type: 'file' }>;

async function storeFile(part: FilePart, path: string, signal: AbortSignal) {
  const name = safeName(part.filename ?? '');
  const hash = createHash('sha256');
  const head: Buffer[] = [];
  let size = 0;
  await pipeline(
    part.file,
    async function* count(chunks: AsyncIterable<Buffer>) {
      for await (const chunk of chunks) {
        if (size < HEAD_BYTES) head.push(chunk.subarray(0, HEAD_BYTES - size));
        size += chunk.length;
        hash.update(chunk);
        yield chunk;
      }
    },
    createWriteStream(path, { flags: 'wx', mode: 0o600 }),
    { signal },
  );
  return {
    name,
    extension: extensionOf(name) ?? '',
    size,
    sha256: hash.digest(),
    head: Buffer.concat(head),
    read: async () => await readFile(path),
  };
}

function faultOf(
  part: FilePart,
  file: Awaited<ReturnType<typeof storeFile>>,
  mostBytes: number,
): AppError | null {
  const refuse = (code: 'FILE_TOO_BIG' | 'FILE_EMPTY' | 'FILE_TYPE'): AppError =>
    new AppError(code, {
      params: { file: file.name, limit: inMegabytes(mostBytes) },
      fields: { [part.fieldname]: code },
    });
  if (part.file.truncated) return refuse('FILE_TOO_BIG');
  const extension = extensionOf(file.name);
  if (!extension) return refuse('FILE_TYPE');
  if (file.size === 0) return refuse('FILE_EMPTY');
  return contentFits(extension, file.head) ? null : refuse('FILE_TYPE');
}
