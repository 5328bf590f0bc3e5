import { z } from 'zod';
import { defineCall } from '#contract/kit/call.ts';
import { idOut } from '#contract/kit/wire.ts';
import { faxRow } from './inbox.ts';

/** Number of faxes per page. */
export const ALL_INBOXES_PAGE = 50;

/** A fax in the Inbox of one of the person's accounts. */
const arrived = z.object({
  account: z.object({ id: idOut, faxNumber: z.string() }),
  fax: faxRow.pick({
    fax_id: true,
    fax_date: true,
    fax_from: true,
    sender: true,
    from_company: true,
    fax_pages: true,
    is_new: true,
    status: true,
    contact_info: true,
  }),
});
export type ArrivedFax = z.output<typeof arrived>;

/**
 * Lists the Inboxes of all accounts that the signed-in person may work on as one list, newest first (spec http-api
 * 12.50).
 */
export const allInboxes = defineCall({
  method: 'GET',
  path: '/api/faxui/allInboxes',
  access: 'user',
  right: 'read',
  background: true,
  summary: 'Inboxes of all accounts that one may work on',
  query: z.object({
    /** Only unread faxes. */
    unread: z.enum(['0', '1']).default('0'),
    /** `next` of the previous page. */
    after: z
      .string()
      .regex(/^\d{1,17}\.\d{1,15}$/u)
      .optional(),
  }),
  reply: z.object({ faxes: z.array(arrived), next: z.string().nullable() }),
});
