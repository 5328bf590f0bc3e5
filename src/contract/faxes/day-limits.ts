import { z } from 'zod';

/**
 * How much an account may send in 24 hours: its own values, null where the product's or installation's value applies,
 * and the effective limits.
 */
export const dayLimits = {
  dayCalls: z.number().nullable(),
  dayPages: z.number().nullable(),
  dayPerNumber: z.number().nullable(),
  limits: z.object({ dayCalls: z.number(), dayPages: z.number(), dayPerNumber: z.number() }),
};

/** Input for the same limits: a number, or empty for the product's value. */
export const dayLimitValues = {
  'day-calls': z.string().max(8).optional(),
  'day-pages': z.string().max(8).optional(),
  'per-number': z.string().max(8).optional(),
};
