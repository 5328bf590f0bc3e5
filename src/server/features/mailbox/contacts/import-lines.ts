import { parse } from 'csv-parse/sync';
import { setImmediate as breathe } from 'node:timers/promises';

import { contactFields, faultsOf } from '#contract/mailbox/contact-rules.ts';
import type { ContactField, ContactValues } from '#contract/mailbox/contact-rules.ts';
import type { ImportFault } from '#contract/mailbox/contacts.ts';
import { digitsOf } from '#contract/kit/fax-number.ts';

import { plainCell } from './export-contacts.ts';
import { headed, readPlainLine } from './import-columns.ts';
import type { LineReader } from './import-columns.ts';

/** The contacts that the lines of a file hold, and the lines that hold none. */
export interface ReadLines {
  contacts: ContactValues[];
  faults: ImportFault[];
  /** Headings of columns that were left out. */
  ignored: string[];
}

/** Other requests are served in between: 20,000 lines keep a processor busy for a second. */
const LINES_AT_ONCE = 250;

/** Clients split at CRLF only; files of other systems end their lines otherwise (spec decisions 5.3). */
const LINE_END = /\r\n|\n|\r/;

/** Splits what was sent into the lines it consists of; empty ones stay, because faults are named by their place. */
export function splitLines(sent: readonly string[]): string[] {
  return sent.flatMap((text) => text.split(LINE_END));
}

/** Reads lines of a CSV file. The first one with anything in it may be a heading; each fault concerns its own line only. */
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
  // Most lines have no quotes; the parser's set-up costs more than all the rest.
  if (!line.includes('"')) return line.split(',').map(plain);
  // An odd one is half of a field that went on in another line.
  if (line.split('"').length % 2 === 0) return 'unreadable';
  try {
    const [cells = []] = parse(line, { relax_column_count: true, relax_quotes: true, ltrim: true });
    return cells.map(plain);
  } catch {
    // The parser's own words help nobody; the line is named, and the others are imported.
    return 'unreadable';
  }
}

function plain(cell: string): string {
  return plainCell(cell.trim());
}

type Contact = { kind: 'ok'; values: ContactValues } | { kind: 'bad'; fault: Omit<ImportFault, 'line'> };

/** Applies the rules of the form; what a file writes between digits is left out, a missing name or company is taken from the other (spec decisions 5.1). */
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
