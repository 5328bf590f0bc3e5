import type { ContactField } from '#contract/mailbox/contact-rules.ts';
import { CONTACT_LIMITS } from '#contract/mailbox/contact-rules.ts';
import { MAX_IGNORED_COLUMNS } from '#contract/mailbox/contacts.ts';

import {
  ADDRESS_PARTS,
  FIRST_NAMES,
  foldHeading,
  HEADINGS,
  isHeading,
  isMapped,
  LAST_NAMES,
  MIDDLE_NAMES,
  NUMBERED_PHONE,
} from './import-headings.ts';

/** Reads the cells of one line into the fields of a contact. */
export type LineReader = (cells: readonly string[]) => Record<ContactField, string>;

/** The order of columns in a file without headings (spec decisions 5.5). */
const PLAIN_ORDER = [
  'to_person',
  'company',
  'faxnum',
  'to_voicenumber',
  'email',
  'to_location',
  'description',
] as const satisfies ContactField[];

/** Reads lines in the plain order. */
export const readPlainLine: LineReader = (cells) =>
  Object.fromEntries(PLAIN_ORDER.map((field, i) => [field, cells[i] ?? ''])) as Record<ContactField, string>;

/** The meaning of a file's headings. */
export interface Headed {
  read: LineReader;
  /** Headings, as written, of columns that are not recognized. */
  ignored: string[];
}

/** Interprets a line of headings; null if the first line is a contact instead. */
export function headed(cells: readonly string[]): Headed | null {
  const names = cells.map(foldHeading);
  const filled = (i: number) => (cells[i] ?? '').trim() !== '';
  const unknown = names.flatMap((name, i) => (filled(i) && !isHeading(name) ? [i] : []));
  const mapped = names.filter(isMapped);
  if (mapped.length === 0 || (unknown.length > 0 && !saysEnough(cells, mapped))) return null;
  const ignored = unknown.slice(0, MAX_IGNORED_COLUMNS).map((i) => (cells[i] ?? '').trim().slice(0, 100));
  return { read: readerOf(names), ignored };
}

/** Next to unknown headings, two known ones make a line of headings, unless it contains a number or an address. */
function saysEnough(cells: readonly string[], mapped: readonly string[]): boolean {
  const reaches = mapped.some(
    (name) => HEADINGS.faxnum.includes(name) || HEADINGS.email.includes(name) || NUMBERED_PHONE.test(name),
  );
  return (
    reaches &&
    new Set(mapped).size > 1 &&
    !cells.some((cell) => cell.includes('@') || /(?:\d\D?){5}/.test(cell))
  );
}

function readerOf(names: readonly string[]): LineReader {
  const phones = names.flatMap((name, at) => {
    const n = NUMBERED_PHONE.exec(name)?.[1];
    return n === undefined
      ? []
      : [{ at, label: names.findIndex((one) => one === `phone${n}label` || one === `phone${n}type`) }];
  });
  return (cells) => {
    const cell = (name: string) => (cells[names.indexOf(name)] ?? '').trim();
    const first = (wanted: readonly string[]) => wanted.map(cell).find(Boolean) ?? '';
    const numbered = (fax: boolean) =>
      phones.filter(({ label }) => /fax/i.test(cells[label] ?? '') === fax).map(({ at }) => oneOf(cells[at]));
    return {
      to_person: personOf(first(HEADINGS.to_person), [FIRST_NAMES, MIDDLE_NAMES, LAST_NAMES].map(first)),
      company: first(HEADINGS.company),
      faxnum: first(HEADINGS.faxnum) || (numbered(true).find(Boolean) ?? ''),
      to_voicenumber: first(HEADINGS.to_voicenumber) || (numbered(false).find(Boolean) ?? ''),
      email: oneOf(first(HEADINGS.email)),
      to_location: first(HEADINGS.to_location) || joinedAddress(cell),
      description: first(HEADINGS.description),
    };
  };
}

/** “Nom” next to “Prénom”, or “Nombre” next to “Apellidos”, is only a part of the name. */
function personOf(name: string, [given = '', middle = '', family = '']: readonly string[]): string {
  if (name === '' || (given !== '' && family !== ''))
    return name || [given, middle, family].filter(Boolean).join(' ');
  const more = given || family;
  if (more === '' || name.includes(more)) return name;
  return given === '' ? `${name} ${family}` : `${given} ${name}`;
}

/** Google puts several values of a kind into one cell; takes the first. */
function oneOf(cell: string | undefined): string {
  return (cell ?? '').split(' ::: ')[0] ?? '';
}

/** Joins an address into one line. Leaves out parts that do not fit: the user did not enter them as one text. */
function joinedAddress(cell: (name: string) => string): string {
  for (const parts of ADDRESS_PARTS) {
    const written = parts.map(cell).filter(Boolean);
    if (written.length === 0) continue;
    return written.reduce((line, part) => {
      const longer = line === '' ? part : `${line}, ${part}`;
      return line !== '' && longer.length > CONTACT_LIMITS.to_location ? line : longer;
    }, '');
  }
  return '';
}
