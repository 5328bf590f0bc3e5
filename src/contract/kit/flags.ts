import { z } from 'zod';

const YES = new Set(['1', 'true', 'yes', 'y']);
const NO = new Set(['0', 'false', 'no', 'n']);

/** An incoming flag: "1" 1 true "true" "yes" "y" and their negatives (spec http-api 0.4); a boolean inside. */
export const flagIn = z.union([z.string(), z.number(), z.boolean()]).transform((value, ctx) => {
  const text = String(value).trim().toLowerCase();
  if (YES.has(text)) return true;
  if (NO.has(text)) return false;
  ctx.addIssue({ code: 'custom', message: 'FLAG_INVALID' });
  return z.NEVER;
});

/** An outgoing flag. */
export const flagOut = z.enum(['0', '1']);

/** Returns a boolean as the wire's flag. */
export function flag(value: boolean): '0' | '1' {
  return value ? '1' : '0';
}
