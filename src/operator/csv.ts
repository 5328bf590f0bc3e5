import { csvCell } from '#contract/kit/csv-cell.ts';

import type { Row } from './table.ts';

/** Formats rows as CSV (RFC 4180) with a heading; an empty list has none. */
export function toCsv(rows: readonly Row[]): string {
  const [first] = rows;
  if (!first) return '';
  const columns = Object.keys(first);
  return [columns, ...rows.map((row) => columns.map((column) => show(row[column])))]
    .map((line) => line.join(','))
    .join('\r\n');
}

/** A number keeps its sign; a text may be a name that a stranger chose. */
function show(value: Row[string]): string {
  if (value === null || value === undefined) return '';
  return typeof value === 'string' ? csvCell(value) : String(value);
}
