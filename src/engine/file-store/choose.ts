import { join } from 'node:path';

import { openDiskStore } from './disk.ts';
import type { FileStore } from './port.ts';

/** Thrown when F2E_BLOBS names a store that this version cannot use; the message is shown as it is. */
export class FileStoreRefusal extends Error {
  override readonly name = 'FileStoreRefusal';
}

/** Opens the store that F2E_BLOBS names: `file:` is the folder `documents` under F2E_DATA, `file:/path` another one. */
export async function openFileStore(location: string, dataDir: string): Promise<FileStore> {
  if (location.startsWith('file:')) {
    return await openDiskStore(location.slice('file:'.length) || join(dataDir, 'documents'));
  }
  throw new FileStoreRefusal(
    location.startsWith('s3:')
      ? 'This version keeps documents on disk only: set F2E_BLOBS to file: or leave it out.'
      : 'F2E_BLOBS must be file: (a folder on this machine).',
  );
}
