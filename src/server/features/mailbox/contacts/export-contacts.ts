import { csvCell } from '#contract/kit/csv-cell.ts';
import { CONTACT_HEADINGS } from '#contract/mailbox/contacts.ts';

import type { ContactRecord } from './contact-list.store.ts';

/** The beginning of a cell with the quote that keeps a spreadsheet from running it as a formula (A-CONTACT-01). */
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
  return `${BYTE_ORDER_MARK}${[[...CONTACT_HEADINGS], ...lines].map((cells) => `${cells.map(csvCell).join(',')}\r\n`).join('')}`;
}

/** Removes the quote that an export put in front of a cell. */
export function plainCell(cell: string): string {
  return cell.replace(DEFUSED, '');
}
