import { z } from 'zod';
import { idOut } from '#contract/kit/wire.ts';

/** How far the people of an account are with a received fax. */
export const WORK_STATUSES = ['open', 'doing', 'done'] as const;
export type WorkStatus = (typeof WORK_STATUSES)[number];

/** What the people of an account do with a received fax (spec http-api 12.43). */
export const faxWork = z.object({
  status: z.enum(WORK_STATUSES),
  /** A person of the account; null: nobody yet. */
  assignee: idOut.nullable(),
  /** YYYY-MM-DD. */
  due: z.string().nullable(),
  tags: z.array(idOut),
  notes: z.number(),
  /** Counts the changes; 0 for a fax that nobody has touched. */
  version: z.number(),
});
export type FaxWork = z.output<typeof faxWork>;
