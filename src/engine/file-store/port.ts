export { DamagedFile } from './refusal.ts';

/**
 * Where documents and brand images are kept. A key is a name with slashes, like `documents/<random>/fax.tiff`;
 * who puts a file also makes up its key, from random parts, so that no key can be guessed or collides.
 */
export interface FileStore {
  /**
   * Stores the bytes under the key. When this resolves they survive a power cut; a reader sees the whole file or none.
   * Putting the same key again replaces the file.
   */
  put(key: string, bytes: Uint8Array): Promise<void>;
  /** The bytes under the key, or null when there are none. Throws DamagedFile for one that is known to have changed. */
  get(key: string): Promise<Uint8Array | null>;
  /** Removes the file; a key without a file is no error, so that a repeated clean-up does no harm. */
  delete(key: string): Promise<void>;
  /** Every key that starts with the prefix, in no particular order. */
  list(prefix: string): AsyncIterable<string>;
  /** Whether files can be written and read right now; `reason` is for the operator. */
  check(): Promise<StoreHealth>;
}

/** What check found. */
export type StoreHealth = { ok: true } | { ok: false; reason: string };
