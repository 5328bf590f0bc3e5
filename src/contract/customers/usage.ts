import { z } from 'zod';
import { defineCall } from '#contract/kit/call.ts';
import { csvCell } from '#contract/kit/csv-cell.ts';
import { flagIn } from '#contract/kit/flags.ts';
import { paging } from '#contract/kit/paging.ts';
import { idOut } from '#contract/kit/wire.ts';
import { usageErrors } from './usage-range.ts';

export const USAGE_SORTS = ['faxnumber', 'email', 'total'] as const;

/** A day of the server zone, YYYY-MM-DD; nothing was sent before 2000. */
const day = z.iso.date('DATE_INVALID').refine((value) => /^2\d{3}-/.test(value), 'DATE_INVALID');
const range = { startDate: day, endDate: day };

/** One fax in an export; `date` is in the server zone. */
const usageDetail = z.object({
  date: z.string(),
  /** R: received; anything else: sent (MFU-10). */
  action: z.enum(['R', 'S']),
  from_faxnumber: z.string(),
  faxnum: z.string(),
  pages: z.number(),
  status: z.string(),
});
export type UsageDetail = z.output<typeof usageDetail>;

/**
 * Returns the pages per account in a range of days (spec http-api 8.11). `detailed` makes it an export: every fax, no
 * paging, streamed, accountList empty. The figures are those of the last daily roll-up, whose time is in `through`.
 */
export const faxUsage = defineCall({
  method: 'GET',
  path: '/api/{n}db/f2e/FaxUsage.json',
  access: 'multifax',
  right: 'usage',
  summary: 'Usage of the administrator’s accounts',
  query: z.object({
    ...paging,
    ...range,
    forChilds: z.unknown().optional(),
    detailed: flagIn.default(false),
    sort: z.enum(USAGE_SORTS).default('faxnumber'),
    order: z.enum(['asc', 'desc']).default('asc'),
  }),
  streamed: true,
  reply: z.object({
    accountList: z.array(
      z.object({
        uid: idOut,
        faxnumber: z.string().nullable(),
        email: z.string(),
        /** Pages sent and received. */
        total: z.number(),
        sent: z.number(),
        received: z.number(),
      }),
    ),
    /** Number of accounts with usage in the range. */
    total: z.number(),
    details: z.array(usageDetail),
    /** When the last roll-up ran; null before the first. */
    through: z.string().nullable(),
    /** Pages of all accounts in the range. */
    pages: z.number(),
  }),
  errors: usageErrors,
});

/**
 * Streams the same export as a file: UTF-8, CRLF, RFC 4180, no cell that acts as a formula (spec http-api 12.16). Own
 * addition.
 */
export const usageExport = defineCall({
  method: 'GET',
  path: '/api/faxui/usageExport',
  takesLong: true,
  access: 'multifax',
  right: 'usage',
  summary: 'Usage export as a text file',
  query: z.object(range),
  replyKind: 'file',
  reply: z.unknown(),
  errors: usageErrors,
});

/**
 * Returns the pages of each day of a range over all accounts for a chart; days without pages are omitted. Own addition.
 */
export const usageDays = defineCall({
  method: 'GET',
  path: '/api/faxui/usageDays',
  access: 'multifax',
  right: 'usage',
  summary: 'Pages per day',
  query: z.object(range),
  reply: z.object({
    days: z.array(z.object({ date: z.string(), sent: z.number(), received: z.number() })),
    through: z.string().nullable(),
  }),
  errors: usageErrors,
});

/** First line of the file (spec http-api 12.16). */
export const EXPORT_HEADING = 'Date,Time,Sent/Received,FaxNumFrom,FaxNumTo,Pages,Status\r\n';

/** Returns the name of the export file for a range (MFU-12). */
export function exportFileName(startDate: string, endDate: string): string {
  return `Fax_data_${startDate}_${endDate}.txt`;
}

/** Returns one line of the file; client and server write identical lines (spec http-api 12.16, A-EXPORT-01). */
export function exportLine({ date, action, from_faxnumber, faxnum, pages, status }: UsageDetail): string {
  const [year = '', month = '', dayOfMonth = ''] = date.slice(0, 10).split('-');
  const cells = [
    `${month}/${dayOfMonth}/${year}`,
    date.slice(11, 16),
    action === 'R' ? 'Received' : 'Sent',
    from_faxnumber.replaceAll(/\D/g, ''),
    faxnum.replaceAll(/\D/g, ''),
    String(pages),
    status,
  ];
  return `${cells.map(csvCell).join(',')}\r\n`;
}
