import { z } from 'zod';

import { ACCESS_KINDS, ACCESSORS } from '#contract/audit/fax-activity.ts';

import { defineApiCall, listOf, pageQuery, timestamp } from './define.ts';
import { faxIdIn } from './fax.ts';

/** Lists who opened, downloaded, printed or was sent which fax. */
export const listActivity = defineApiCall({
  method: 'GET',
  path: '/v1/activity',
  access: 'key',
  scope: 'audit:read',
  about: 'account',
  summary: 'Who did what with the faxes of an account, newest first',
  description:
    'The same as in the product. Reading it is an entry, too; repeated looks by the same person, address and program are one entry a day.',
  query: z.strictObject({
    fax: faxIdIn.optional().describe('Only about this fax.'),
    kind: z.enum(ACCESS_KINDS).optional(),
    ...pageQuery,
  }),
  reply: listOf(
    z.object({
      object: z.literal('activity'),
      id: z.string(),
      created_at: timestamp,
      kind: z.enum(ACCESS_KINDS).describe('`log`: somebody read this activity.'),
      form: z.string().describe('`pdf`, `tiff`, `zip`, the name of an email …; empty otherwise.'),
      by: z.enum(ACCESSORS),
      name: z
        .string()
        .describe(
          'User name, operator, email address or storage; of an account the person or key, empty for its own login.',
        ),
      fax: z.string().nullable().describe('Null where it is about all faxes.'),
      address: z.string(),
      device: z.string().describe('What the browser or program calls itself.'),
    }),
  ),
});
