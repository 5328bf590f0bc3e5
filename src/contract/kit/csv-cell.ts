/** Spreadsheets run a cell that begins like this as a formula, some also with full-width characters (OWASP CSV injection). */
const FORMULA = /^[=+\-@\t\r＝＋－＠]/;

/** Returns a text as one cell of a CSV file (RFC 4180) that no spreadsheet runs as a formula (A-EXPORT-01). */
export function csvCell(cell: string): string {
  const safe = FORMULA.test(cell) ? `'${cell}` : cell;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
