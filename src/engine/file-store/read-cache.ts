import { requireKey } from './keys.ts';
import type { FileStore } from './port.ts';

/** The largest share of the cache that one file may take: a larger file would evict too many others. */
const LARGEST_SHARE = 1 / 8;

/**
 * Keeps the most recently written or read files in memory and evicts the least recently used first. Every key is
 * written only once (`FileStore`: random parts), so changes by other processes cannot make the cache stale: no row
 * refers to a file that another process has deleted.
 */
export function withReadCache(store: FileStore, maxBytes: number): FileStore {
  const kept = new Map<string, Uint8Array>();
  let bytes = 0;
  const forget = (key: string): void => {
    bytes -= kept.get(key)?.byteLength ?? 0;
    kept.delete(key);
  };
  const keep = (key: string, file: Uint8Array): void => {
    forget(key);
    if (file.byteLength > maxBytes * LARGEST_SHARE) return;
    kept.set(key, file);
    bytes += file.byteLength;
    for (const oldest of kept.keys()) {
      if (bytes <= maxBytes) return;
      forget(oldest);
    }
  };
  return {
    ...store,
    put: async (key, file) => {
      forget(key);
      await store.put(key, file);
      keep(key, Uint8Array.from(file));
    },
    get: async (key) => {
      requireKey(key);
      const file = kept.get(key) ?? (await store.get(key));
      if (file !== null) keep(key, file);
      return file;
    },
    delete: async (key) => {
      forget(key);
      await store.delete(key);
    },
  };
}
