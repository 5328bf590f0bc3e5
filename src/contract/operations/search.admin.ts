import { z } from 'zod';
import { ACCOUNT_STATES } from '#contract/customers/accounts.admin.ts';
import { CONSOLE_SEARCH_MAX, JOB_STATES } from '#contract/faxes/queue.admin.ts';
import { defineCall } from '#contract/kit/call.ts';
import { idOut, timeOut } from '#contract/kit/wire.ts';

/** Maximum number of matches of each kind; the lists show more. */
export const FOUND_MAX = 5;

/**
 * Finds what a number, a name, an email address or an id refers to: accounts, faxes to send, administrators and lines.
 * Contacts and received faxes belong to customers and are not searched.
 */
export const operatorSearch = defineCall({
  method: 'GET',
  path: '/operator/api/search',
  access: 'operator',
  right: 'support',
  summary: 'Console: search over accounts, faxes, administrators and lines',
  query: z.object({ search: z.string().max(CONSOLE_SEARCH_MAX).default('').catch('') }),
  reply: z.object({
    accounts: z.array(
      z.object({
        uid: idOut,
        number: z.string().nullable(),
        email: z.string(),
        state: z.enum(ACCOUNT_STATES),
      }),
    ),
    faxes: z.array(z.object({ id: idOut, to: z.string(), state: z.enum(JOB_STATES), createdAt: timeOut })),
    parents: z.array(z.object({ id: idOut, username: z.string(), email: z.string() })),
    lines: z.array(z.object({ name: z.string(), kind: z.string() })),
  }),
});
