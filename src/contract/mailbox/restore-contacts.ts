import { z } from 'zod';
import { defineCall } from '#contract/kit/call.ts';
import { successWith } from '#contract/kit/errors.ts';
import { idIn, idOut } from '#contract/kit/wire.ts';
import { fullErrors } from './contacts.ts';

/** One call restores at most this many contacts (spec http-api 5.2). */
export const MAX_RESTORED_CONTACTS = 500;

/**
 * Restores contacts that were deleted within the last day, with their ids and everything in them (spec http-api 5.2). Those that
 * exist again as another contact (same number, or without one the same email) stay deleted, as do unknown ids.
 */
export const restoreContacts = defineCall({
  method: 'POST',
  path: '/api/faxui/restoreContacts',
  access: 'user',
  right: 'work',
  summary: 'Restore deleted contacts',
  body: z.object({
    faxnumids: z
      .array(idIn)
      .min(1)
      .max(MAX_RESTORED_CONTACTS)
      .transform((ids) => [...new Set(ids)]),
  }),
  reply: successWith(z.object({ restored: z.array(idOut) })),
  errors: fullErrors,
});

/** What contacts are exported as. */
const CONTACT_FORMATS = ['csv', 'vcf'] as const;
export type ContactFormat = (typeof CONTACT_FORMATS)[number];

/** All contacts as a file that an import takes back: CSV in which no cell can act as a formula (A-CONTACT-01), or vCards. */
export const exportContacts = defineCall({
  method: 'GET',
  path: '/api/faxui/exportContacts',
  takesLong: true,
  access: 'user',
  right: 'work',
  summary: 'Contacts as a CSV or vCard file',
  query: z.object({ format: z.enum(CONTACT_FORMATS).default('csv') }),
  replyKind: 'file',
  reply: z.unknown(),
});
