import { z } from 'zod';

/** Rows per page in the administrator's lists (MFA-09). */
export const PAGE_SIZE = 10;
/** Maximum number of rows per page, whatever the request (A-MULTI-05). */
export const PAGE_MAX = 100;
/** No list is that long; keeps the offset a safe integer. */
const MAX_PAGES = 1_000_000;

/**
 * A number within bounds; anything else becomes the default, because lists never fail over a page number (A-MULTI-05).
 */
function bounded(fallback: number, max: number) {
  return z
    .unknown()
    .optional()
    .transform((value) => {
      const asked = Number(value ?? fallback);
      return Number.isFinite(asked) ? Math.min(Math.max(Math.trunc(asked), 1), max) : fallback;
    });
}

/** The paging parameters of a list; the wire fixes the names (MFA-09). */
export const paging = {
  'current-page': bounded(1, MAX_PAGES),
  'per-page': bounded(PAGE_SIZE, PAGE_MAX),
};
