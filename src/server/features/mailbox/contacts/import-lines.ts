import { parse } from 'csv-parse/sync';
import { setImmediate as breathe } from 'node:timers/promises';

import { contactFields, faultsOf } from '#contract/mailbox/contact-rules.ts';
import type { ContactField, ContactValues } from '#contract/mailbox/contact-rules.ts';
import type { ImportFault } from '#contract/mailbox/contacts.ts';
import { digitsOf } from '#contract/kit/fax-number.ts';

import { plainCell } from './export-contacts.ts';
import { headed, readPlainLine } from './import-columns.ts';
import type { LineReader } from './import-columns.ts';

/** The contacts in the lines of a file, and the lines that hold none. */
export interface ReadLines {
  contacts: ContactValues[];
  faults: ImportFault[];
  /** Headings of columns that were ignored. */
  ignored: string[];
}

/** Lines between pauses for other requests, because 20,000 lines keep a processor busy for a second. */
const LINES_AT_ONCE = 250;

/** Clients split only at CRLF; files from other systems have other line ends (spec decisions 5.3). */
const LINE_END = /\r\n|\n|\r/;

/** Splits the sent texts into lines. Empty lines stay, because faults refer to lines by number. */
export function splitLines(sent: readonly string[]): string[] {
  return sent.flatMap((text) => text.split(LINE_END));
}

/** Reads lines of a CSV file. The first non-empty line may be headings. Each fault concerns only its own line. */
export async function readLines(lines: readonly string[]): Promise<ReadLines> {
  const read: ReadLines = { contacts: [], faults: [], ignored: [] };
  let reader: LineReader | null = null;
  for (const [i, text] of lines.entries()) {
    if (i % LINES_AT_ONCE === LINES_AT_ONCE - 1) await breathe();
    const cells = cellsOf(i === 0 ? text.replace(/^\uFEFF/, '') : text);
    if (cells === 'empty') continue;
    if (cells === 'unreadable') {
      reader ??= readPlainLine;
      read.faults.push({ line: i + 1, reason: 'LINE_UNREADABLE' });
      continue;
    }
    if (reader === null) {
      const heading = headed(cells);
      reader = heading?.read ?? readPlainLine;
      if (heading !== null) {
        read.ignored = heading.ignored;
        continue;
      }
    }
    const contact = toContact(reader(cells));
    if (contact.kind === 'ok') read.contacts.push(contact.values);
    else read.faults.push({ line: i + 1, ...contact.fault });
  }
  return read;
}

function cellsOf(line: string): string[] | 'empty' | 'unreadable' {
  if (/^[\s,]*$/.test(line)) return 'empty';
  // Most lines have no quotes, and setting up the parser costs more than all the rest.
  if (!line.includes('"')) return line.split(',').map(plain);
  // An odd number of quotes means half of a field that continues in another line.
  if (line.split('"').length % 2 === 0) return 'unreadable';
  try {
    const [cells = []] = parse(line, { relax_column_count: true, relax_quotes: true, ltrim: true });
    return cells.map(plain);
  } catch {
    // The parser's message helps nobody. The line is reported, and the others are imported.
    return 'unreadable';
  }
}

function plain(cell: string): string {
  return plainCell(cell.trim());
}

type Contact = { kind: 'ok'; values: ContactValues } | { kind: 'bad'; fault: Omit<ImportFault, 'line'> };

/**
 * Applies the rules of the form. Drops characters between digits, and takes a missing name or company from the other
 * (spec decisions 5.1).
 */
function toContact(fields: Record<ContactField, string>): Contact {
  const parsed = contactFields.safeParse({
    ...fields,
    to_person: fields.to_person || fields.company,
    company: fields.company || fields.to_person,
    faxnum: digitsOf(fields.faxnum),
    to_voicenumber: digitsOf(fields.to_voicenumber),
  });
  if (parsed.success) return { kind: 'ok', values: parsed.data };
  const [first] = Object.entries(faultsOf(parsed.error));
  if (!first) return { kind: 'bad', fault: { reason: 'LINE_UNREADABLE' } };
  const [field, reason] = first;
  return { kind: 'bad', fault: { reason, field: field as ContactField } };
}
