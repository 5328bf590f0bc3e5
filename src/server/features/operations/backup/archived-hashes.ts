import { z } from 'zod';

import { sha256Of } from '#server/features/faxes/files/stored-faxes.service.ts';
import type { Head } from './archive-format.ts';

const originals = z.array(z.object({ key: z.string(), sha256: z.string().optional() }));

/** COPY's text format writes these with a backslash before them, and every other byte as it is. */
const ESCAPES: Readonly<Record<string, string>> = { b: '\b', f: '\f', n: '\n', r: '\r', t: '\t', v: '\v' };

const NULL = String.raw`\N`;

/**
 * What the rows of an archive say of its files: a file that was damaged before the backup was made is signed as it is,
 * and only its row tells. About 150 bytes of memory for each fax.
 */
export class ArchivedHashes {
  readonly #expected = new Map<string, string>();
  readonly #columns: { tiff: number; sha256: number; originals: number };

  constructor({ tables }: Head) {
    const names = tables.find(({ name }) => name === 'document')?.columns ?? [];
    this.#columns = {
      tiff: names.indexOf('tiff_key'),
      sha256: names.indexOf('sha256'),
      originals: names.indexOf('originals'),
    };
  }

  /** Reads rows of the table `document`. */
  addRows(piece: Buffer): void {
    for (const line of piece.toString('utf8').split('\n')) {
      if (line === '') continue;
      const fields = line.split('\t');
      const field = (at: number): string => fields[at] ?? NULL;
      const [tiff, hash] = [field(this.#columns.tiff), field(this.#columns.sha256)];
      // A bytea is \x and hex digits, its backslash escaped.
      if (tiff !== NULL && hash !== NULL) this.#expected.set(unescape(tiff), unescape(hash).slice(2));
      const files = field(this.#columns.originals);
      if (files === NULL || !files.includes('"sha256"')) continue;
      for (const { key, sha256 } of originals.parse(JSON.parse(unescape(files))))
        if (sha256 !== undefined) this.#expected.set(key, sha256);
    }
  }

  /** Whether these are the bytes that the row says; true where it says nothing. */
  isWhole(key: string, bytes: Uint8Array): boolean {
    const expected = this.#expected.get(key);
    this.#expected.delete(key);
    return expected === undefined || expected === sha256Of(bytes);
  }
}

function unescape(field: string): string {
  return field.replaceAll(/\\(.)/gu, (_, sign: string) => ESCAPES[sign] ?? sign);
}
