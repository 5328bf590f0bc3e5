import type { Database } from '#engine/database/port.ts';
import { DamagedFile, FileStoreAway } from '#engine/file-store/port.ts';
import type { FileStore } from '#engine/file-store/port.ts';

import { expectedFiles } from './check-files.ts';
import { sha256Of } from './hash.ts';
import { noteDamaged } from './scrub.store.ts';
import { filesWait } from './spools.store.ts';
import { readFilesOf } from './stored-faxes.store.ts';

/** Hashes kept in memory, which need no database query; about 200 bytes each. */
const KNOWN_HASHES = 20_000;

/** Larger files are hashed off the event loop: 1 MiB takes about a millisecond. */
const LARGE_BYTES = 1024 * 1024;

/** Matches a file of a document: pages or an upload. Views are one folder deeper; the description is excluded. */
const OF_DOCUMENT = /^(documents\/[^/]+)\/(?!manifest\.json$)[^/]+$/u;

/** Matches pictures of pages, which are drawn again if they are missing. */
const VIEW = /^documents\/[^/]+\/[^/]+\//u;

/**
 * Returns a file store whose reader gets the pages as they were stored, or DamagedFile: every read compares the file
 * with the hash in the database, if there is one, so that bit rot, a partial file or an exchanged file is never shown,
 * sent or copied. A damaged file is recorded at once for the metrics and the doctor (F-store-02). The hash of a file is
 * queried once, at its first read. A missing file may still wait for the bucket on another machine: as long as files
 * wait anywhere, it is not reported as lost.
 */
export function withKnownHashes(store: FileStore, { db }: Pick<Database, 'db'>): FileStore {
  const known = new Map<string, string>();
  const hashOf = async (key: string, folder: string): Promise<string | null> => {
    const cached = known.get(key);
    if (cached !== undefined) return cached;
    const document = await readFilesOf(db, folder);
    const hash = document && expectedFiles(document).find((file) => file.key === key)?.sha256;
    if (!hash) return null;
    const [oldest] = known.keys();
    if (known.size >= KNOWN_HASHES && oldest !== undefined) known.delete(oldest);
    known.set(key, hash);
    return hash;
  };
  const compared = async (key: string, folder: string | undefined): Promise<Uint8Array | null> => {
    const bytes = await store.get(key);
    if (bytes === null && !VIEW.test(key) && (await filesWait(db)))
      throw new FileStoreAway('the file may wait on another machine');
    if (bytes === null || folder === undefined) return bytes;
    const hash = await hashOf(key, folder);
    if (hash !== null && hash !== (await hashed(bytes))) throw new DamagedFile(bytes);
    return bytes;
  };
  return {
    ...store,
    get: async (key) => {
      const folder = OF_DOCUMENT.exec(key)?.[1];
      try {
        return await compared(key, folder);
      } catch (error) {
        if (error instanceof DamagedFile && folder !== undefined)
          await noteDamaged(db, folder, key).catch(() => undefined); // The scheduled comparison will find it.
        throw error;
      }
    },
  };
}

async function hashed(bytes: Uint8Array): Promise<string> {
  if (bytes.byteLength < LARGE_BYTES) return sha256Of(bytes);
  return Buffer.from(await crypto.subtle.digest('SHA-256', Uint8Array.from(bytes))).toString('hex');
}
