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

/** Pages that were just made are looked at next: about 1,800 of them stay in memory, away from a slow bucket. */
const CACHE_BYTES = 128 * 1024 * 1024;

/**
 * Opens the store that F2E_BLOBS names: `file:` is the folder `documents` under F2E_DATA, `file:/path` another one,
 * `s3://bucket?endpoint=…&region=…` a bucket that several machines share (credentials from the usual AWS_ variables).
 * A bucket that does not answer is no refusal: readiness says so until it does. With `spool`, files for a bucket that is
 * away wait on this machine; call `close` of what comes back.
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
    // Its library is large, and most installations have no bucket.
    const { openS3Store } = await import('./s3.ts');
    const bucket = openS3Store(readS3Location(location));
    return withReadCache(spool ? await withSpool(bucket, spool) : bucket, CACHE_BYTES);
  }
  throw new FileStoreRefusal('F2E_BLOBS must be file: (a folder on this machine) or s3://bucket.');
}
