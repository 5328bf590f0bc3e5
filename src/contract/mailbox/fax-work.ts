import { z } from 'zod';
import { idOut } from '#contract/kit/wire.ts';

/** The progress of an account's people on a received fax. */
export const WORK_STATUSES = ['open', 'doing', 'done'] as const;
export type WorkStatus = (typeof WORK_STATUSES)[number];

/** The work of an account's people on a received fax (spec http-api 12.43). */
export const faxWork = z.object({
  status: z.enum(WORK_STATUSES),
  /** A person of the account; null: not assigned. */
  assignee: idOut.nullable(),
  /** YYYY-MM-DD. */
  due: z.string().nullable(),
  tags: z.array(idOut),
  notes: z.number(),
  /** Number of changes; 0 for a fax that nobody has changed. */
  version: z.number(),
});
export type FaxWork = z.output<typeof faxWork>;
