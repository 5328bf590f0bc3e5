import { z } from 'zod';
import { uid } from '#contract/kit/account-scope.ts';
import { defineCall } from '#contract/kit/call.ts';
import { success } from '#contract/kit/errors.ts';
import { paging } from '#contract/kit/paging.ts';
import { idIn, idOut, timeOut } from '#contract/kit/wire.ts';
import { usageErrors } from '#contract/customers/usage-range.ts';

/** Entries that can be paged through; an export has all of its range. */
export const ACTIVITY_SHOWN = 5_000;

/**
 * What can happen to a fax without a change: its pages were opened, it was downloaded, printed, mailed, copied to external
 * storage. `log`: somebody read or exported this activity.
 */
export const ACCESS_KINDS = ['open', 'download', 'print', 'mail', 'copy', 'log'] as const;
export type AccessKind = (typeof ACCESS_KINDS)[number];

/** Who it was: the account (by number and password, a person or a program), its administrator, an operator, a receiver of mail, a storage. */
export const ACCESSORS = ['account', 'administrator', 'operator', 'recipient', 'storage'] as const;

/** One entry. Accesses of the same kind by the same person, address and browser are one entry a day (UTC), the first. */
const entry = z.object({
  id: idOut,
  at: timeOut,
  kind: z.enum(ACCESS_KINDS),
  /** `pdf`, `tiff`, `png`, `zip`, `draft` (opened in a new fax), `forward` (forwarded by email), the name of a mail, `csv` of an export; empty otherwise. */
  form: z.string(),
  by: z.enum(ACCESSORS),
  /**
   * User name, operator, mail address or storage; of the account's own side a person with their address, or the key of a
   * program (`key_…`); empty for the login with number and password.
   */
  name: z.string(),
  /** Empty where it is about all faxes, as reading this list may be. */
  fid: z.string(),
  /** The other party, while the fax is kept. */
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

/** Who did what with the faxes of an account, the newest first, at most ACTIVITY_SHOWN; reading it is an entry, too. */
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
 * The same of a range of days as a CSV file in which every line carries the SHA-256 of the line before and its own
 * content; docs/verify-activity.mjs checks it.
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

/** The client says that the opened fax goes to a printer: only the browser knows. */
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

/** Name of the exported file. */
export function activityFileName(number: string, startDate: string, endDate: string): string {
  return `fax_activity_${number.replaceAll(/\D/g, '') || 'account'}_${startDate}_${endDate}.csv`;
}
