import { formatFaxNumber } from '#contract/kit/fax-number.ts';
import { formatWireTime } from '#contract/kit/wire.ts';
import type { CoverRow, CoverSheet } from '#engine/documents/port.ts';

/** Returns the sentence under a key of the locale files in the sender's language. */
export type Say = (key: string, params?: Record<string, string | number>) => string;

/** What a person writes on a cover page. The sender's details come from the preferences unless given here. */
export interface CoverFields {
  toPerson: string;
  toCompany: string;
  toLocation: string;
  toPhone: string;
  regarding: string;
  comments: string;
  footer: string;
  fromPerson?: string | undefined;
  fromCompany?: string | undefined;
  fromLocation?: string | undefined;
  fromPhone?: string | undefined;
}

/** The sender's details. */
export interface CoverSender {
  number: string;
  email: string;
  /** IANA name: the page shows the sender's local date. */
  zone: string;
  name: string;
  company: string;
  location: string;
  phone: string;
}

/** A cover page without its template and without the number of pages after it, as it is stored with a document. */
export type CoverTexts = Omit<CoverSheet, 'template' | 'otherPages'>;

/** Returns everything that the cover page says. Rows without a value are left out. */
export function coverTexts(
  fields: CoverFields,
  sender: CoverSender,
  options: { numbers: readonly string[]; now: Date; say: Say },
): CoverTexts {
  const { numbers, now, say } = options;
  const from = {
    name: fields.fromPerson ?? sender.name,
    company: fields.fromCompany ?? sender.company,
    location: fields.fromLocation ?? sender.location,
    phone: fields.fromPhone ?? sender.phone,
  };
  // Every number gets the same pages: naming one of several would be wrong, naming all would disclose them to each
  // other.
  const fax = numbers.length === 1 ? readable(numbers[0] ?? '') : '';
  const fromFax = readable(sender.number);
  const date = localDate(now, sender.zone);
  const row = (side: CoverRow['side'], key: string, value: string, label = key): CoverRow[] =>
    value === '' ? [] : [{ key, side, value, label: say(`cover.${label}`) }];
  return {
    title: say('cover.title'),
    rows: [
      ...row('to', 'to', joined(fields.toPerson, fields.toCompany)),
      ...row('to', 'toLocation', fields.toLocation, 'location'),
      ...row('to', 'toPhone', readable(fields.toPhone), 'phone'),
      ...row('to', 'fax', fax),
      ...row('from', 'from', joined(from.name, from.company) || fromFax),
      ...row('from', 'fromLocation', from.location, 'location'),
      ...row('from', 'fromPhone', readable(from.phone), 'phone'),
      ...row('from', 'fromFax', joined(from.name, from.company) === '' ? '' : fromFax, 'fax'),
      ...row('about', 'date', date),
      ...row('about', 'pages', say('cover.pageCount')),
      ...row('about', 'subject', fields.regarding, 'regarding'),
    ].map((one) => (one.key === 'pages' ? { ...one, label: say('cover.pages') } : one)),
    comments: fields.comments,
    footer: fields.footer,
    fields: {
      long: say('cover.long'),
      sheet: say('cover.sheet'),
      toLabel: say('cover.to'),
      fromLabel: say('cover.from'),
      fromName: from.name,
      fromCompany: from.company,
      fromFax,
      fromEmail: sender.email,
      toName: fields.toPerson,
      toCompany: fields.toCompany,
      date,
    },
  };
}

function joined(...parts: readonly string[]): string {
  return parts.filter((part) => part !== '').join(', ');
}

function readable(number: string): string {
  return formatFaxNumber(number) ?? number;
}

/** Formats a time as MM/DD/YYYY HH:mm, as everywhere in the product (spec http-api 0.4). */
function localDate(at: Date, timeZone: string): string {
  const [date = '', time = ''] = formatWireTime(at, timeZone).split('T');
  const [year = '', month = '', day = ''] = date.split('-');
  return `${month}/${day}/${year} ${time.slice(0, 'HH:mm'.length)}`;
}
