import { z } from 'zod';

/** How a fax ended: OK, or FAILED (also one cut off half-way, with the pages that went through). */
export const faxStatus = z.enum(['OK', 'FAILED']);

/** A fax whose outcome is unknown: FAILED, with the pages known to have arrived (contract 12). */
export const uncertainty = {
  outcome: z.literal('UNCERTAIN').optional(),
  confirmed: z.number().optional(),
};

/** States of an unfinished job as the outbox shows them (contract 4.7). */
export const outboxState = z.enum(['QUEUED', 'CONVERTING', 'SENDING', 'WAITING']);

/** At most this many calls for one job; a failed item always shows 5/5 (D1 §9, decision A35). */
export const MAX_DIALS = 5;
