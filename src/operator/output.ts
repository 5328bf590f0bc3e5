import { formatTable } from './table.ts';
import type { Row } from './table.ts';

/** What a command has to say: the fixed JSON shape (running.md) and the rows that a person sees instead. */
export interface Answer {
  json: object;
  rows: readonly Row[];
  /** False: the command did its work and the finding is bad (doctor, line test); the status is 1. */
  good?: boolean;
}

/** Prints an answer on stdout: one JSON document, or a table. */
export function printAnswer(answer: Answer, json: boolean): void {
  process.stdout.write(`${json ? JSON.stringify(answer.json) : formatTable(answer.rows)}\n`);
}

/** An answer of one object, which is also its only row. */
export function oneRow(object: Row): Answer {
  return { json: object, rows: [object] };
}

/** An answer of a list under its name. */
export function listOf(name: string, rows: readonly Row[]): Answer {
  return { json: { [name]: rows }, rows };
}
