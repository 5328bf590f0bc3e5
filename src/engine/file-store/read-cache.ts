import { requireKey } from './keys.ts';
import type { FileStore } from './port.ts';

/** A file larger than this part of the cache would push out too many others. */
const LARGEST_SHARE = 1 / 8;

/**
 * Keeps what was written or read last in memory, the least recently used going first. Every key is written once and
 * for all (`FileStore`: random parts), so what another process does to the store cannot make this copy wrong: a file
 * that it deletes has no row any more that leads here.
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
