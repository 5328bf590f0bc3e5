import { z } from 'zod';
import { defineCall } from '#contract/kit/call.ts';
import { flagOut } from '#contract/kit/flags.ts';
import { faxStatus, failure } from '#contract/kit/fax-state.ts';
import { idOut, timeOut } from '#contract/kit/wire.ts';

/** Maximum number of rows of each kind on the dashboard (spec http-api 4.6). */
export const DASHBOARD_ROWS = 100;

const row = z.object({
  fid: idOut,
  /** The other party's number. */
  sender: z.string(),
  companyname: z.string(),
  /** The contact's name, otherwise the station id of the other machine; omitted if neither is known. */
  name: z.string().optional(),
  pages: z.number(),
  date: timeOut,
  is_new: flagOut,
  status: faxStatus,
  faxpath: z.string(),
  ...failure,
});
export type DashboardRow = z.output<typeof row>;

/** Returns the latest received, sent and failed faxes, and the usage of the current month (spec http-api 4.6). */
export const dashboard = defineCall({
  method: 'GET',
  path: '/api/{n}db/f2e/Dashboard.json',
  access: 'user',
  right: 'sent',
  summary: 'Recent faxes and usage',
  reply: z.object({
    recReceived: z.array(row),
    recSent: z.array(row),
    failed: z.array(row),
    usage: z.object({
      monthLimit: z.number().nullable(),
      currentUsage: z.number(),
      rcvdPages: z.number(),
      sentPages: z.number(),
    }),
  }),
});
