import { join } from 'node:path';

import { openDiskStore } from './disk.ts';
import type { FileStore } from './port.ts';
import { withReadCache } from './read-cache.ts';
import { FileStoreRefusal } from './refusal.ts';
import { readS3Location } from './s3-location.ts';
import { withSpool } from './spool.ts';
import type { SpoolOptions } from './spool.ts';

export { FileStoreRefusal };
export type { SpoolOptions };

/**
 * Size of the read cache in bytes. Newly written pages are usually read next: about 1,800 of them stay in memory, so
 * those reads avoid a slow bucket.
 */
const CACHE_BYTES = 128 * 1024 * 1024;

/**
 * Opens the store named by F2E_BLOBS: `file:` is the folder `documents` under F2E_DATA, `file:/path` another folder,
 * `s3://bucket?endpoint=…&region=…` a bucket shared by several machines (credentials come from the usual AWS_
 * variables). A bucket that does not respond is not refused here: readiness fails until it responds. With `spool`,
 * files wait on this machine while the bucket is unavailable; call `close` on the returned store.
 */
export async function openFileStore(
  location: string,
  dataDir: string,
  spool?: SpoolOptions,
): Promise<FileStore> {
  if (location.startsWith('file:')) {
    return await openDiskStore(location.slice('file:'.length) || join(dataDir, 'documents'));
  }
  if (location.startsWith('s3:')) {
    // Imported on demand: the library is large, and most installations have no bucket.
    const { openS3Store } = await import('./s3.ts');
    const bucket = openS3Store(readS3Location(location));
    return withReadCache(spool ? await withSpool(bucket, spool) : bucket, CACHE_BYTES);
  }
  throw new FileStoreRefusal('F2E_BLOBS must be file: (a folder on this machine) or s3://bucket.');
}
