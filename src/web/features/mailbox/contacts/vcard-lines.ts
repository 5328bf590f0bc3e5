import { CONTACT_LIMITS } from '#contract/mailbox/contact-rules.ts';
import { CONTACT_HEADINGS } from '#contract/mailbox/contacts.ts';
import { csvLineOf } from './csv-lines.ts';
import type { CsvLine } from './csv-lines.ts';
import { readCards } from './vcard-cards.ts';
import type { Card, CardProperty } from './vcard-cards.ts';

/** Parts of an address in the order in which people write them: street, flat, box, city, region, code, country. */
const ADDRESS_ORDER = [2, 1, 0, 3, 4, 5, 6];

/**
 * A vCard file as lines of CSV under our own headings, so that the import call judges both kinds alike. A card becomes
 * one line: its preferred fax number, else none; its preferred other number; its first address that says anything. A
 * card that breaks off becomes a line that can't be read.
 */
export function vcardLines(text: string): CsvLine[] {
  const cards = readCards(text).filter((card) => !isGroup(card));
  if (cards.length === 0) return [];
  const head = { number: 1, text: CONTACT_HEADINGS.join(',') };
  return [
    head,
    ...cards.map((card) => {
      const cells = cellsOf(card);
      return { number: card.number, text: card.whole ? csvLineOf(cells) : `"${cells[0] ?? ''}` };
    }),
  ];
}

/** Name, company, fax number, phone, e-mail, address, notes. */
function cellsOf(card: Card): string[] {
  const phones = best(card, 'TEL');
  const labelled = faxLabels(card);
  const isFax = ({ types, group }: CardProperty) =>
    [...types].some((type) => type.includes('fax')) || labelled.has(group);
  const fax = phones.find(isFax);
  const voice = phones.find((phone) => !isFax(phone));
  return [
    nameOf(card),
    first(parts(card, 'ORG')),
    fax ? numberIn(fax.value) : '',
    voice ? numberIn(voice.value) : '',
    plain(card, best(card, 'EMAIL')[0]?.value ?? ''),
    addressOf(card),
    plain(card, best(card, 'NOTE')[0]?.value ?? ''),
  ].map((cell) => cell.trim());
}

function nameOf(card: Card): string {
  const full = plain(card, best(card, 'FN')[0]?.value ?? '').trim();
  if (full !== '') return full;
  const [family = '', given = '', more = ''] = parts(card, 'N');
  const name = [given, more, family].filter(Boolean).join(' ');
  return name || plain(card, best(card, 'NICKNAME')[0]?.value ?? '');
}

/** One line; parts that no longer fit are left out, since nobody wrote them as one text. */
function addressOf(card: Card): string {
  const [given] = best(card, 'ADR')
    .map(({ value }) => split(card, value))
    .map((all) => ADDRESS_ORDER.map((at) => flat(all[at] ?? '')).filter(Boolean))
    .filter((all) => all.length > 0);
  return (given ?? []).reduce((line, part) => {
    const longer = line === '' ? part : `${line}, ${part}`;
    return line !== '' && longer.length > CONTACT_LIMITS.to_location ? line : longer;
  }, '');
}

/** Groups of properties that a label calls a fax: phones let people name a number as they like (`item1.X-ABLabel:Fax`). */
function faxLabels(card: Card): ReadonlySet<string> {
  const labels = card.properties.filter(
    ({ name, group, value }) => name === 'X-ABLABEL' && group !== '' && /fax/i.test(value),
  );
  return new Set(labels.map(({ group }) => group));
}

/** A list of people, not one of them (RFC 6350 6.1.4, and what macOS wrote before). */
function isGroup(card: Card): boolean {
  return card.properties.some(
    ({ name, value }) =>
      /^(?:X-ADDRESSBOOKSERVER-)?KIND$/.test(name) && value.trim().toLowerCase() === 'group',
  );
}

/** The properties of a name, the preferred ones first, otherwise as they stand. */
function best(card: Card, name: string): CardProperty[] {
  return card.properties.filter((one) => one.name === name).toSorted((a, b) => a.rank - b.rank);
}

/** `tel:+1-212-555-0142;ext=7` is a number, too. */
function numberIn(value: string): string {
  return value.replace(/^tel:/i, '').replace(/;.*$/, '');
}

function parts(card: Card, name: string): string[] {
  return split(card, best(card, name)[0]?.value ?? '').map(flat);
}

/** The parts of a value between semicolons that stand for themselves. */
function split(card: Card, value: string): string[] {
  const found = [''];
  for (const piece of value.match(/\\.|[^\\]|\\$/gsu) ?? []) {
    if (piece === ';') found.push('');
    else found.push(`${found.pop() ?? ''}${piece}`);
  }
  return found.map((part) => plain(card, part));
}

function plain(card: Card, value: string): string {
  if (card.old) return value.replaceAll(/\\([;\\])/g, '$1');
  return value.replaceAll(/\\(.)/gs, (_, one: string) => (one === 'n' || one === 'N' ? '\n' : one));
}

function flat(text: string): string {
  return text.replaceAll(/\s+/g, ' ').trim();
}

function first(list: readonly string[]): string {
  return list[0] ?? '';
}
