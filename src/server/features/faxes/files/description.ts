import { z } from 'zod';

import type { FileStore } from '#engine/file-store/port.ts';

/** Folder of all documents; each has its own folder in it. */
export const DOCUMENTS = 'documents/';

/** The file beside the pages of a fax that describes the fax and its owner. */
export const DESCRIPTION = 'manifest.json';

/** Size limit. A fax has at most 50 numbers and some files; anything larger was not written by us. */
const MOST_BYTES = 4 * 1024 * 1024;

const sha256 = z.string().regex(/^[0-9a-f]{64}$/u);
const fileName = z.string().regex(/^[A-Za-z0-9_-][A-Za-z0-9._-]{0,99}$/u);
const at = z.iso.datetime();

const describedFax = z.object({
  /** Missing if the description was written before the fax had its rows. */
  pathKey: z.string().max(64).optional(),
  direction: z.enum(['R', 'S']),
  /** The other party's number; empty when the caller withheld it. */
  other: z.string().max(32),
  stationId: z.string().max(200),
  at,
  /** OPEN: not known to have been sent when this was written. */
  state: z.enum(['OK', 'FAILED', 'OPEN']),
  reason: z.string().max(64).nullable(),
  uncertainPages: z.number().int().nonnegative().nullable(),
  deletedAt: at.nullable(),
  /** A test fax stays one, even if a database has lost it. */
  test: z.literal(true).nullish(),
});

const description = z.object({
  format: z.literal(1),
  account: z.object({
    id: z.number().int().positive(),
    number: z.string().max(32),
    brandId: z.number().int(),
  }),
  source: z.enum(['upload', 'email', 'line', 'egnyte', 'resend', 'onnet']),
  createdAt: at,
  pages: z.number().int().nonnegative(),
  bytes: z.number().int().nonnegative(),
  fault: z.string().max(64).nullable(),
  /** Null until the document has been converted. */
  tiff: z.object({ file: fileName, sha256: sha256.optional() }).nullable(),
  originals: z.array(
    z.object({
      file: fileName,
      name: z.string().max(1_000),
      type: z.string().max(100),
      size: z.number().int().nonnegative(),
      sha256: sha256.optional(),
      photos: z.literal('fine').optional(),
      plan: z.string().max(2_000).optional(),
    }),
  ),
  /** The contents of a cover page that is still to be drawn. */
  cover: z.unknown().optional(),
  /** The call that brought a received fax: if a line reports it again, it must not become a second fax. */
  call: z
    .object({ lineId: z.number().int().nullable(), callRef: z.string().max(500), called: z.string().max(32) })
    .nullable(),
  /**
   * The request that a sent fax came with, as hashes of its key and content: repeating a request that was never
   * answered creates another folder.
   */
  request: z.object({ key: sha256, fingerprint: sha256.nullable() }).optional(),
  faxes: z.array(describedFax),
});

/**
 * What the file store itself holds about a fax: enough to restore it to a database that has lost it. It contains the
 * numbers and times of the fax and no names of people; anyone who can read it can also read the pages beside it.
 */
export type Description = z.output<typeof description>;
export type DescribedFax = z.output<typeof describedFax>;

/** Writes the description of one document, after its other files. */
export async function writeDescription(
  files: FileStore,
  storageKey: string,
  what: Omit<Description, 'format'>,
): Promise<void> {
  const text = JSON.stringify({ format: 1, ...what });
  await files.put(`${storageKey}/${DESCRIPTION}`, Buffer.from(text));
}

/** Returns the description of one document; null if there is none, or it cannot be parsed. */
export async function readDescription(files: FileStore, storageKey: string): Promise<Description | null> {
  const bytes = await files.get(`${storageKey}/${DESCRIPTION}`);
  if (bytes === null || bytes.byteLength > MOST_BYTES) return null;
  const parsed = description.safeParse(parseJson(Buffer.from(bytes).toString('utf8')));
  return parsed.success ? parsed.data : null;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // A partial file, or not one of ours: treated as missing.
    return undefined;
  }
}
