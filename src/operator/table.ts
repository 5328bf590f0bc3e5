/** One row of a printed table, by column name. */
export type Row = Readonly<Record<string, string | number | boolean | null | undefined>>;

const GAP = '  ';

/** Text columns side by side, a heading above; nothing but «(none)» when there is no row. */
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

/** Control characters of what others wrote (names, reasons) must not reach a terminal. */
function show(value: Row[string]): string {
  if (value === null || value === undefined || value === '') return '-';
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  return String(value).replaceAll(/\p{C}/gu, ' ');
}
