import type { ContactField } from '#contract/mailbox/contact-rules.ts';
import { CONTACT_LIMITS } from '#contract/mailbox/contact-rules.ts';

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

/** Headings by field, the best first: our own, field names, and those of Outlook, Google and Apple. */
const HEADINGS: Readonly<Record<ContactField, readonly string[]>> = {
  to_person: ['name', 'person', 'toperson', 'fullname', 'displayname', 'contactname', 'contact', 'fileas'],
  company: [
    'company',
    'companyname',
    'organization',
    'organisation',
    'organizationname',
    'organization1name',
  ],
  faxnum: ['faxnumber', 'faxnum', 'fax', 'businessfax', 'workfax', 'homefax', 'otherfax', 'fax1value'],
  to_voicenumber: [
    'homephone',
    'tovoicenumber',
    'phone',
    'phonenumber',
    'telephone',
    'businessphone',
    'workphone',
    'mobilephone',
    'mobile',
    'primaryphone',
  ],
  email: [
    'email',
    'emailaddress',
    'workemail',
    'email1value',
    'email1address',
    'email2address',
    'email2value',
  ],
  to_location: ['address', 'location', 'tolocation', 'businessaddress', 'address1formatted', 'homeaddress'],
  description: ['notes', 'note', 'description', 'comments', 'comment'],
};
const FIRST_NAMES = ['firstname', 'givenname'];
const MIDDLE_NAMES = ['middlename', 'additionalname'];
const LAST_NAMES = ['lastname', 'familyname', 'surname'];
/** Addresses that other programs spread over columns, the best first. */
const ADDRESS_PARTS = ['business', 'work', 'home', 'address1', 'other'].map((where) =>
  ['street', 'city', 'state', 'region', 'postalcode', 'zip', 'country', 'countryregion'].map(
    (part) => where + part,
  ),
);

/** Headings of other programs' exports that say nothing we keep. */
const IGNORED = [
  /^(?:business|home|other|work|mobile|car|company|assistants?|primary|radio|ttytdd)(?:main)?(?:phone|fax|address|street|city|state|postalcode|zip|country|countryregion|addresspobox|pobox|email)\d?$/,
  /^(?:phone|email|address|organization|website|relation|event|im|customfield|externalid|jot|fax|user)\d+(?:type|label|value|formatted|street|city|pobox|region|postalcode|country|extendedaddress|name|yominame|title|department|symbol|location|jobdescription|address|displayname|service)?$/,
  /yomi|phonetic/,
  /^(?:title|suffix|prefix|nameprefix|namesuffix|nickname|shortname|maidenname|department|jobtitle|organizationtitle|organizationdepartment|birthday|anniversary|gender|categories|labels|groupmembership|photo|webpage|website|url|language|initials|keywords|hobby|profession|occupation|subject|priority|private|sensitivity|account|billinginformation|children|directoryserver|governmentidnumber|internetfreebusy|managersname|assistantsname|mileage|officelocation|organizationalidnumber|referredby|spouse|emailtype|emaildisplayname|callback|isdn|pager|telex|cid|faxnumid|id|checked)$/,
];

const MAPPED = new Set([
  ...Object.values(HEADINGS).flat(),
  ...FIRST_NAMES,
  ...MIDDLE_NAMES,
  ...LAST_NAMES,
  ...ADDRESS_PARTS.flat(),
]);
/** Google numbers its phones and says beside each which kind it is. */
const NUMBERED_PHONE = /^phone(\d+)value$/;

/** The reader for lines in the plain order. */
export const readPlainLine: LineReader = (cells) =>
  Object.fromEntries(PLAIN_ORDER.map((field, i) => [field, cells[i] ?? ''])) as Record<ContactField, string>;

/** The reader that headings ask for; null when the first line is no heading but a contact. */
export function headedReader(cells: readonly string[]): LineReader | null {
  const names = cells.map((cell) => cell.toLowerCase().replaceAll(/[^a-z0-9]/g, ''));
  const blank = (i: number) => (cells[i] ?? '').trim() === '';
  const known = names.every((name, i) => blank(i) || isKnown(name));
  const mapped = names.some((name) => MAPPED.has(name) || NUMBERED_PHONE.test(name));
  return known && mapped ? readerOf(names) : null;
}

/** Longer than every known heading: a line of a megabyte is a value, and no pattern looks at it (A-DOS-01). */
const LONGEST_HEADING = 100;

function isKnown(name: string): boolean {
  if (name.length > LONGEST_HEADING) return false;
  return (
    MAPPED.has(name) ||
    NUMBERED_PHONE.test(name) ||
    IGNORED.some((pattern) => name !== '' && pattern.test(name))
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
    const person = [FIRST_NAMES, MIDDLE_NAMES, LAST_NAMES].map(first).filter(Boolean).join(' ');
    return {
      to_person: first(HEADINGS.to_person) || person,
      company: first(HEADINGS.company),
      faxnum: first(HEADINGS.faxnum) || (numbered(true).find(Boolean) ?? ''),
      to_voicenumber: first(HEADINGS.to_voicenumber) || (numbered(false).find(Boolean) ?? ''),
      email: oneOf(first(HEADINGS.email)),
      to_location: first(HEADINGS.to_location) || joinedAddress(cell),
      description: first(HEADINGS.description),
    };
  };
}

/** Google puts several values of a kind into one cell. */
function oneOf(cell: string | undefined): string {
  return (cell ?? '').split(' ::: ')[0] ?? '';
}

/** The parts of an address in one line; parts that no longer fit are left out, since nobody wrote them as one text. */
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
