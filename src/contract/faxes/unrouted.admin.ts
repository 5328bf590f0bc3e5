import { z } from 'zod';
import { defineCall } from '#contract/kit/call.ts';
import { success } from '#contract/kit/errors.ts';
import { paging } from '#contract/kit/paging.ts';
import { idIn, idOut, timeOut } from '#contract/kit/wire.ts';
import { operatorErrors } from '#contract/identity/operators.admin.ts';

/** Lists faxes received for numbers without an account, oldest first. */
export const operatorUnrouted = defineCall({
  method: 'GET',
  path: '/operator/api/unrouted',
  access: 'operator',
  right: 'support',
  summary: 'Console: faxes for numbers that nobody has',
  query: z.object(paging),
  reply: z.object({
    rows: z.array(
      z.object({
        id: idOut,
        at: timeOut,
        line: z.string(),
        caller: z.string(),
        called: z.string(),
        stationId: z.string(),
        reason: z.string(),
      }),
    ),
    total: z.number(),
  }),
});
export type ConsoleUnrouted = z.output<typeof operatorUnrouted.reply>['rows'][number];

/** Shows one page to the operator; each view is audited, because it is somebody's fax. */
export const operatorUnroutedLook = defineCall({
  method: 'POST',
  path: '/operator/api/unrouted/look',
  access: 'operator',
  summary: 'Console: look at a page of such a fax',
  body: z.object({ id: idIn, page: z.number().int().min(1).max(200) }),
  reply: z.object({
    pages: z.number(),
    /** The page as a base64 GIF. */
    gif: z.string(),
  }),
  errors: operatorErrors,
});

/** Routes a fax to the account with the given number, or permanently discards it. */
export const operatorUnroutedAct = defineCall({
  method: 'POST',
  path: '/operator/api/unrouted',
  access: 'operator',
  summary: 'Console: route or discard such a fax',
  body: z.discriminatedUnion('verb', [
    z.object({ id: idIn, verb: z.literal('route'), number: z.string().max(20) }),
    z.object({ id: idIn, verb: z.literal('discard') }),
  ]),
  reply: success,
  errors: operatorErrors,
});
