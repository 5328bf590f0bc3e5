/** Spreadsheets run a cell that starts like this as a formula (OWASP CSV injection). */
const FORMULA = /^[=+\-@\t\r]/;

/** A text as one cell of a file (RFC 4180), which no spreadsheet takes for a formula (A-EXPORT-01). */
export function csvCell(cell: string): string {
  const safe = FORMULA.test(cell) ? `'${cell}` : cell;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
