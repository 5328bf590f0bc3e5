import { expect, it } from 'vitest';

import { CONTACT_HEADINGS } from '#contract/mailbox/contacts.ts';
import { vcardFile } from '#server/features/mailbox/contacts/export-vcards.ts';
import { readContactFile } from '#web/features/mailbox/contacts/contact-file.ts';

it('a vCard file that we write is the same contact when it is read again, whatever its texts are', async () => {
  const notes = `Semi; comma, back\\slash, «é»\nEND:VCARD ${'ü'.repeat(60)}`;
  const contact = {
    id: 1,
    to_person: 'Zoë "Z" Müller, Jr.',
    company: 'Müller; Söhne',
    fax_number: '2125550142',
    home_phone: '2125550100',
    email: 'zoe@example.com',
    address: '1 Main St; Floor 2, New York',
    notes,
  };
  const written = vcardFile([contact, { ...contact, company: '', home_phone: '', address: '', notes: '' }]);
  for (const line of written.split('\r\n')) expect(new TextEncoder().encode(line).length).toBeLessThan(76);
  const file = await readContactFile(new File([written], 'contacts.vcf'));
  expect(file.kind).toBe('vcard');
  expect(file.lines.map(({ text }) => text)).toEqual([
    CONTACT_HEADINGS.join(','),
    `"Zoë ""Z"" Müller, Jr.",Müller; Söhne,2125550142,2125550100,zoe@example.com,"1 Main St; Floor 2, New York","${notes.replaceAll('\n', ' ')}"`,
    '"Zoë ""Z"" Müller, Jr.",,2125550142,,zoe@example.com',
  ]);
});
