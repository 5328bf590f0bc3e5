import type { ContactRecord } from './contact-list.store.ts';

/** Maximum octets of a line, without the line break (RFC 2426 2.6). */
const MAX_OCTETS = 75;

/**
 * Returns all contacts as vCards of version 3.0 (RFC 2426), which Outlook, older phones and all readers of 4.0 (RFC
 * 6350) can read. Texts are escaped, so that a note cannot start a property.
 */
export function vcardFile(contacts: readonly ContactRecord[]): string {
  return contacts.map((contact) => cardOf(contact).map(folded).join('')).join('');
}

function cardOf(contact: ContactRecord): string[] {
  const { to_person: person, company, fax_number: fax, home_phone: phone, email, address, notes } = contact;
  return [
    'BEGIN:VCARD',
    'VERSION:3.0',
    `FN:${escaped(person || company)}`,
    `N:;${escaped(person || company)};;;`,
    ...(company ? [`ORG:${escaped(company)}`] : []),
    ...(fax ? [`TEL;TYPE=WORK,FAX,PREF:${escaped(fax)}`] : []),
    ...(phone ? [`TEL;TYPE=HOME,VOICE:${escaped(phone)}`] : []),
    ...(email ? [`EMAIL;TYPE=INTERNET,WORK:${escaped(email)}`] : []),
    ...(address ? [`ADR;TYPE=WORK:;;${escaped(address)};;;;`] : []),
    ...(notes ? [`NOTE:${escaped(notes)}`] : []),
    'END:VCARD',
  ];
}

function escaped(text: string): string {
  return text.replaceAll(/[\\;,]/g, String.raw`\$&`).replaceAll(/\r\n|\n|\r/g, String.raw`\n`);
}

/** Folds between characters, never inside one, because many readers decode each line separately. */
function folded(line: string): string {
  let [written, octets] = ['', 0];
  for (const character of line) {
    const length = Buffer.byteLength(character);
    if (octets + length > MAX_OCTETS) {
      written += '\r\n ';
      octets = 1;
    }
    written += character;
    octets += length;
  }
  return `${written}\r\n`;
}
