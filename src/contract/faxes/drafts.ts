import { z } from 'zod';
import { formatPagePlan } from './page-plan.ts';
import type { PlannedPage } from './page-plan.ts';
import { composeErrors, PHOTOS } from './compose.ts';
import { defineCall } from '#contract/kit/call.ts';
import { success, successWith } from '#contract/kit/errors.ts';
import { idIn } from '#contract/kit/wire.ts';

/** Maximum number of files in an account's unsent faxes: up to 20 in one draft, a few in most. */
export const MAX_DRAFTS = 400;

/** Maximum number of bytes in these files per account, so that unsent faxes cannot fill the disk. */
export const MAX_DRAFT_BYTES = 500 * 1024 * 1024;

/** Hours after which a file without a draft is removed; files of a draft stay as long as the draft. */
export const DRAFT_HOURS = 24;

/** A page of a draft's file, rotated or not (`thumb2.gif`, `prev2r90.gif`), after an opaque key; never a path. */
export const DRAFT_FILE =
  /^(?<key>[A-Za-z0-9_-]{16,64})\/(?<image>prev|thumb)(?<plan>[1-9]\d{0,2}(?:r(?:90|180|270))?)\.gif$/;

/** Returns the name of such a page for `getDraftFile`. */
export function draftFile(key: string, image: 'prev' | 'thumb', page: PlannedPage): string {
  return `${key}/${image}${formatPagePlan([page])}.gif`;
}

const draft = z.object({
  id: z.string(),
  name: z.string(),
  size: z.number(),
  state: z.enum(['CONVERTING', 'READY', 'FAILED']),
  photos: z.enum(PHOTOS),
  /** 0 until known. */
  pages: z.number(),
  /** During conversion, once the document is open: number of pages done, out of those known. */
  progress: z.object({ done: z.number(), of: z.number() }).optional(),
  /** Why conversion failed: one of the document faults (spec http-api 4.9). */
  reason: z.string().optional(),
});
/** A file of an unsent fax. */
export type Draft = z.output<typeof draft>;

export const draftErrors = { DRAFTS_FULL: 412 } as const;

const draftId = z.string().regex(/^[A-Za-z0-9_-]{16,64}$/, 'ID_INVALID');

/**
 * Uploads one file, field `userfiles[0]`, and starts its conversion (spec http-api 12.2); the field `photos` may be
 * `fine`.
 */
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

/**
 * Lists the files of the account's unsent faxes, with pages once known. The client polls it while a file is converting.
 */
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
 * Converts a file again with another setting for photos. The new file has its own id, and the original stays until it
 * is removed, so that its pages remain visible in the meantime.
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

/** No pages of the fax can be sent: it is not converted yet, or unreadable. */
export const pagesErrors = { FAX_NO_PAGES: 412 } as const;

/**
 * Adds the pages of a stored fax to an unsent one as a file, without converting them again; pages of a received fax are
 * rotated as displayed. The file is ready immediately.
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

/** Removes a file; removing a file that no longer exists is not an error. */
export const removeDraft = defineCall({
  method: 'DELETE',
  path: '/api/faxui/drafts',
  access: 'user',
  right: 'send',
  summary: 'Remove a file of an unsent fax',
  body: z.object({ id: draftId }),
  reply: success,
});

/** Returns a page of a file as it will be sent. */
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
