import { z } from 'zod';
import { defineCall } from '#contract/kit/call.ts';
import { successWith } from '#contract/kit/errors.ts';
import { idIn, idOut } from '#contract/kit/wire.ts';
import { fullErrors } from './contacts.ts';

/** Maximum number of contacts that one call restores (spec http-api 5.2). */
export const MAX_RESTORED_CONTACTS = 500;

/**
 * Restores contacts deleted within the last day, with their ids and all their data (spec http-api 5.2). Contacts that
 * another one has since replaced (same number or, without one, same email) stay deleted; unknown ids are skipped.
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

/** Formats of exported contacts. */
const CONTACT_FORMATS = ['csv', 'vcf'] as const;
export type ContactFormat = (typeof CONTACT_FORMATS)[number];

/**
 * Exports all contacts as a file that can be imported again: CSV in which no cell acts as a formula (A-CONTACT-01), or
 * vCards.
 */
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
