import { z } from 'zod';
import { uid } from '#contract/kit/account-scope.ts';
import { defineCall } from '#contract/kit/call.ts';
import { success } from '#contract/kit/errors.ts';
import { paging } from '#contract/kit/paging.ts';
import { idIn, idOut, timeOut } from '#contract/kit/wire.ts';
import { usageErrors } from '#contract/customers/usage-range.ts';

/** Number of entries that can be paged through; an export holds its whole range. */
export const ACTIVITY_SHOWN = 5_000;

/**
 * What can happen to a fax without changing it: its pages were opened, or it was downloaded, printed, mailed or copied
 * to external storage. `log`: somebody read or exported this activity.
 */
export const ACCESS_KINDS = ['open', 'download', 'print', 'mail', 'copy', 'log'] as const;
export type AccessKind = (typeof ACCESS_KINDS)[number];

/**
 * Who accessed a fax: the account (by number and password, a person or a program), its administrator, an operator, a
 * recipient of mail, or a storage.
 */
export const ACCESSORS = ['account', 'administrator', 'operator', 'recipient', 'storage'] as const;

/**
 * One entry. Repeated accesses of the same kind by the same person, address and browser on one day (UTC) count as one
 * entry, the first.
 */
const entry = z.object({
  id: idOut,
  at: timeOut,
  kind: z.enum(ACCESS_KINDS),
  /**
   * `pdf`, `tiff`, `png`, `zip`, `draft` (opened in a new fax), `forward` (forwarded by email), the name of a mail, or
   * `csv` for an export; otherwise empty.
   */
  form: z.string(),
  by: z.enum(ACCESSORS),
  /**
   * User name, operator, mail address or storage. On the account's side: a person with their address, or the key of a
   * program (`key_…`); empty for the login with number and password.
   */
  name: z.string(),
  /** Empty if the entry concerns all faxes, for example when this list was read. */
  fid: z.string(),
  /** The other party, as long as the fax is kept. */
  party: z.string(),
  number: z.string(),
  address: z.string(),
  /** The User-Agent of the browser. */
  device: z.string(),
});
export type ActivityEntry = z.output<typeof entry>;

/** A day of the server zone, YYYY-MM-DD. */
const day = z.iso.date('DATE_INVALID').refine((value) => /^2\d{3}-/.test(value), 'DATE_INVALID');

const filters = {
  uid,
  /** One fax. */
  fid: z.union([z.literal('').transform(() => undefined), idIn]).optional(),
  kind: z
    .enum(['', ...ACCESS_KINDS])
    .default('')
    .catch(''),
};

/**
 * Lists who did what with the faxes of an account, newest first, up to ACTIVITY_SHOWN. Reading it also adds an entry.
 */
export const faxActivity = defineCall({
  method: 'GET',
  path: '/api/faxui/faxActivity',
  access: 'any',
  right: 'activity',
  summary: 'Who opened, downloaded, printed or was sent which fax',
  query: z.object({
    ...paging,
    ...filters,
    startDate: day.optional().catch(undefined),
    endDate: day.optional().catch(undefined),
  }),
  reply: z.object({ rows: z.array(entry), total: z.number() }),
});

/**
 * Exports the activity of a range of days as a CSV file in which every line carries the SHA-256 of the previous line
 * and its own content. docs/verify-activity.mjs checks it.
 */
export const activityExport = defineCall({
  method: 'GET',
  path: '/api/faxui/activityExport',
  access: 'any',
  right: 'audit',
  summary: 'Activity as a CSV file with a hash chain',
  query: z.object({ ...filters, startDate: day, endDate: day }),
  replyKind: 'file',
  reply: z.unknown(),
  errors: usageErrors,
});

/** Reports that the opened fax is being printed, which only the browser can tell. */
export const faxPrinted = defineCall({
  method: 'POST',
  path: '/api/faxui/faxPrinted',
  access: 'user',
  right: 'sent',
  summary: 'A fax is being printed',
  background: true,
  body: z.object({ fid: idIn }),
  reply: success,
});

/** Returns the name of the exported file. */
export function activityFileName(number: string, startDate: string, endDate: string): string {
  return `fax_activity_${number.replaceAll(/\D/g, '') || 'account'}_${startDate}_${endDate}.csv`;
}
