import { z } from 'zod';
import { defineCall } from '#contract/kit/call.ts';

/** What contacts are exported as. */
const CONTACT_FORMATS = ['csv', 'vcf'] as const;
export type ContactFormat = (typeof CONTACT_FORMATS)[number];

/** All contacts as a file that an import takes back: CSV in which no cell can act as a formula (A-CONTACT-01), or vCards. */
export const exportContacts = defineCall({
  method: 'GET',
  path: '/api/faxui/exportContacts',
  takesLong: true,
  access: 'user',
  summary: 'Contacts as a CSV or vCard file',
  query: z.object({ format: z.enum(CONTACT_FORMATS).default('csv') }),
  replyKind: 'file',
  reply: z.unknown(),
});
