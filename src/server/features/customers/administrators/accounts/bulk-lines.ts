import { isNanp, normalizeNumber } from '#contract/kit/fax-number.ts';
import { accountEmail } from '#contract/customers/administrators.ts';
import type { AccountType } from '#contract/customers/administrators.ts';
import { BULK_HEADINGS, BULK_MAX_LINES, BULK_TYPES } from '#contract/customers/bulk-add.ts';
import type { BulkFault } from '#contract/customers/bulk-add.ts';
import { AppError } from '#server/kit/app-error.ts';
import { readCsvRows } from '#server/kit/csv-rows.ts';

import { isServiceCode } from './add-service.ts';

/** A parsed line of a file; `fault` is an error in the line itself, regardless of what is free now. */
export interface BulkLine {
  line: number;
  email: string;
  /** The type as it was written. */
  written: string;
  type: AccountType | null;
  area: string;
  number: string;
  fault: BulkFault | null;
}

/** Maximum length of a cell in any of these columns; the rest is not worth showing. */
const MAX_CELL = 128;
type Heading = (typeof BULK_HEADINGS)[number];

/** Data for validating a line: areas that have numbers, and numbers of the preceding lines. */
interface Known {
  areas: ReadonlySet<string>;
  seen: Set<string>;
}

/**
 * Reads a file: comma, semicolon or tab between cells, with a line of headings in any order, or in their usual order
 * without one; `areas` are the codes where local numbers can be requested. Throws FILE_UNREADABLE and TOO_MANY_LINES.
 */
export function readBulkLines(text: string, areas: ReadonlySet<string>): BulkLine[] {
  const table = parseTable(text);
  const order = headingsOf(table[0]?.cells ?? []);
  const rows = order ? table.slice(1) : table;
  if (rows.length > BULK_MAX_LINES) throw new AppError('TOO_MANY_LINES', { params: { max: BULK_MAX_LINES } });
  const known = { areas, seen: new Set<string>() };
  return rows.map(({ line, cells }) => toLine(line, cells, order ?? [...BULK_HEADINGS], known));
}

function parseTable(text: string): { line: number; cells: string[] }[] {
  // One line more than allowed reveals that there are too many.
  const rows = readCsvRows(text, { most: BULK_MAX_LINES + 2, maxRow: 4 * 1024 });
  if (rows === null) throw new AppError('FILE_UNREADABLE');
  return rows.map(({ record, info }) => ({ line: info.lines, cells: record }));
}

/** Returns the columns by their headings; null if the first line does not contain headings. */
function headingsOf(cells: readonly string[]): (Heading | null)[] | null {
  const named = cells.map(
    (cell) => BULK_HEADINGS.find((one) => one === cell.toLowerCase().replaceAll(/[^a-z]/g, '')) ?? null,
  );
  return named.includes('email') ? named : null;
}

function toLine(
  line: number,
  cells: readonly string[],
  order: readonly (Heading | null)[],
  known: Known,
): BulkLine {
  const cell = (name: Heading) => (cells[order.indexOf(name)] ?? '').slice(0, MAX_CELL).replaceAll('\0', '');
  const written = cell('type');
  const type = BULK_TYPES[written.toLowerCase()] ?? null;
  const number = normalizeNumber(cell('number'));
  const read = { line, email: cell('email'), written, type, area: cell('area'), number };
  return { ...read, fault: faultOf(read, known) };
}

function faultOf(
  { email, type, area, number }: Omit<BulkLine, 'fault'>,
  { areas, seen }: Known,
): BulkFault | null {
  if (!accountEmail.safeParse(email).success) return 'EMAIL_INVALID';
  if (type === null) return 'TYPE_UNKNOWN';
  if (type === 'local' && !areas.has(area)) return 'AREA_UNKNOWN';
  if (type !== 'custom') return null;
  if (!isNanp(number) || isServiceCode(number)) return 'NUMBER_INVALID';
  if (seen.has(number)) return 'NUMBER_TWICE';
  seen.add(number);
  return null;
}
