import { z } from 'zod';
import { formatPagePlan } from './page-plan.ts';
import type { PlannedPage } from './page-plan.ts';
import { composeErrors, PHOTOS } from './compose.ts';
import { defineCall } from '#contract/kit/call.ts';
import { success, successWith } from '#contract/kit/errors.ts';
import { idIn } from '#contract/kit/wire.ts';

/** Files of unsent faxes that one account may have: a few for each of its drafts, and up to 20 for one. */
export const MAX_DRAFTS = 400;

/** Bytes of such files of one account: a disk must not fill up with faxes that nobody sends. */
export const MAX_DRAFT_BYTES = 500 * 1024 * 1024;

/** After so long a file that belongs to no draft is removed; those of a draft stay as long as it does. */
export const DRAFT_HOURS = 24;

/** A page of a draft's file, turned or not (`thumb2.gif`, `prev2r90.gif`): an opaque key, never a path. */
export const DRAFT_FILE =
  /^(?<key>[A-Za-z0-9_-]{16,64})\/(?<image>prev|thumb)(?<plan>[1-9]\d{0,2}(?:r(?:90|180|270))?)\.gif$/;

/** The name of such a page for `getDraftFile`. */
export function draftFile(key: string, image: 'prev' | 'thumb', page: PlannedPage): string {
  return `${key}/${image}${formatPagePlan([page])}.gif`;
}

const draft = z.object({
  id: z.string(),
  name: z.string(),
  size: z.number(),
  state: z.enum(['CONVERTING', 'READY', 'FAILED']),
  photos: z.enum(PHOTOS),
  /** 0 until they are known. */
  pages: z.number(),
  /** While it is converted, as soon as the document has been opened: pages done, of those known. */
  progress: z.object({ done: z.number(), of: z.number() }).optional(),
  /** Why it can't become pages: one of the document faults (spec http-api 4.9). */
  reason: z.string().optional(),
});
/** A file of a fax that is being written. */
export type Draft = z.output<typeof draft>;

export const draftErrors = { DRAFTS_FULL: 412 } as const;

const draftId = z.string().regex(/^[A-Za-z0-9_-]{16,64}$/, 'ID_INVALID');

/** Uploads one file, field `userfiles[0]`, and starts to convert it (spec http-api 12.2); a field `photos` may ask for `fine` ones. */
export const addDraft = defineCall({
  method: 'POST',
  path: '/api/faxui/drafts',
  access: 'user',
  right: 'send',
  summary: 'Add a file to an unsent fax',
  multipart: true,
  reply: successWith(draft),
  errors: { ...composeErrors, ...draftErrors },
});

/** The files of the account's unsent faxes, with pages as soon as they are known. The client polls it while one converts. */
export const listDrafts = defineCall({
  method: 'GET',
  path: '/api/faxui/drafts',
  access: 'user',
  right: 'send',
  summary: 'Files of unsent faxes',
  background: true,
  reply: z.object({ data: z.array(draft) }),
});

/**
 * Converts a file once more, with its photos otherwise: the answer has an id of its own, and the file that was asked
 * about stays until it is removed, so that its pages can be looked at meanwhile.
 */
export const copyDraft = defineCall({
  method: 'POST',
  path: '/api/faxui/copyDraft',
  access: 'user',
  right: 'send',
  summary: 'Convert a file of an unsent fax once more, with photos otherwise',
  body: z.object({ id: draftId, photos: z.enum(PHOTOS) }),
  reply: successWith(draft),
  errors: { ...composeErrors, ...draftErrors },
});

/** A fax of which no pages can be sent: it is not converted yet, or nothing of it can be read. */
export const pagesErrors = { FAX_NO_PAGES: 412 } as const;

/**
 * Makes the pages of a stored fax a file of an unsent one, without a new conversion; a received fax that was turned, as
 * it is seen. It is ready at once.
 */
export const draftFromFax = defineCall({
  method: 'POST',
  path: '/api/faxui/draftFromFax',
  access: 'user',
  right: 'send',
  summary: 'Add the pages of a fax to an unsent fax',
  body: z.object({ fid: idIn }),
  reply: successWith(draft),
  errors: { ...draftErrors, ...pagesErrors },
});

/** Removes a file; one that is gone already is no error. */
export const removeDraft = defineCall({
  method: 'DELETE',
  path: '/api/faxui/drafts',
  access: 'user',
  right: 'send',
  summary: 'Remove a file of an unsent fax',
  body: z.object({ id: draftId }),
  reply: success,
});

/** A page of a file as it will be sent. */
export const getDraftFile = defineCall({
  method: 'GET',
  path: '/api/faxui/getDraftFile',
  access: 'user',
  right: 'send',
  summary: 'A page of a file of an unsent fax',
  query: z.object({ file: z.string().max(100) }),
  replyKind: 'file',
  reply: z.unknown(),
});
