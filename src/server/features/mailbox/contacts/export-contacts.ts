import { CONTACT_HEADINGS } from '#contract/mailbox/contacts.ts';

import type { ContactRecord } from './contact-list.store.ts';

/**
 * Spreadsheets run cells with these first characters, also full-width, as formulas (A-CONTACT-01, OWASP CSV injection).
 */
const FORMULA = /^[=+\-@\t\r＝＋－＠]/;

/** The same after the quote that keeps a spreadsheet from running it. */
const DEFUSED = /^'(?=[=+\-@\t\r＝＋－＠])/;

/** Excel reads a file as UTF-8 only if it starts with this. */
const BYTE_ORDER_MARK = '\uFEFF';

/** Returns all contacts as CSV (RFC 4180) with headings. Cells that could run as formulas get a quote in front. */
export function contactsFile(contacts: readonly ContactRecord[]): string {
  const lines = contacts.map((contact) => [
    contact.to_person,
    contact.company,
    contact.fax_number,
    contact.home_phone,
    contact.email,
    contact.address,
    contact.notes,
  ]);
  return `${BYTE_ORDER_MARK}${[[...CONTACT_HEADINGS], ...lines].map((cells) => `${cells.map(toCell).join(',')}\r\n`).join('')}`;
}

/** Removes the quote that an export put in front of a cell. */
export function plainCell(cell: string): string {
  return cell.replace(DEFUSED, '');
}

function toCell(text: string): string {
  const safe = FORMULA.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
