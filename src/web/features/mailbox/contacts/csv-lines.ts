/** One line as it is sent, and where it starts in the file. */
export interface CsvLine {
  text: string;
  /** Counted from 1, as a text editor shows it. */
  number: number;
}

/** A record of the file: its cells, and the text that they were read from. */
interface CsvRecord {
  cells: string[];
  raw: string;
  number: number;
}

const DELIMITERS = [',', ';', '\t'] as const;

/**
 * The lines of a CSV file as the import call takes them: one contact a line, separated by commas, trailing commas
 * trimmed, empty lines dropped (IMP-03). Lines that are so already stay as they are; others are written anew:
 * separated by semicolons or tabs as Excel does in many countries, or with line breaks inside a quoted field.
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

/** Takes the mark and Excel's line `sep=;` away and finds what separates the cells. */
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

/** Reads records by RFC 4180, with any line end, and a quote inside an unquoted cell taken as it is. */
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

/** A quoted cell; null when its quote is never closed, and the text is taken as it is, so that it costs one line only. */
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

/** Trailing commas of empty cells go; one inside quotes is part of its cell (spec decisions 5.4). */
function trimCommas(line: string): string {
  return line.replace(/[,\s]+$/, '');
}

/** Cells as one line of CSV: line breaks become blanks, empty cells at the end go. */
export function csvLineOf(cells: readonly string[]): string {
  const flat = cells.map((cell) => cell.replaceAll(/\s*(?:\r\n|\n|\r)\s*/g, ' ').trim());
  return trimCommas(
    flat.map((cell) => (/[",]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell)).join(','),
  );
}
