import { z } from 'zod';
import { defineCall } from '#contract/kit/call.ts';
import { success } from '#contract/kit/errors.ts';
import { idIn, idOut, timeOut } from '#contract/kit/wire.ts';
import { operatorErrors } from '#contract/identity/operators.admin.ts';

/** Faxes that came for numbers that no account has, the oldest first. */
export const operatorUnrouted = defineCall({
  method: 'GET',
  path: '/operator/api/unrouted',
  access: 'operator',
  right: 'support',
  summary: 'Console: faxes for numbers that nobody has',
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
  }),
});
export type ConsoleUnrouted = z.output<typeof operatorUnrouted.reply>['rows'][number];

/** Shows one page to the operator; the look itself is audited, for it is somebody's fax. */
export const operatorUnroutedLook = defineCall({
  method: 'POST',
  path: '/operator/api/unrouted/look',
  access: 'operator',
  summary: 'Console: look at a page of such a fax',
  body: z.object({ id: idIn, page: z.number().int().min(1).max(200) }),
  reply: z.object({
    pages: z.number(),
    /** The page as a GIF in base 64. */
    gif: z.string(),
  }),
  errors: operatorErrors,
});

/** Gives it to the account that has a number, or throws it away for good. */
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
