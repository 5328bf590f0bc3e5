import type { Row } from './table.ts';

/** Text that a spreadsheet would interpret as a formula, in a name that a stranger chose (CSV injection). */
const FORMULA = /^[=+\-@\t\r]/;

/** Formats rows as CSV (RFC 4180) with a heading; an empty list has none. */
export function toCsv(rows: readonly Row[]): string {
  const [first] = rows;
  if (!first) return '';
  const columns = Object.keys(first);
  return [columns, ...rows.map((row) => columns.map((column) => show(row[column])))]
    .map((line) => line.map(quote).join(','))
    .join('\r\n');
}

function show(value: Row[string]): string {
  if (value === null || value === undefined) return '';
  return typeof value === 'string' && FORMULA.test(value) ? `'${value}` : String(value);
}

function quote(cell: string): string {
  return /[",\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell;
}
