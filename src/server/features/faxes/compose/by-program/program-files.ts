import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';

import type { UploadLimits } from '#contract/faxes/send-limits.ts';
import type { SendBody } from '#contract/v1/send.ts';
import { AppError } from '#server/kit/app-error.ts';
import type { AccountId } from '#server/kit/scope.ts';

import { checkFile } from '../check-file.ts';
import { inMegabytes } from '../file-type.ts';
import type { FileToSend } from '../send-request.ts';

/** A document that was fetched into a temporary file. */
export interface Fetched {
  path: string;
  name: string;
  bytes: number;
  discard(): Promise<void>;
}

/** Fetches a document by its address, through the guard for outgoing connections. */
export type FetchDocument = (source: {
  url: string;
  account: AccountId;
  maxBytes: number;
  field: string;
}) => Promise<Fetched>;

/** The files of a send, some of them temporary files; `discard` must always be called. */
export interface ProgramFiles {
  files: FileToSend[];
  discard(): Promise<void>;
}

/**
 * Only these characters are allowed, so that a truncated file or one in another alphabet is not taken for a different
 * file (RFC 4648 4).
 */
const BASE64 = /^[A-Za-z0-9+/]+={0,2}$/u;

/** Refuses more files or bytes than a fax may have. Throws TOO_MANY_FILES, UPLOAD_TOO_BIG. */
export function requireFit(files: readonly { size: number }[], limits: UploadLimits): void {
  if (files.length > limits.files) throw new AppError('TOO_MANY_FILES', { params: { max: limits.files } });
  if (files.reduce((sum, { size }) => sum + size, 0) > limits.bytes)
    throw new AppError('UPLOAD_TOO_BIG', { params: { limit: inMegabytes(limits.bytes) } });
}

/** Returns the files in the body itself. Throws VALIDATION, FILE_TYPE, FILE_EMPTY, FILE_TOO_BIG. */
export function filesInBody(asked: SendBody['files'], limits: UploadLimits): FileToSend[] {
  return asked.flatMap((file, at) => {
    if (!('content_base64' in file)) return [];
    const bytes = decoded(file.content_base64, `files/${at}/content_base64`);
    const checked = fileOf(file.name, bytes, { limits, field: `files/${at}` });
    return [{ ...checked, index: at, sha256: createHash('sha256').update(bytes).digest() }];
  });
}

/** Fetches the files that are given by address, one after another. */
export async function filesByUrl(
  asked: SendBody['files'],
  { account, limits, fetch }: { account: AccountId; limits: UploadLimits; fetch: FetchDocument },
): Promise<ProgramFiles> {
  const fetched: Fetched[] = [];
  const files: FileToSend[] = [];
  const discard = async (): Promise<void> => {
    for (const one of fetched) await one.discard();
  };
  try {
    for (const [at, file] of asked.entries()) {
      if (!('url' in file)) continue;
      const field = `files/${at}/url`;
      const one = await fetch({ url: file.url, account, maxBytes: limits.fileBytes, field });
      fetched.push(one);
      const checked = fileOf(file.name ?? one.name, await readFile(one.path), { limits, field });
      files.push({ ...checked, index: at, read: async () => await readFile(one.path) });
    }
    return { files, discard };
  } catch (error) {
    await discard();
    throw error;
  }
}

function decoded(text: string, field: string): Buffer {
  if (text.length % 4 !== 0 || !BASE64.test(text))
    throw new AppError('VALIDATION', { fields: { [field]: 'BASE64_INVALID' } });
  return Buffer.from(text, 'base64');
}

function fileOf(
  name: string,
  bytes: Buffer,
  { limits, field }: { limits: UploadLimits; field: string },
): FileToSend {
  const { safe, extension, fault } = checkFile(name, bytes);
  const code = fault ?? (bytes.byteLength > limits.fileBytes ? 'FILE_TOO_BIG' : null);
  if (code !== null)
    throw new AppError(code, {
      params: { file: safe, limit: inMegabytes(limits.fileBytes) },
      fields: { [field]: code },
    });
  return { name: safe, extension, size: bytes.byteLength, read: async () => await Promise.resolve(bytes) };
}
