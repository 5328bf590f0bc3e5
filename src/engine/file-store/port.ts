export { damagedAs, DamagedFile, FileStoreAway } from './refusal.ts';
export { makeTemporaryFolder, prepareTemporaryFolders } from './temporary-folder.ts';

/**
 * Where documents and brand images are kept. A key is a name with slashes, such as `documents/<random>/fax.tiff`; the
 * caller that stores a file chooses its key from random parts, so that keys cannot be guessed and do not collide.
 */
export interface FileStore {
  /**
   * Stores the bytes under the key. Once this resolves, they survive a power failure; readers see the whole file or
   * none.
   * Storing the same key again replaces the file.
   */
  put(key: string, bytes: Uint8Array): Promise<void>;
  /** Returns the bytes under the key, or null if there are none. Throws DamagedFile if they have changed. */
  get(key: string): Promise<Uint8Array | null>;
  /** Removes the file. A key without a file is not an error, so that a repeated cleanup does no harm. */
  delete(key: string): Promise<void>;
  /**
   * Every key that starts with the prefix, in no particular order; the files of one folder come one after the other.
   * With `after`, a key or the beginning of one that was given before: at least what comes behind it.
   */
  list(prefix: string, after?: string): AsyncIterable<string>;
  /** Whether files can be written and read right now; `reason` is for the operator. */
  check(): Promise<StoreHealth>;
  /** Stops the store's background work; stored files stay. */
  close?(): Promise<void>;
}

/**
 * The result of `check`. `warning`: files are kept, but not yet at their destination. `away`: the store does not
 * respond, which resolves without intervention, unlike wrong settings.
 */
export type StoreHealth = { ok: true; warning?: string } | { ok: false; reason: string; away?: boolean };

/** Contents of a spool. */
export interface SpoolState {
  files: number;
  bytes: number;
  /** When the oldest file was written; null if the spool is empty. */
  since: Date | null;
}

/** The contents of one spool, with its identity. */
export interface SpoolReport extends SpoolState {
  /** Identifies the folder; it stays the same across restarts. */
  id: string;
  /** When the folder was read; files added later are not counted. */
  seenAt: Date;
}
