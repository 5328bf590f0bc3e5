import { createHash, createHmac } from 'node:crypto';
import { z } from 'zod';

/** Thrown when a backup cannot be made or must not be restored; the message is shown as it is. */
export class BackupRefusal extends Error {
  override readonly name = 'BackupRefusal';
}

/** First and last file of the archive. */
export const HEAD = 'head.json';
export const MANIFEST = 'manifest.json';

/** Raised when an older program could no longer read what this one writes. */
const FORMAT = 1;

/** A fax of 500 pages is about 30 MB; a larger file in an archive is somebody filling our memory. */
export const MAX_FILE_BYTES = 256 * 1024 * 1024;

/** Pieces of tables are cut at about 2 MB, and a row may be longer. */
export const MAX_PIECE_BYTES = 64 * 1024 * 1024;

const identifier = z.string().regex(/^[a-z][a-z0-9_]{0,62}$/u);

/** What the archive holds and how the tables look; read before anything else. */
export const headShape = z.object({
  format: z.literal(FORMAT),
  createdAt: z.iso.datetime(),
  keyFingerprint: z.string().max(128),
  /** False for a copy of the tables alone: the documents stay where they are. */
  documents: z.boolean().default(true),
  migrations: z.array(z.string().regex(/^\d{4}-[a-z0-9-]+\.sql$/u)).max(10_000),
  tables: z.array(z.object({ name: identifier, columns: z.array(identifier).max(500) })).max(1_000),
  sequences: z
    .array(z.object({ name: identifier, value: z.string().regex(/^\d{1,19}$/u), called: z.boolean() }))
    .max(1_000),
});

/** The first file. */
export type Head = z.infer<typeof headShape>;

/** What was written, signed with the installation's key; read last. */
export const manifestShape = z.object({
  entries: z.number().int().nonnegative(),
  digest: z.string().regex(/^[0-9a-f]{64}$/u),
  rows: z.record(identifier, z.number().int().nonnegative()),
  files: z.number().int().nonnegative(),
  bytes: z.number().int().nonnegative(),
  mac: z.string().regex(/^[0-9a-f]{64}$/u),
});

/** The last file. */
export type Manifest = z.infer<typeof manifestShape>;

/** Name of the nth piece of a table. */
export function pieceName(table: string, n: number): string {
  return `tables/${table}/${String(n).padStart(8, '0')}.gz`;
}

/** What a name in an archive may be: nothing that could lead out of where it belongs. */
export type EntryName =
  | { kind: 'table'; table: string }
  | { kind: 'file'; key: string }
  | { kind: 'manifest' };

const PIECE = /^tables\/([a-z][a-z0-9_]{0,62})\/\d{8}\.gz$/u;
const FILE = /^files\/([a-z0-9_-]+(?:\/[A-Za-z0-9_-][A-Za-z0-9._-]*)*)$/u;

/** Reads a name of an archive; null for everything that we would never have written. */
export function readEntryName(name: string): EntryName | null {
  if (name === MANIFEST) return { kind: 'manifest' };
  const table = PIECE.exec(name)?.[1];
  if (table !== undefined) return { kind: 'table', table };
  const key = FILE.exec(name)?.[1];
  return key === undefined ? null : { kind: 'file', key };
}

/** Everything that was written, one entry after the other, in one hash. */
export class RunningDigest {
  readonly #hash = createHash('sha256');
  #entries = 0;

  /** Adds an entry. */
  add(name: string, bytes: Uint8Array): void {
    const own = createHash('sha256').update(bytes).digest('hex');
    this.#hash.update(`${name}\0${bytes.byteLength}\0${own}\n`);
    this.#entries += 1;
  }

  /** What was added, from the first entry to the last. */
  end(): { entries: number; digest: string } {
    return { entries: this.#entries, digest: this.#hash.digest('hex') };
  }
}

/** The signature of a manifest: without the key nobody can make an archive that restore takes. */
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
