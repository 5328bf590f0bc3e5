import { z } from 'zod';

import { defineCall } from '#contract/kit/call.ts';
import { successWith } from '#contract/kit/errors.ts';

/** Folders for which an account may set its own retention time. */
export const KEPT_FOLDERS = ['inbox', 'sent', 'archive'] as const;
export type KeptFolder = (typeof KEPT_FOLDERS)[number];

/** Days to choose from, within the installation's bounds. */
const KEEP_DAYS = [7, 14, 30, 60, 90, 180, 365, 730, 1095, 2190, 2555, 3650];

/** Days, or null: as long as the installation keeps them. */
const keptDays = z.number().int().min(1).max(99_999).nullable();

const retention = z.object({
  /** Number of days that faxes stay in each folder. */
  inbox: keptDays,
  sent: keptDays,
  archive: keptDays,
  /** The days to choose from. */
  choices: z.array(z.number()),
  /** How many days the installation keeps faxes; null: as long as the account exists. */
  most: z.number().nullable(),
  /** Number of days for which a fax moved to Recently deleted can be restored. */
  restoreDays: z.number(),
});
export type Retention = z.output<typeof retention>;

/** Returns how long faxes stay in their folders (spec http-api 12.37). */
export const getRetention = defineCall({
  method: 'GET',
  path: '/api/faxui/retention',
  access: 'user',
  summary: 'How long faxes are kept',
  reply: retention,
});

/**
 * Changes it for one folder. `moves`: number of faxes that move to Recently deleted the next night; `dryRun` only
 * counts them.
 */
export const putRetention = defineCall({
  method: 'PUT',
  path: '/api/faxui/retention',
  access: 'user',
  summary: 'Change how long faxes are kept',
  body: z.object({ folder: z.enum(KEPT_FOLDERS), days: keptDays, dryRun: z.boolean().optional() }),
  reply: successWith(retention.extend({ moves: z.number() })),
});

/** Returns the choices of an account within an installation's bounds; `most` is null if there is no upper bound. */
export function keepChoices(least: number, most: number | null): number[] {
  return KEEP_DAYS.filter((days) => days >= least && (most === null || days < most));
}
