import { DamagedFile } from '#engine/file-store/port.ts';
import type { FileStore } from '#engine/file-store/port.ts';

import { sha256Of } from './hash.ts';
import type { StoredDocument } from './stored-faxes.store.ts';

/** A file that is not as it was stored. */
export interface FileFault {
  key: string;
  problem: 'missing' | 'damaged';
  /** The hash that it should have; null if only its size is known. */
  sha256: string | null;
}

/** A file that a document should have. */
interface Expected {
  key: string;
  sha256: string | null;
  size: number | null;
}

/** Returns the files that a document should have: pages first, then uploads. */
export function expectedFiles({
  tiffKey,
  sha256,
  originals,
}: Pick<StoredDocument, 'tiffKey' | 'sha256' | 'originals'>): Expected[] {
  const pages =
    tiffKey === null ? [] : [{ key: tiffKey, sha256: sha256?.toString('hex') ?? null, size: null }];
  const others = originals.filter(({ key }) => key !== tiffKey);
  return [...pages, ...others.map(({ key, size, sha256: hash }) => ({ key, size, sha256: hash ?? null }))];
}

/** Reads every file of a document and compares it with what was stored. Throws if the store does not answer. */
export async function checkFiles(
  files: FileStore,
  document: StoredDocument,
): Promise<{ bytes: number; faults: FileFault[] }> {
  const faults: FileFault[] = [];
  let bytes = 0;
  for (const { key, sha256, size } of expectedFiles(document)) {
    const found = await readEvenDamaged(files, key);
    bytes += found?.bytes.byteLength ?? 0;
    if (found === null) faults.push({ key, problem: 'missing', sha256 });
    else if (found.damaged || !isSame(found.bytes, { sha256, size }))
      faults.push({ key, problem: 'damaged', sha256 });
  }
  return { bytes, faults };
}

/** Returns the file as it is, even if the store itself found that it has changed; null if there is none. */
export async function readEvenDamaged(
  files: FileStore,
  key: string,
): Promise<{ bytes: Uint8Array; damaged: boolean } | null> {
  try {
    const bytes = await files.get(key);
    return bytes && { bytes, damaged: false };
  } catch (error) {
    if (error instanceof DamagedFile) return { bytes: error.bytes, damaged: true };
    throw error;
  }
}

/** Returns whether these are the bytes that were stored, as far as their hash or size is known. */
export function isSame(bytes: Uint8Array, { sha256, size }: Pick<Expected, 'sha256' | 'size'>): boolean {
  if (sha256 !== null) return sha256Of(bytes) === sha256;
  return size === null || bytes.byteLength === size;
}
