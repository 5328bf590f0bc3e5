export { damagedAs, DamagedFile, FileStoreAway } from './refusal.ts';
export { makeTemporaryFolder, prepareTemporaryFolders } from './temporary-folder.ts';

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
  /**
   * Every key that starts with the prefix, in no particular order; the files of one folder come one after the other.
   * With `after`, a key or the beginning of one that was given before: at least what comes behind it.
   */
  list(prefix: string, after?: string): AsyncIterable<string>;
  /** Whether files can be written and read right now; `reason` is for the operator. */
  check(): Promise<StoreHealth>;
  /** Ends what the store does by itself; what it holds stays. */
  close?(): Promise<void>;
}

/**
 * What check found. `warning`: files are kept, though not where they belong yet. `away`: the store does not answer,
 * which passes by itself, unlike settings that are wrong.
 */
export type StoreHealth = { ok: true; warning?: string } | { ok: false; reason: string; away?: boolean };

/** What waits in a spool. */
export interface SpoolState {
  files: number;
  bytes: number;
  /** When the oldest one was written; null when nothing waits. */
  since: Date | null;
}

/** Which spool, and what waits in it. */
export interface SpoolReport extends SpoolState {
  /** Names the folder; it stays the same over restarts. */
  id: string;
  /** When the folder was looked at: what was added later is not in the figures. */
  seenAt: Date;
}
