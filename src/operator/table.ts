/** One row of a printed table, by column name. */
export type Row = Readonly<Record<string, string | number | boolean | null | undefined>>;

const GAP = '  ';

/** Formats rows as text columns with a heading; «(none)» if there is no row. */
export function formatTable(rows: readonly Row[]): string {
  const [first] = rows;
  if (!first) return '(none)';
  const columns = Object.keys(first);
  const cells = [columns, ...rows.map((row) => columns.map((column) => show(row[column])))];
  const widths = columns.map((_, index) =>
    Math.max(...cells.map((line) => Array.from(line[index] ?? '').length)),
  );
  return cells
    .map((line) =>
      line
        .map((cell, index) => cell + ' '.repeat((widths[index] ?? 0) - Array.from(cell).length))
        .join(GAP)
        .trimEnd(),
    )
    .join('\n');
}

/** Removes control characters from other people's input (names, reasons), which must not reach a terminal. */
function show(value: Row[string]): string {
  if (value === null || value === undefined || value === '') return '-';
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  return String(value).replaceAll(/\p{C}/gu, ' ');
}
