import { createHash, createHmac } from 'node:crypto';
import { z } from 'zod';

/** Thrown if a backup cannot be made or must not be restored; the message is shown unchanged. */
export class BackupRefusal extends Error {
  override readonly name = 'BackupRefusal';
}

/** The first and the last file of the archive. */
export const HEAD = 'head.json';
export const MANIFEST = 'manifest.json';

/** The format version, raised whenever older programs can no longer read what this one writes. */
const FORMAT = 1;

/**
 * Maximum size of a file: a fax of 500 pages has about 30 MB, and a larger file in an archive would only fill our
 * memory.
 */
export const MAX_FILE_BYTES = 256 * 1024 * 1024;

/** Maximum size of an unpacked piece of a table: pieces are cut at about 2 MB, but a single row may be longer. */
export const MAX_PIECE_BYTES = 64 * 1024 * 1024;

const identifier = z.string().regex(/^[a-z][a-z0-9_]{0,62}$/u);

/** The description of the archive and its tables; read before anything else. */
export const headShape = z.object({
  format: z.literal(FORMAT),
  createdAt: z.iso.datetime(),
  keyFingerprint: z.string().max(128),
  /** False for a copy of the tables alone: the documents stay in their place. */
  documents: z.boolean().default(true),
  migrations: z.array(z.string().regex(/^\d{4}-[a-z0-9-]+\.sql$/u)).max(10_000),
  tables: z.array(z.object({ name: identifier, columns: z.array(identifier).max(500) })).max(1_000),
  sequences: z
    .array(z.object({ name: identifier, value: z.string().regex(/^\d{1,19}$/u), called: z.boolean() }))
    .max(1_000),
});

/** The content of the first file. */
export type Head = z.infer<typeof headShape>;

/** The summary of what was written, signed with the installation's key; read last. */
export const manifestShape = z.object({
  entries: z.number().int().nonnegative(),
  digest: z.string().regex(/^[0-9a-f]{64}$/u),
  rows: z.record(identifier, z.number().int().nonnegative()),
  files: z.number().int().nonnegative(),
  bytes: z.number().int().nonnegative(),
  mac: z.string().regex(/^[0-9a-f]{64}$/u),
});

/** The content of the last file. */
export type Manifest = z.infer<typeof manifestShape>;

/** Returns the name of the nth piece of a table. */
export function pieceName(table: string, n: number): string {
  return `tables/${table}/${String(n).padStart(8, '0')}.gz`;
}

/** An allowed name in an archive: none can lead outside its folder. */
export type EntryName =
  | { kind: 'table'; table: string }
  | { kind: 'file'; key: string }
  | { kind: 'manifest' };

const PIECE = /^tables\/([a-z][a-z0-9_]{0,62})\/\d{8}\.gz$/u;
const FILE = /^files\/([a-z0-9_-]+(?:\/[A-Za-z0-9_-][A-Za-z0-9._-]*)*)$/u;

/** Parses a name from an archive; returns null for any name that we never write. */
export function readEntryName(name: string): EntryName | null {
  if (name === MANIFEST) return { kind: 'manifest' };
  const table = PIECE.exec(name)?.[1];
  if (table !== undefined) return { kind: 'table', table };
  const key = FILE.exec(name)?.[1];
  return key === undefined ? null : { kind: 'file', key };
}

/** One hash over everything that is written, entry by entry. */
export class RunningDigest {
  readonly #hash = createHash('sha256');
  #entries = 0;

  /** Adds an entry. */
  add(name: string, bytes: Uint8Array): void {
    const own = createHash('sha256').update(bytes).digest('hex');
    this.#hash.update(`${name}\0${bytes.byteLength}\0${own}\n`);
    this.#entries += 1;
  }

  /** Returns the hash of all entries added, and their number. */
  end(): { entries: number; digest: string } {
    return { entries: this.#entries, digest: this.#hash.digest('hex') };
  }
}

/** Returns the signature of a manifest: without the key nobody can make an archive that restore accepts. */
export function macOf(key: Buffer, { entries, digest, rows, files, bytes }: Omit<Manifest, 'mac'>): string {
  return createHmac('sha256', key)
    .update(
      JSON.stringify([
        entries,
        digest,
        Object.entries(rows).toSorted(([one], [other]) => (one < other ? -1 : 1)),
        files,
        bytes,
      ]),
    )
    .digest('hex');
}
