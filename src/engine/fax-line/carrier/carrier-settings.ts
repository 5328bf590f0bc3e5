import type { z } from 'zod';

import { isApiBase } from './api-base.ts';

/**
 * Reads the configuration of a carrier's line. A string is a sentence that says what is wrong without repeating secrets:
 * of `needs` by the field that is missing or wrong, else about the address of the API, which has no slash at its end in
 * what is read.
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
