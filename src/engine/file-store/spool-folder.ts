import { createHash } from 'node:crypto';
import { mkdir, readFile, readdir, rmdir, stat, unlink } from 'node:fs/promises';
import { join } from 'node:path';

import { ignoreMissing, isMissing, removeOldDrafts, syncFolder, writeDurably } from './durable-file.ts';
import { readFolderId } from './folder-id.ts';
import { requireKey } from './keys.ts';
import type { SpoolState } from './port.ts';
import { DamagedFile } from './refusal.ts';

/** One change of one key that the bucket does not have yet. */
export interface SpoolEntry {
  key: string;
  /** Its file name; later entries of a key sort after earlier ones. */
  name: string;
  writtenAt: number;
  bytes: number;
  /** Expected hash of the bytes; null if the key is deleted. */
  sha256: string | null;
}

/** Replaces `/` in a key. No key contains this character, so each key has one folder named after it. */
const SLASH = '+';

/** The name of an entry: milliseconds since 1970, then the file's SHA-256, or `gone` if the key is deleted. */
const ENTRY = /^(?<at>\d{15})-(?<what>[0-9a-f]{64}|gone)$/u;
const AT_DIGITS = 15;

/**
 * The files of a spool: `files/<key>/<time>-<sha256>`. Processes that share the folder see each other's entries,
 * because the folder is the only state; a crash leaves at most a draft behind.
 */
export class SpoolFolder {
  readonly root: string;
  /** Identifies the spool in the database; it moves with the folder. */
  readonly id: string;
  readonly #files: string;
  readonly #drafts: string;

  private constructor(root: string, id: string) {
    this.root = root;
    this.id = id;
    this.#files = join(root, 'files');
    this.#drafts = join(root, 'drafts');
  }

  /** Creates the folder if necessary and removes drafts left by a crash. */
  static async open(root: string): Promise<SpoolFolder> {
    for (const folder of ['files', 'drafts', 'locks'])
      await mkdir(join(root, folder), { recursive: true, mode: 0o700 });
    await removeOldDrafts(join(root, 'drafts'));
    return new SpoolFolder(root, await readFolderId(join(root, 'id')));
  }

  /** Writes one entry; once this resolves, it survives a power failure. `null` deletes the key. */
  async add(key: string, bytes: Uint8Array | null): Promise<void> {
    const before = (await this.entriesOf(key)).at(-1);
    // After the clock is set back, the newest entry of a key must still sort after the older ones.
    const at = Math.max(Date.now(), before ? before.writtenAt + 1 : 0);
    const what = bytes === null ? 'gone' : sha256(bytes);
    const name = `${String(at).padStart(AT_DIGITS, '0')}-${what}`;
    await writeDurably(join(this.#folderOf(key), name), this.#drafts, bytes ?? new Uint8Array());
  }

  /** Returns every entry of a key, oldest first. */
  async entriesOf(key: string): Promise<SpoolEntry[]> {
    const folder = this.#folderOf(key);
    const names = await readdir(folder).catch(noneWhenMissing);
    const entries = await Promise.all(
      names.toSorted().map(async (name) => await readEntry(key, folder, name)),
    );
    return entries.filter((entry) => entry !== null);
  }

  /** Returns every key with an entry, in no particular order. */
  async keys(): Promise<string[]> {
    return (await readdir(this.#files)).map((name) => name.replaceAll(SLASH, '/'));
  }

  /** Returns the entries of all keys, grouped by key, with the longest-waiting key first. */
  async all(): Promise<SpoolEntry[][]> {
    const groups: SpoolEntry[][] = [];
    for (const key of await this.keys()) {
      const entries = await this.entriesOf(key);
      if (entries.length > 0) groups.push(entries);
    }
    return groups.toSorted(([a], [b]) => (a?.writtenAt ?? 0) - (b?.writtenAt ?? 0));
  }

  /** Returns the bytes of an entry; null if it was uploaded meanwhile. Throws DamagedFile if the disk changed them. */
  async read(entry: SpoolEntry): Promise<Uint8Array | null> {
    const bytes = await readFile(this.#pathOf(entry)).catch((error: unknown) => {
      ignoreMissing(error);
      return null;
    });
    if (bytes !== null && sha256(bytes) !== entry.sha256) throw new DamagedFile(bytes);
    return bytes;
  }

  /** Removes one entry. */
  async remove(entry: SpoolEntry): Promise<void> {
    const folder = this.#folderOf(entry.key);
    await unlink(this.#pathOf(entry)).catch(ignoreMissing);
    await syncFolder(folder).catch(ignoreMissing);
    // The folder is not empty, or another process removed it first; either way there is nothing left to do.
    await rmdir(folder).catch(() => undefined);
  }

  #folderOf(key: string): string {
    requireKey(key);
    return join(this.#files, key.replaceAll('/', SLASH));
  }

  #pathOf({ key, name }: SpoolEntry): string {
    return join(this.#folderOf(key), name);
  }
}

/** Summarizes entries that were just read. */
export function stateOf(groups: readonly (readonly SpoolEntry[])[]): SpoolState {
  const entries = groups.flat();
  const oldest = entries.reduce((least, { writtenAt }) => Math.min(least, writtenAt), Infinity);
  return {
    files: entries.length,
    bytes: entries.reduce((sum, { bytes }) => sum + bytes, 0),
    since: entries.length === 0 ? null : new Date(oldest),
  };
}

async function readEntry(key: string, folder: string, name: string): Promise<SpoolEntry | null> {
  const { at, what } = ENTRY.exec(name)?.groups ?? {};
  if (at === undefined || what === undefined) return null;
  const found = await stat(join(folder, name)).catch((error: unknown) => {
    ignoreMissing(error);
    return null;
  });
  return (
    found && { key, name, writtenAt: Number(at), bytes: found.size, sha256: what === 'gone' ? null : what }
  );
}

function noneWhenMissing(error: unknown): string[] {
  if (isMissing(error)) return [];
  throw error;
}

function sha256(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex');
}
