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

/** Returns an answer of a named list. */
export function listOf(name: string, rows: readonly Row[]): Answer {
  return { json: { [name]: rows }, rows };
}
