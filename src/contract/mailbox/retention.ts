import { z } from 'zod';

import { defineCall } from '#contract/kit/call.ts';
import { successWith } from '#contract/kit/errors.ts';

/** Folders whose faxes an account may keep for a time of its own. */
export const KEPT_FOLDERS = ['inbox', 'sent', 'archive'] as const;
export type KeptFolder = (typeof KEPT_FOLDERS)[number];

/** Days that may be chosen, where the installation allows them. */
const KEEP_DAYS = [7, 14, 30, 60, 90, 180, 365, 730, 1095, 2190, 2555, 3650];

/** Days, or null: for as long as the installation keeps them. */
const keptDays = z.number().int().min(1).max(99_999).nullable();

const retention = z.object({
  /** Days that faxes stay in each folder. */
  inbox: keptDays,
  sent: keptDays,
  archive: keptDays,
  /** What may be chosen. */
  choices: z.array(z.number()),
  /** How long the installation keeps faxes; null: as long as there is an account. */
  most: z.number().nullable(),
  /** For so many days a fax that has moved to Recently deleted can be restored. */
  restoreDays: z.number(),
});
export type Retention = z.output<typeof retention>;

/** How long faxes stay in their folders (spec http-api 12.37). */
export const getRetention = defineCall({
  method: 'GET',
  path: '/api/faxui/retention',
  access: 'user',
  summary: 'How long faxes are kept',
  reply: retention,
});

/** Changes it for one folder. `moves`: faxes that the next night moves to Recently deleted; `dryRun` only counts them. */
export const putRetention = defineCall({
  method: 'PUT',
  path: '/api/faxui/retention',
  access: 'user',
  summary: 'Change how long faxes are kept',
  body: z.object({ folder: z.enum(KEPT_FOLDERS), days: keptDays, dryRun: z.boolean().optional() }),
  reply: successWith(retention.extend({ moves: z.number() })),
});

/** What an account may choose within the bounds of an installation; `most` null: no upper one. */
export function keepChoices(least: number, most: number | null): number[] {
  return KEEP_DAYS.filter((days) => days >= least && (most === null || days < most));
}
