import { createHash } from 'node:crypto';

import { csvCell } from '#contract/kit/csv-cell.ts';

/** Headings of the entries. */
export const ACTIVITY_HEADINGS = [
  'Time',
  'Kind',
  'Form',
  'By',
  'Name',
  'Fax',
  'Other party',
  'Other number',
  'Address',
  'Browser',
] as const;

/**
 * Writes lines of a CSV file whose last cell is the SHA-256 (hex) of the last cell of the line before and everything that
 * stands in front of its own; the first line follows an empty one. docs/verify-activity.mjs reads it.
 */
export class ChainedCsv {
  /** The last cell of the last line. */
  hash = '';
  #lines = 0;

  /** Lines written so far. */
  get lines(): number {
    return this.#lines;
  }

  line(cells: readonly string[]): string {
    // One line is one record: what is to be checked line by line must not go over several.
    const content = cells.map((cell) => csvCell(cell.replaceAll(/[\r\n]+/g, ' '))).join(',');
    this.hash = createHash('sha256').update(this.hash).update(content).digest('hex');
    this.#lines += 1;
    return `${content},${this.hash}\r\n`;
  }
}
