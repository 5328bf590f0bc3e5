import { MAX_IMPORT_BYTES } from '#contract/contacts.ts';
import { textOf } from '#web/kit/file-text.ts';
import { csvLines } from './csv-lines.ts';
import type { CsvLine } from './csv-lines.ts';

/** A file that may be imported. */
export interface ContactFile {
  name: string;
  size: number;
  lines: readonly CsvLine[];
}

/** Why a file is not taken (D1 §5). */
export type FileFault = 'type' | 'size';

/** Only CSV files, by their name, up to 1048576 bytes (D1 §5, §9). */
export function fileFault(file: Pick<File, 'name' | 'size'>): FileFault | null {
  if (!/\.csv$/i.test(file.name)) return 'type';
  return file.size > MAX_IMPORT_BYTES ? 'size' : null;
}

/** Reads a file into the lines that are sent. */
export async function readContactFile(file: File): Promise<ContactFile> {
  const bytes = new Uint8Array(await file.arrayBuffer());
  return { name: file.name, size: file.size, lines: csvLines(textOf(bytes)) };
}
