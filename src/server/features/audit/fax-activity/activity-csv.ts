import { createHash } from 'node:crypto';

import { csvCell } from '#contract/kit/csv-cell.ts';

/** Column headings of the entries. */
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
 * Writes lines of a CSV file. The last cell of each is the SHA-256 (hex) of the previous line's last cell and all text
 * before this cell; the first line follows an empty hash. docs/verify-activity.mjs reads the file.
 */
export class ChainedCsv {
  /** The last cell of the latest line. */
  hash = '';
  #lines = 0;

  /** Lines written so far. */
  get lines(): number {
    return this.#lines;
  }

  line(cells: readonly string[]): string {
    // One line is one record: the file is checked line by line, so no record may span several lines.
    const content = cells.map((cell) => csvCell(cell.replaceAll(/[\r\n]+/g, ' '))).join(',');
    this.hash = createHash('sha256').update(this.hash).update(content).digest('hex');
    this.#lines += 1;
    return `${content},${this.hash}\r\n`;
  }
}
