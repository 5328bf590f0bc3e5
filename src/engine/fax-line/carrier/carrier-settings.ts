import type { z } from 'zod';

import { isApiBase } from './api-base.ts';

/**
 * Reads the configuration of a carrier's line. A returned string is a sentence that says what is wrong, without
 * repeating secrets: the entry of `needs` for the missing or wrong field, otherwise a sentence about the API address.
 * The returned address has no trailing slash.
 */
export function readCarrierSettings<Settings extends { apiBase: string }>(
  carrier: string,
  shape: z.ZodType<Settings>,
  needs: Readonly<Record<string, string>>,
  given: unknown,
): Settings | string {
  const parsed = shape.safeParse(given);
  if (!parsed.success) {
    const field = String(parsed.error.issues[0]?.path[0] ?? '');
    return needs[field] ?? `The configuration of the ${carrier} line cannot be read.`;
  }
  const { apiBase } = parsed.data;
  if (!isApiBase(apiBase)) return `The address of the API of a ${carrier} line begins with https://.`;
  return { ...parsed.data, apiBase: apiBase.replace(/\/+$/, '') };
}
