import { z } from 'zod';

/** Maximum monthly limit: more pages are a typo, because a line sends about 40,000 a month. */
const MAX_MONTH_LIMIT = 1_000_000;

/** Rules for an account's fields that an operator sets; the messages are sentences to show. */
export const accountRules = {
  email: z
    .email('The e-mail address is not valid.')
    .max(128, 'The e-mail address is longer than 128 characters.'),
  options: z
    .string()
    .max(500, 'The options are longer than 500 characters.')
    .regex(/^(?:[a-z][a-z0-9_]*=[^;=]*(?:;|$))*$/, 'Options are written like enterprisefax=yes;other=value.'),
  monthLimit: z
    .number()
    .int('A month limit is a whole number of pages.')
    .min(0, 'A month limit is a whole number of pages.')
    .max(MAX_MONTH_LIMIT, `A month limit is at most ${MAX_MONTH_LIMIT} pages.`)
    .nullable(),
};

/** A daily limit as entered; empty means the product's own. */
export const dayLimit = z
  .string()
  .regex(/^(?:[1-9]\d{0,5})?$/, 'A limit of the day is a whole number from 1 to 999999, or empty.')
  .transform((value) => (value === '' ? null : Number(value)));
