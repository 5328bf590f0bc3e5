/** A line to be sent, and its position in the file. */
export interface CsvLine {
  text: string;
  /** Counted from 1, as in a text editor. */
  number: number;
}

/** A record of the file: its cells, and the text from which they were read. */
interface CsvRecord {
  cells: string[];
  raw: string;
  number: number;
}

const DELIMITERS = [',', ';', '\t'] as const;

/**
 * Converts a CSV file to the lines of the import call: one contact per line, comma-separated, without trailing commas
 * and empty lines (IMP-03). Lines that already have this form stay unchanged; others are rewritten: those separated by
 * semicolons or tabs, as Excel does in many countries, or with line breaks inside a quoted field.
 */
export function csvLines(text: string): CsvLine[] {
  const { body, first, delimiter } = prepare(text);
  return readRecords(body, delimiter)
    .map(({ cells, raw, number }) => ({
      number: number + first - 1,
      text: delimiter === ',' && !/[\r\n]/.test(raw) ? trimCommas(raw) : csvLineOf(cells),
    }))
    .filter((line) => line.text.trim() !== '');
}

/** Removes the byte order mark and Excel's line `sep=;`, and detects the delimiter. */
function prepare(text: string): { body: string; first: number; delimiter: string } {
  const plain = text.replace(/^\uFEFF/, '');
  const told = /^"?sep=(.)"?(?:\r\n|\n|\r)/i.exec(plain);
  if (told) return { body: plain.slice(told[0].length), first: 2, delimiter: told[1] ?? ',' };
  const [head] = plain.split(/[\r\n]/).filter((line) => line.trim() !== '');
  const outside = (head ?? '').replaceAll(/"[^"]*"/g, '');
  const count = (delimiter: string) => outside.split(delimiter).length;
  const [delimiter] = DELIMITERS.toSorted((a, b) => count(b) - count(a));
  return { body: plain, first: 1, delimiter: delimiter ?? ',' };
}

/** Reads records by RFC 4180, with any line ending; a quote inside an unquoted cell is taken literally. */
function readRecords(text: string, delimiter: string): CsvRecord[] {
  const records: CsvRecord[] = [];
  let [at, number] = [0, 1];
  while (at < text.length) {
    const record = readRecord(text, at, delimiter);
    const raw = text.slice(at, record.end);
    records.push({ cells: record.cells, raw, number });
    const lineEnd = text.startsWith('\r\n', record.end) ? 2 : 1;
    number += 1 + (raw.match(/\r\n|\n|\r/g)?.length ?? 0);
    at = record.end + lineEnd;
  }
  return records;
}

function readRecord(text: string, start: number, delimiter: string): { cells: string[]; end: number } {
  const cells: string[] = [];
  let at = start;
  for (;;) {
    const cell = text[at] === '"' ? readQuoted(text, at) : null;
    const from = cell?.end ?? at;
    const end = endOfCell(text, from, delimiter);
    cells.push((cell?.value ?? '') + text.slice(from, end));
    if (text[end] !== delimiter) return { cells, end };
    at = end + 1;
  }
}

/** Reads a quoted cell; null if the quote is never closed: the text is then literal, and costs only one line. */
function readQuoted(text: string, start: number): { value: string; end: number } | null {
  let value = '';
  let at = start + 1;
  for (;;) {
    const quote = text.indexOf('"', at);
    if (quote === -1) return null;
    value += text.slice(at, quote);
    if (text[quote + 1] !== '"') return { value, end: quote + 1 };
    value += '"';
    at = quote + 2;
  }
}

function endOfCell(text: string, from: number, delimiter: string): number {
  let end = from;
  while (end < text.length && text[end] !== delimiter && text[end] !== '\n' && text[end] !== '\r') end += 1;
  return end;
}

/** Removes the trailing commas of empty cells; a comma inside quotes is part of its cell (spec decisions 5.4). */
function trimCommas(line: string): string {
  return line.replace(/[,\s]+$/, '');
}

/** Converts cells to one line of CSV: line breaks become spaces, empty cells at the end are removed. */
export function csvLineOf(cells: readonly string[]): string {
  const flat = cells.map((cell) => cell.replaceAll(/\s*(?:\r\n|\n|\r)\s*/g, ' ').trim());
  return trimCommas(
    flat.map((cell) => (/[",]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell)).join(','),
  );
}
