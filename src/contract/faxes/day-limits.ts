import { z } from 'zod';

/** What an account may send in 24 hours: its own values, null where its product or the installation says it, and what counts. */
export const dayLimits = {
  dayCalls: z.number().nullable(),
  dayPages: z.number().nullable(),
  dayPerNumber: z.number().nullable(),
  limits: z.object({ dayCalls: z.number(), dayPages: z.number(), dayPerNumber: z.number() }),
};

/** The same as it is set: a number, or empty for what the product says. */
export const dayLimitValues = {
  'day-calls': z.string().max(8).optional(),
  'day-pages': z.string().max(8).optional(),
  'per-number': z.string().max(8).optional(),
};
