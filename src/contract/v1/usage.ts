import { z } from 'zod';

import { defineApiCall, idIn, listOf, pageQuery } from './define.ts';

/** A day of the server zone. */
const day = z.iso.date('DATE_INVALID').refine((value) => value.startsWith('2'), 'DATE_INVALID');

/** Faxes are counted only since a later release than pages. */
const faxes = z.number().int().nullable().describe('Null for times before faxes were counted.');

/** Lists the pages and faxes sent and received. */
export const listUsage = defineApiCall({
  method: 'GET',
  path: '/v1/usage',
  access: 'key',
  scope: 'usage:read',
  about: 'accounts',
  summary: 'Pages and faxes by day or month',
  description:
    'Of the account; of each of its accounts for an administrator’s key; of all accounts for an operator’s. Days and months begin in the time zone of the service, which every entry names. Periods without a page are left out. Today’s and this month’s numbers still grow.',
  query: z.strictObject({
    from: day.describe('First day, YYYY-MM-DD, in the time zone of the service.'),
    to: day.describe('Last day, at most 366 days from the first; `month` takes the whole months of both.'),
    granularity: z.enum(['day', 'month']).default('day'),
    account: idIn('acc').optional().describe('Only of this account.'),
    ...pageQuery,
  }),
  reply: listOf(
    z.object({
      object: z.literal('usage'),
      id: z.string(),
      account: z.string(),
      period: z.string().describe('The day, YYYY-MM-DD, or the month, YYYY-MM.'),
      time_zone: z.string().describe('IANA name; in it days and months begin.'),
      sent_pages: z.number().int(),
      received_pages: z.number().int(),
      sent_faxes: faxes,
      received_faxes: faxes,
      limit: z
        .number()
        .int()
        .nullable()
        .describe('Pages of a month, sent and received together, as it is today; null: no limit.'),
    }),
  ),
  errors: { DATE_ORDER: 400, RANGE_TOO_LONG: 400 },
});
