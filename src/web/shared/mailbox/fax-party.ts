import type { FaxRow } from '#contract/mailbox/inbox.ts';
import { formatFaxNumber } from '#contract/kit/fax-number.ts';
import { spokenName } from '#web/shared/faxes/spoken-name.ts';

/** The other party of a fax, as shown: the sender of a received fax, the recipient of a sent one. */
export interface Party {
  /**
   * The best name known: the contact, else the name sent by the fax machine, else the number or the company; null if
   * nothing is known.
   */
  name: string | null;
  /** The formatted number; null if the caller hid it or sent none. */
  number: string | null;
  company: string;
  /** Whether the number is the only name: no contact, and no name given. */
  nameIsNumber: boolean;
  inContacts: boolean;
}

/** Returns the party that a fax is from or to. */
export function partyOf(row: Pick<FaxRow, 'fax_from' | 'sender' | 'from_company' | 'contact_info'>): Party {
  const number = formatFaxNumber(row.fax_from);
  const given = (row.contact_info?.to_person ?? '').trim() || spokenName(row.sender, row.fax_from);
  const company = (row.contact_info?.company ?? '').trim() || row.from_company.trim();
  return {
    name: given || number || company || null,
    number,
    company: given === company ? '' : company,
    nameIsNumber: given === '' && number !== null,
    inContacts: row.contact_info !== null,
  };
}

/** Returns the second line of a row: company and number, without what the first line already shows. */
export function partyDetails(party: Party): { company: string; number: string } {
  const company = party.company === party.name ? '' : party.company;
  return { company, number: party.nameIsNumber || party.number === null ? '' : party.number };
}
