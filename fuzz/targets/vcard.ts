import { MAX_IMPORT_BYTES } from '../../src/contract/mailbox/contacts.ts';
import { readLines } from '../../src/server/features/mailbox/contacts/import-lines.ts';
import { readCards } from '../../src/web/features/mailbox/contacts/vcard-cards.ts';
import { vcardLines } from '../../src/web/features/mailbox/contacts/vcard-lines.ts';
import type { FuzzTarget } from '../target.ts';
import { holds, seed } from '../target.ts';

/** vCard files, which the page converts to lines of CSV, and the server's parsing of these. */
export const target: FuzzTarget = {
  covers: ['/src/web/features/mailbox/contacts/', '/src/server/features/mailbox/contacts/import-lines'],
  maxBytes: MAX_IMPORT_BYTES,
  seeds: () => [
    seed(
      'BEGIN:VCARD\r\nVERSION:3.0\r\nN:Doe;Ann;;;\r\nFN:Ann\\, Doe\r\nORG:ACME;Sales\r\nitem1.TEL;TYPE=WORK,FAX:212-555-0100\r\n' +
        'item1.X-ABLabel:Fax\r\nTEL;PREF=1:tel:+1;ext=7\r\nADR:;;1 St;City;;1;\r\nNOTE:long\r\n er\r\nPHOTO;ENCODING=b:AA\r\n  AA\r\nEND:VCARD\r\n',
    ),
    seed(
      'BEGIN:VCARD\nVERSION:2.1\nN;CHARSET=utf-8;ENCODING=QUOTED-PRINTABLE:D=C3=B6e=\n;Ann\nTEL;FAX;PREF:1\nAGENT:\nBEGIN:VCARD\nEND:VCARD\nEND:VCARD\n',
    ),
  ],
  run: async (input) => {
    const text = input.toString('utf8');
    const cards = readCards(text);
    const lines = vcardLines(text);
    holds(lines.length <= cards.length + 1, 'a card is one line');
    const { contacts, faults } = await readLines(lines.map((line) => line.text));
    holds(contacts.length + faults.length < Math.max(1, lines.length), 'a line is one contact or one fault');
  },
};
