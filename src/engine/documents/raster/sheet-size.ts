import type { Paper } from '../port.ts';
import { FAX_Y_DPI, LETTER_ROWS } from '../fax-page/class-f.ts';

/** Paper for pages without a size of their own; no page is shorter. */
export interface SheetSize {
  paper: Paper;
  inches: number;
  rows: number;
}

const A4_INCHES = 297 / 25.4;

/** Every paper that an installation may choose. */
export const SHEETS: Readonly<Record<Paper, SheetSize>> = {
  letter: { paper: 'letter', inches: 11, rows: LETTER_ROWS },
  a4: { paper: 'a4', inches: A4_INCHES, rows: Math.round(A4_INCHES * FAX_Y_DPI) },
};

const FLAG = '--paper=';

/**
 * Returns the last argument of a child's command line: the paper belongs to the installation, so it is not part of a
 * document or a job.
 */
export function paperArgument(paper: Paper): string {
  return `${FLAG}${paper}`;
}

/** The paper of this child, as set by its parent; Letter in any other process. */
export const SHEET: SheetSize = process.argv.includes(paperArgument('a4')) ? SHEETS.a4 : SHEETS.letter;
