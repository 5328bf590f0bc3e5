import { formatTable } from './table.ts';
import type { Row } from './table.ts';

/** The output of a command: the fixed JSON shape (spec operation 7), and the rows that a person sees instead. */
export interface Answer {
  json: object;
  rows: readonly Row[];
  /** False: the command did its work with a bad result (doctor, line test); the exit status is 1. */
  good?: boolean;
  /** A line below the table. */
  note?: string;
  /** Printed instead of the table: the content of a file for another program. */
  text?: string;
}

/** Prints an answer on stdout: one JSON document, or a table. */
export function printAnswer(answer: Answer, json: boolean): void {
  const text = json ? JSON.stringify(answer.json) : (answer.text ?? formatTable(answer.rows));
  process.stdout.write(`${text}\n${!json && answer.note !== undefined ? `${answer.note}\n` : ''}`);
}

/** Returns an answer of one object, which is also its only row. */
export function oneRow(object: Row): Answer {
  return { json: object, rows: [object] };
}

/** Rows on a page of a long list. */
const PAGE_ROWS = 100;

/** Returns the part of a long list that a page has; the first page is 1. */
export function pageWindow(page: number): { limit: number; offset: number } {
  return { limit: PAGE_ROWS, offset: (Math.max(page, 1) - 1) * PAGE_ROWS };
}

/** Returns an answer of one page of a named list, with the number of rows on all pages. */
export function pageOf(name: string, rows: readonly Row[], { page, total }: PageOfList): Answer {
  const { offset } = pageWindow(page);
  const last = offset + rows.length;
  const shown = rows.length === 0 ? 'None on this page' : `${offset + 1} to ${last}`;
  const next = last < total && rows.length > 0 ? ` --page ${Math.max(page, 1) + 1} has the next ones.` : '';
  return {
    json: { [name]: rows, total },
    rows,
    ...(total > rows.length && { note: `${shown} of ${total}.${next}` }),
  };
}

/** A page of a list, and the number of rows on all pages. */
interface PageOfList {
  page: number;
  total: number;
}

/** Returns an answer of a named list. */
export function listOf(name: string, rows: readonly Row[]): Answer {
  return { json: { [name]: rows }, rows };
}
