import { z } from 'zod';

import { defineCall } from '#contract/kit/call.ts';
import { successWith } from '#contract/kit/errors.ts';
import { idIn, idOut } from '#contract/kit/wire.ts';
import { MOST_PARTS } from '#contract/faxes/splitting.ts';

/** A fax of a split and its folder; both null for an erased fax. */
const splitFax = z.object({
  fax_id: idOut.nullable(),
  folder: z.enum(['Inbox', 'Archive', 'Deleted']).nullable(),
});
export type SplitFax = z.output<typeof splitFax>;

/** Returns the whole fax and its parts, in order, for any of these faxes (spec http-api 12.51). */
export const faxSplit = defineCall({
  method: 'GET',
  path: '/api/faxui/faxSplit',
  access: 'user',
  right: 'read',
  background: true,
  summary: 'The parts of a fax that was split, and the whole fax',
  query: z.object({ fid: idIn }),
  reply: z.object({
    /** The number of the part, from 1; null for the whole fax. */
    part: z.number().nullable(),
    whole: splitFax,
    parts: z.array(splitFax),
  }),
});
export type FaxSplit = z.output<typeof faxSplit.reply>;

/**
 * Moves the whole fax back to the inbox and its parts to Recently deleted; `fid` is any of them. `changed` lists those
 * that were elsewhere before; repeating it is harmless. NOT_FOUND if the whole fax was deleted.
 */
export const undoSplit = defineCall({
  method: 'POST',
  path: '/api/faxui/undoSplit',
  access: 'user',
  right: 'work',
  summary: 'Undo the split of a fax',
  body: z.object({ fid: idIn }),
  reply: successWith(z.object({ whole: idOut, changed: z.array(idOut) })),
});

/**
 * Reverses `undoSplit`: of the faxes that it changed, restores the parts from Recently deleted and archives the whole
 * fax, as long as there is a part for it. `fid` is the whole fax.
 */
export const splitAgain = defineCall({
  method: 'POST',
  path: '/api/faxui/splitAgain',
  access: 'user',
  right: 'work',
  summary: 'Take the undoing of a split back',
  body: z.object({
    fid: idIn,
    changed: z
      .array(idIn)
      .min(1)
      .max(MOST_PARTS + 1),
  }),
  reply: successWith(z.object({ changed: z.array(idOut) })),
});
