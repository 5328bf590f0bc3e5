import { hasPlainImages } from '../converters/pdf-scan.ts';
import { plainTextOf } from '../converters/plain-text.ts';
import {
  CHILD_DOCUMENTS,
  CHILD_KEPT_BYTES,
  CHILD_RESIDENT_BYTES,
  CHILD_WORK_MS,
  MAX_SEARCHED_BYTES,
} from '../limits.ts';
import type { JobFile } from './child.ts';
import { residentBytes } from './memory-watch.ts';

/** The usage of a child so far. */
export interface ChildHistory {
  pid: number | undefined;
  documents: number;
  workedMs: number;
}

/**
 * Whether only WebAssembly and JavaScript will read these files: plain Western texts, and PDFs without a JPEG that
 * libvips would decode, which includes most of what LibreOffice and Ghostscript make. PDFium's instance, the only
 * memory that such a document can write to, is dropped after each job, so its child may take another document. Files
 * that meet native code (pictures, text of other scripts) use their child up. The parent decides, because a child could
 * be lying.
 */
export function leavesChildClean(files: readonly JobFile[]): boolean {
  return files.every(({ type, bytes }) =>
    type === 'text'
      ? plainTextOf(bytes) !== undefined
      : type === 'pdf' && bytes.length <= MAX_SEARCHED_BYTES && !hasPlainImages(bytes),
  );
}

/** Whether a child's usage so far cannot affect its next document. */
export function isFresh({ pid, documents, workedMs }: ChildHistory): boolean {
  if (documents >= CHILD_DOCUMENTS || workedMs > CHILD_WORK_MS) return false;
  const resident = pid === undefined ? CHILD_RESIDENT_BYTES : residentBytes(pid);
  return resident <= CHILD_KEPT_BYTES;
}
