import { z } from 'zod';

import { defineCall } from '#contract/kit/call.ts';
import { successWith } from '#contract/kit/errors.ts';
import { idIn, idOut } from '#contract/kit/wire.ts';
import { FAX_ACTIONS, faxRow } from '#contract/mailbox/inbox.ts';
import { MAX_QUERY, SEARCHED_FOLDERS, readSearchLine } from '#contract/mailbox/search-words.ts';

/** Maximum number of faxes that a search counts and shows; beyond that it only reports that there are more. */
export const SEARCH_LIMIT = 1000;
/** Maximum number of faxes in a selection. */
export const MAX_SELECTION = 100_000;

/** A fax found by a search, with its folder. */
export const foundFax = faxRow.extend({
  folder: z.enum(SEARCHED_FOLDERS),
  /** The part of its recognized text that contains the words; absent if that text was not searched. */
  snippet: z.string().optional(),
});
export type FoundFax = z.output<typeof foundFax>;

/** A search without faults. */
const searchLine = z
  .string()
  .max(MAX_QUERY)
  .refine((line) => readSearchLine(line).faults.length === 0, 'FILTER_VALUE');

const count = (most: number) => z.coerce.number().int().min(0).max(most);

/**
 * Finds faxes in all folders except the Outbox, newest first; for a sender, those in Sent that they sent (spec http-api
 * 12.25).
 */
export const searchFaxes = defineCall({
  method: 'GET',
  path: '/api/faxui/search',
  access: 'user',
  right: 'sent',
  takesLong: true,
  summary: 'Search faxes in all folders',
  query: z.object({
    q: searchLine.default(''),
    start: count(SEARCH_LIMIT).default(0),
    length: count(SEARCH_LIMIT).pipe(z.number().min(1)).default(100),
  }),
  reply: z.object({
    /** Number of faxes found, up to the limit. */
    total: z.number(),
    /** Whether there are more than the limit. */
    more: z.boolean(),
    data: z.array(foundFax),
  }),
});

export const selectErrors = { SELECTION_TOO_LARGE: 412 } as const;

/** Stores which faxes a search finds now, for an action on all of them (spec http-api 12.26). */
export const selectFaxes = defineCall({
  method: 'POST',
  path: '/api/faxui/selectFaxes',
  access: 'user',
  right: 'read',
  takesLong: true,
  summary: 'Select all faxes that a search finds',
  body: z.object({ q: searchLine.min(1) }),
  reply: successWith(z.object({ id: idOut, total: z.number() })),
  errors: selectErrors,
});

/** The progress of an action on a selection. */
const progress = z.object({
  /** The id of the selection. */
  id: idOut,
  total: z.number(),
  /** Number of faxes processed, and number changed. */
  done: z.number(),
  changed: z.number(),
  state: z.enum(['running', 'finished', 'cancelled']),
});
export type BulkProgress = z.output<typeof progress>;

/** Actions on a selection. To restore what one deleted, undo it. */
const bulkVerb = z.enum(FAX_ACTIONS).exclude(['undelete']);
export type BulkVerb = z.output<typeof bulkVerb>;

export const bulkErrors = { SELECTION_USED: 412 } as const;

/** Acts on a selection for about a second and returns its progress; the same call continues until it is finished. */
export const bulkAction = defineCall({
  method: 'POST',
  path: '/api/faxui/bulkAction',
  access: 'user',
  right: 'work',
  takesLong: true,
  summary: 'Act on a selection of faxes',
  body: z.object({ id: idIn, action: bulkVerb }),
  reply: successWith(progress),
  errors: bulkErrors,
});

/** Stops an action on a selection; what it has changed stays changed. */
export const cancelBulkAction = defineCall({
  method: 'DELETE',
  path: '/api/faxui/bulkAction',
  access: 'user',
  right: 'work',
  summary: 'Stop an action on a selection',
  body: z.object({ id: idIn }),
  reply: successWith(progress),
  errors: bulkErrors,
});

/** Reverts exactly what an action on a selection changed; the same call continues until it is finished. */
export const undoBulkAction = defineCall({
  method: 'POST',
  path: '/api/faxui/undoBulkAction',
  access: 'user',
  right: 'work',
  takesLong: true,
  summary: 'Undo an action on a selection',
  body: z.object({ id: idIn }),
  reply: successWith(progress),
  errors: bulkErrors,
});
