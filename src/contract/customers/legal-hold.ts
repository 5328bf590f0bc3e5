import { z } from 'zod';

import { defineCall } from '#contract/kit/call.ts';
import { success } from '#contract/kit/errors.ts';
import { idIn, textLine, timeOut } from '#contract/kit/wire.ts';

/** Maximum length of a reason, in characters. */
export const HOLD_REASON_MAX = 200;

/** The reason for a hold: a case, a file number. */
export const holdReason = textLine(HOLD_REASON_MAX).pipe(z.string().trim().min(1, 'REQUIRED'));

/** Why a hold is refused. */
export const holdErrors = { HOLD_EXISTS: 412 } as const;

const common = { path: '/api/faxui/legalHold', access: 'multifax' } as const;

/** Returns the administrator's own legal hold on an account, or null (spec http-api 12.38). */
export const legalHold = defineCall({
  ...common,
  method: 'GET',
  summary: 'Legal hold of a fax account',
  query: z.object({ uid: idIn }),
  reply: z.object({ hold: z.object({ reason: z.string(), placedAt: timeOut }).nullable() }),
});

/** Keeps everything in an account from being permanently removed. */
export const placeLegalHold = defineCall({
  ...common,
  method: 'POST',
  summary: 'Place a legal hold',
  body: z.object({ uid: idIn, reason: holdReason }),
  reply: success,
  errors: holdErrors,
});

/** Ends the administrator's own hold. */
export const liftLegalHold = defineCall({
  ...common,
  method: 'DELETE',
  summary: 'Lift a legal hold',
  body: z.object({ uid: idIn }),
  reply: success,
});
