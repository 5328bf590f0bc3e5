import { isNanp, normalizeNumber } from '#contract/kit/fax-number.ts';
import { readCsvRows } from '#server/kit/csv-rows.ts';

/** Maximum lines: one file takes an hour; more customers must be split into several files. */
const MAX_LINES = 100_000;

/** The columns of a line. */
const COLUMNS = ['number', 'email', 'options', 'month-limit', 'hipaa', 'parent', 'product', 'tour'] as const;
type Column = (typeof COLUMNS)[number];

/** One account of the file; `fault` is an error in the line itself, regardless of existing accounts. */
export interface ImportLine {
  line: number;
  number: string;
  email: string;
  options: string;
  monthLimit: number | null;
  hipaa: boolean;
  parentId: number | null;
  product: string;
  /** 1: show the tour for customers who come from the old client. */
  tour: 0 | 1;
  fault: string | null;
}

/** The lines of a file, or a sentence that says why it cannot be imported. */
export type LinesRead = { kind: 'ok'; lines: ImportLine[] } | { kind: 'refused'; reason: string };

/**
 * Reads accounts of another system: comma, semicolon or tab between cells, headings in the first line, columns in any
 * order.
 */
export function readImportLines(text: string): LinesRead {
  const rows = readCsvRows(text, { most: MAX_LINES + 2, maxRow: 4 * 1024 });
  if (rows === null) return refused('The file is no CSV file.');
  const headings = (rows[0]?.record ?? []).map((cell) => cell.toLowerCase().replaceAll(/[ _]/gu, '-'));
  const unknown = headings.find((heading) => !COLUMNS.includes(heading as Column));
  if (!headings.includes('number') || !headings.includes('email') || unknown !== undefined)
    return refused(`The first line names the columns: number and email, and as wanted ${OPTIONAL}.`);
  if (rows.length > MAX_LINES + 1) return refused(`The file has more than ${MAX_LINES} lines.`);
  const seen = new Set<string>();
  const lines = rows.slice(1).map(({ record, info }) => toLine(info.lines, headings, record, seen));
  return { kind: 'ok', lines };
}

const OPTIONAL = COLUMNS.slice(2).join(', ');

function toLine(
  line: number,
  headings: readonly string[],
  record: readonly string[],
  seen: Set<string>,
): ImportLine {
  const cell = (name: Column): string => record[headings.indexOf(name)] ?? '';
  const number = normalizeNumber(cell('number'));
  const read = {
    line,
    number,
    email: cell('email'),
    options: cell('options'),
    monthLimit: cell('month-limit') === '' ? null : Number(cell('month-limit')),
    hipaa: ['yes', '1'].includes(cell('hipaa').toLowerCase()),
    parentId: cell('parent') === '' ? null : Number(cell('parent')),
    product: cell('product'),
    // Imported customers used another client before.
    tour: cell('tour') === '0' ? (0 as const) : (1 as const),
  };
  return { ...read, fault: faultOf(read, cell('number'), cell('hipaa'), seen) };
}

function faultOf(
  { number, monthLimit, parentId }: Omit<ImportLine, 'fault'>,
  written: string,
  hipaa: string,
  seen: Set<string>,
): string | null {
  if (!isNanp(number)) return `“${written}” is no number of ten digits.`;
  if (seen.has(number)) return `The number ${number} stands in the file twice.`;
  seen.add(number);
  if (monthLimit !== null && !Number.isInteger(monthLimit))
    return 'A month limit is a whole number of pages.';
  if (parentId !== null && !Number.isSafeInteger(parentId)) return 'A parent is the id of an administrator.';
  if (!['', 'yes', 'no', '0', '1'].includes(hipaa.toLowerCase())) return 'hipaa is yes or no.';
  return null;
}

function refused(reason: string): LinesRead {
  return { kind: 'refused', reason };
}
