import type { Database } from '#engine/database/port.ts';
import { DamagedFile, FileStoreAway } from '#engine/file-store/port.ts';
import type { FileStore } from '#engine/file-store/port.ts';

import { expectedFiles } from './check-files.ts';
import { sha256Of } from './hash.ts';
import { noteDamaged } from './scrub.store.ts';
import { filesWait } from './spools.store.ts';
import { readFilesOf } from './stored-faxes.store.ts';

/** Hashes that are known without a question to the database: about 200 bytes each. */
const KNOWN_HASHES = 20_000;

/** Larger files are hashed beside the event loop: 1 MiB takes about a millisecond. */
const LARGE_BYTES = 1024 * 1024;

/** A file of a document: pages or an upload. Views lie one folder deeper, and the description says itself what it is. */
const OF_DOCUMENT = /^(documents\/[^/]+)\/(?!manifest\.json$)[^/]+$/u;

/** Pictures of pages: they are drawn again where there are none. */
const VIEW = /^documents\/[^/]+\/[^/]+\//u;

/**
 * A file store whose reader gets the pages that were stored, or DamagedFile: what the database knows the hash of is
 * compared with it at every read, so that bit rot, half a file or a file that was exchanged is never shown, sent or
 * copied. A damaged file is noted at once for the metrics and the doctor (F-store-02). The hash of a file is asked for
 * once; the first read of each file costs one question more. A file that is not there may wait on another machine for the
 * bucket: as long as files wait anywhere, it is not said to be lost.
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
