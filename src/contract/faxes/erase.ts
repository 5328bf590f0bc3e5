import { z } from 'zod';
import { defineCall } from '#contract/kit/call.ts';
import { successWith } from '#contract/kit/errors.ts';
import { idIn } from '#contract/kit/wire.ts';
import { MAX_ACTION_FAXES } from '#contract/mailbox/inbox.ts';

/** Why a deleted fax cannot be erased. */
export const eraseErrors = { FAX_HELD: 412 } as const;

/**
 * Erases deleted faxes early (spec http-api 4.1): the given ones, or everything in Recently deleted with `all`. `held`
 * counts the faxes under a legal hold; if there are no others, the call is refused.
 */
export const eraseFaxes = defineCall({
  method: 'POST',
  path: '/api/faxui/eraseFaxes',
  takesLong: true,
  access: 'user',
  right: 'work',
  summary: 'Erase deleted faxes',
  body: z.union([
    z.object({ all: z.literal(true) }),
    z.object({
      fids: z
        .array(idIn)
        .min(1)
        .max(MAX_ACTION_FAXES)
        .transform((ids) => [...new Set(ids)]),
    }),
  ]),
  reply: successWith(z.object({ erased: z.number(), held: z.number() })),
  errors: eraseErrors,
});
