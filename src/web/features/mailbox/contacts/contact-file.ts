import { MAX_IMPORT_BYTES } from '#contract/mailbox/contacts.ts';
import { textOf } from '#web/kit/file-text.ts';
import { csvLines } from './csv-lines.ts';
import type { CsvLine } from './csv-lines.ts';
import { vcardLines } from './vcard-lines.ts';

/** The largest vCard file, in bytes. Pictures are not sent, but read, which takes a second for such a file. */
export const MAX_VCARD_BYTES = 20 * MAX_IMPORT_BYTES;

/** The file name extensions; programs do not agree on any mark within the files. */
const CSV = /\.csv$/i;
const VCARD = /\.(?:vcf|vcard)$/i;

/** A file that may be imported. */
export interface ContactFile {
  name: string;
  size: number;
  kind: 'csv' | 'vcard';
  lines: readonly CsvLine[];
}

/** The reason why a file is rejected (IMP-02). */
export type FileFault = 'type' | 'size' | 'vcardSize';

/** Checks a file: CSV files, by their name, up to 1048576 bytes (IMP-02); also vCard files. */
export function fileFault({ name, size }: Pick<File, 'name' | 'size'>): FileFault | null {
  if (VCARD.test(name)) return size > MAX_VCARD_BYTES ? 'vcardSize' : null;
  if (!CSV.test(name)) return 'type';
  return size > MAX_IMPORT_BYTES ? 'size' : null;
}

/** Reads a file into the lines that are sent. */
export async function readContactFile(file: File): Promise<ContactFile> {
  const text = textOf(new Uint8Array(await file.arrayBuffer()));
  const kind = VCARD.test(file.name) ? 'vcard' : 'csv';
  return {
    name: file.name,
    size: file.size,
    kind,
    lines: kind === 'vcard' ? vcardLines(text) : csvLines(text),
  };
}
