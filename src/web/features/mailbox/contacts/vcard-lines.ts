import { CONTACT_LIMITS } from '#contract/mailbox/contact-rules.ts';
import { CONTACT_HEADINGS } from '#contract/mailbox/contacts.ts';
import { csvLineOf } from './csv-lines.ts';
import type { CsvLine } from './csv-lines.ts';
import { readCards } from './vcard-cards.ts';
import type { Card, CardProperty } from './vcard-cards.ts';

/** The parts of an address in their written order: street, flat, box, city, region, code, country. */
const ADDRESS_ORDER = [2, 1, 0, 3, 4, 5, 6];

/**
 * Converts a vCard file to lines of CSV under our own headings, so that the import call checks both kinds alike. A card
 * becomes one line: its preferred fax number, if any; its preferred other number; its first non-empty address. An
 * incomplete card becomes a line that cannot be read.
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

/** Returns name, company, fax number, phone, email, address, notes. */
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

/** Returns the address as one line; omits parts that no longer fit. */
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

/** Returns the property groups labeled as fax: phones let people name numbers freely (`item1.X-ABLabel:Fax`). */
function faxLabels(card: Card): ReadonlySet<string> {
  const labels = card.properties.filter(
    ({ name, group, value }) => name === 'X-ABLABEL' && group !== '' && /fax/i.test(value),
  );
  return new Set(labels.map(({ group }) => group));
}

/** Returns whether the card is a list of people (RFC 6350 6.1.4, and the earlier form of macOS). */
function isGroup(card: Card): boolean {
  return card.properties.some(
    ({ name, value }) =>
      /^(?:X-ADDRESSBOOKSERVER-)?KIND$/.test(name) && value.trim().toLowerCase() === 'group',
  );
}

/** Returns the properties of a name, the preferred ones first, otherwise in file order. */
function best(card: Card, name: string): CardProperty[] {
  return card.properties.filter((one) => one.name === name).toSorted((a, b) => a.rank - b.rank);
}

/** Returns the number of a value; `tel:+1-212-555-0142;ext=7` is one, too. */
function numberIn(value: string): string {
  return value.replace(/^tel:/i, '').replace(/;.*$/, '');
}

function parts(card: Card, name: string): string[] {
  return split(card, best(card, name)[0]?.value ?? '').map(flat);
}

/** Splits a value at semicolons that are not escaped. */
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
