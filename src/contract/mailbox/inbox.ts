import { z } from 'zod';
import { defineCall } from '#contract/kit/call.ts';
import { success, successWith } from '#contract/kit/errors.ts';
import { faxStatus, failure } from '#contract/kit/fax-state.ts';
import { flagOut } from '#contract/kit/flags.ts';
import type { TableSpec } from '#contract/kit/table-query.ts';
import { idIn, idOut, timeOut } from '#contract/kit/wire.ts';
import { faxWork } from './fax-work.ts';

/** Rows per page of the list: 100, on mobile 10 (INBOX-14, MOB-04). */
export const INBOX_PAGE_SIZE = 100;
export const INBOX_PAGE_SIZE_MOBILE = 10;
/** Maximum number of faxes in one action (spec http-api 4.1). */
export const MAX_ACTION_FAXES = 500;
/** Maximum number of faxes and bytes in one archive (spec http-api 4.4). */
export const MAX_ARCHIVE_FAXES = 100;
export const MAX_ARCHIVE_BYTES = 200 * 1024 * 1024;
/** Maximum width of page images and exact width of thumbnails, in pixels (spec http-api 4.3). */
export const PAGE_IMAGE_WIDTH = 1000;
export const THUMBNAIL_WIDTH = 152;

export const FOLDERS = ['Inbox', 'Outbox', 'Sent', 'Archive'] as const;
export type Folder = (typeof FOLDERS)[number];
/** What the list shows: the four folders, and recently deleted faxes. */
export type ListFolder = Folder | 'Deleted';

export const FAX_SORTS = ['from_company', 'fax_date', 'fax_from', 'fax_pages', 'fax_size'] as const;
export type FaxSort = (typeof FAX_SORTS)[number];
/** Sort columns on the wire: only deleted faxes have a time of deletion. */
export type FaxOrder = FaxSort | 'deleted_at';

const FAX_COLUMNS = [
  'fax_id',
  'fax_path',
  'fax_pages',
  'fax_size',
  'fax_date',
  'fax_from',
  'sender',
  'from_company',
  'to_person',
  'is_new',
  'is_inbox',
  'action',
  'status',
  'deleted_at',
] as const;
type FaxColumn = (typeof FAX_COLUMNS)[number];
type FaxFilter = 'fax_id' | 'archive' | 'deleted' | 'outbox' | 'action' | 'is_new' | 'is_inbox' | 'status';

/** The options of the message list (spec http-api 3.1). */
export const FAX_TABLE: TableSpec<FaxColumn, FaxOrder, FaxFilter> = {
  columns: FAX_COLUMNS,
  sortable: [...FAX_SORTS, 'deleted_at'],
  searchable: ['from_company', 'fax_from', 'fax_date', 'to_person'],
  filters: ['fax_id', 'archive', 'deleted', 'outbox', 'action', 'is_new', 'is_inbox', 'status'],
  defaultSort: { by: 'fax_date', dir: 'desc' },
};

/** Column filters that select a folder, as the wire defines them (spec http-api 3.1). */
export const FOLDER_FILTERS: Readonly<Record<ListFolder, Partial<Record<FaxFilter, string>>>> = {
  Inbox: { archive: '0', deleted: '0', action: 'R' },
  Sent: { archive: '0', deleted: '0', action: 'S' },
  Archive: { archive: '1', deleted: '0' },
  Outbox: { outbox: '1' },
  Deleted: { deleted: '1' },
};

/** Another fax of the same account. */
const linkedFax = z.object({ fax_id: idOut, fax_date: timeOut });

/** Degrees clockwise. */
const quarterTurns = z.union([z.literal(0), z.literal(90), z.literal(180), z.literal(270)]);

/** A fax in the list. fax_from, sender and from_company describe the other party in both directions. */
export const faxRow = z.object({
  fax_id: idOut,
  fax_path: z.string(),
  fax_pages: z.number(),
  fax_size: z.number(),
  fax_date: timeOut,
  fax_from: z.string(),
  sender: z.string(),
  from_company: z.string(),
  to_person: z.string(),
  is_new: flagOut,
  is_inbox: z.union([z.literal(0), z.literal(1)]),
  action: z.enum(['R', 'S']),
  status: faxStatus,
  rotation: quarterTurns,
  /**
   * Set if single pages are rotated differently from the fax: additional rotation of page 1, 2, …, on top of
   * `rotation`.
   */
  page_turns: z.array(quarterTurns).optional(),
  contact_info: z.object({ cid: idOut, to_person: z.string(), company: z.string() }).nullable(),
  /** Set if the fax was sent by email. */
  origin: z.literal('email').optional(),
  /** Set if a program sent it with a test key: no telephone line was used. */
  test: z.literal(true).optional(),
  /** Set if pages of a received fax are damaged: only some or none can be shown; the original can be downloaded. */
  readable: z.enum(['PARTLY', 'NONE']).optional(),
  /** Set on a received fax that was cut off: the complete fax that the same sender sent within the next 24 hours. */
  whole_fax: linkedFax.optional(),
  /** Set on a complete received fax: the earlier one of the same sender that was cut off. */
  cut_off_fax: linkedFax.optional(),
  /** Set if a received fax was split at separator pages: the whole fax, or one of its parts (spec http-api 12.51). */
  split: z.enum(['whole', 'part']).optional(),
  /** Set on deleted faxes: when the fax was deleted, when it is erased, and the folder that it is restored to. */
  deleted_at: timeOut.optional(),
  erased_at: timeOut.optional(),
  deleted_from: z.enum(['Inbox', 'Sent', 'Archive']).optional(),
  /** Set on received faxes that people work on, or that arrived after people began to work on the account. */
  work: faxWork.optional(),
  ...failure,
});
export type FaxRow = z.output<typeof faxRow>;

/** Lists the faxes of a folder, sorted, searched and paged by the table query (spec http-api 3, 3.1). */
export const faxArchiveList = defineCall({
  method: 'GET',
  path: '/api/{n}db/f2e/SSPFaxArchive.json',
  access: 'user',
  right: 'sent',
  summary: 'Faxes of a folder',
  query: z.record(z.string(), z.union([z.string(), z.array(z.string())])),
  reply: z.object({
    draw: z.number(),
    recordsTotal: z.number(),
    recordsFiltered: z.number(),
    data: z.array(faxRow),
  }),
});

export const FAX_ACTIONS = ['delete', 'undelete', 'to_archive', 'from_archive', 'view', 'new'] as const;
export type FaxAction = (typeof FAX_ACTIONS)[number];

const faxIds = z.union([idIn.transform((id) => [id]), z.array(idIn).min(1).max(MAX_ACTION_FAXES)]);

/**
 * Deletes, restores, archives or marks faxes (spec http-api 4.1). Repeating an action is harmless; ids of other
 * accounts are skipped. `changed` lists the faxes whose state changed: the inverse action on them undoes this one.
 */
export const faxArchiveAction = defineCall({
  method: 'PUT',
  path: '/api/{n}db/f2e/FaxArchive.json',
  access: 'user',
  right: 'work',
  summary: 'Act on faxes',
  body: z
    .object({ action: z.enum(FAX_ACTIONS), fid: faxIds.optional(), fids: faxIds.optional() })
    .refine((body) => body.fid ?? body.fids, { message: 'REQUIRED', path: ['fid'] })
    .transform(({ action, fid, fids }) => ({ action, ids: [...new Set(fid ?? fids ?? [])] })),
  reply: successWith(z.object({ affected: z.number(), changed: z.array(idOut) })),
});

export const rotateErrors = { ROTATE_RECEIVED_ONLY: 412 } as const;

/**
 * Rotates the view of a received fax, or of one of its pages, by 90 degrees and stores the rotation (spec http-api
 * 4.2).
 */
export const faxRotate = defineCall({
  method: 'POST',
  path: '/api/faxui/faxRotate',
  access: 'user',
  right: 'work',
  summary: 'Rotate a received fax',
  body: z.object({
    fid: idIn,
    inbox: z.union([z.literal(0), z.literal(1), z.literal('0'), z.literal('1')]).transform(Number),
    direction: z.enum(['left', 'right']).default('right'),
    /** Omitted: all pages. */
    page: z.number().int().min(1).max(9999).optional(),
  }),
  reply: successWith(faxRow.pick({ rotation: true, page_turns: true })),
  errors: rotateErrors,
});

/**
 * `{faxpath}/prev{n}.gif`, `/thumb{n}.gif`, `/fax.{ext}` or `/original.tiff` (a damaged received fax in its original
 * form): an opaque key, never a path (spec http-api 4.3).
 */
export const FAX_FILE =
  /^(?<key>[A-Za-z0-9_-]{16,64})\/(?:(?<image>prev|thumb)(?<page>[1-9][0-9]{0,3})\.gif|fax\.(?<ext>pdf|tiff|tif)|(?<original>original)\.tiff)$/;

/** Returns a page image, or the fax as PDF or TIFF (spec http-api 4.3). Any other name is 404. */
export const getFaxFile = defineCall({
  method: 'GET',
  path: '/api/faxui/getFaxFile',
  access: 'user',
  right: 'sent',
  summary: 'A page image or the whole fax',
  query: z.object({ file: z.string().max(200).catch('') }),
  replyKind: 'file',
  reply: z.unknown(),
});

const archiveQuery = z.object({
  ext: z.enum(['pdf', 'tiff', 'tif']),
  ids: z
    .array(idIn)
    .min(1)
    .transform((ids) => [...new Set(ids)])
    .refine((ids) => ids.length <= MAX_ARCHIVE_FAXES, 'TOO_MANY'),
});

/** Returns several faxes as one zip (spec http-api 4.4); repeated ids count once. */
export const getFaxesArchive = defineCall({
  method: 'GET',
  path: '/api/faxui/getFaxesArchive',
  takesLong: true,
  access: 'user',
  right: 'sent',
  summary: 'Several faxes as a zip',
  query: z.preprocess((raw) => {
    const query = raw as Record<string, string | string[] | undefined>;
    return { ext: query['ext'], ids: [query['fids[]'] ?? query['fids'] ?? []].flat() };
  }, archiveQuery),
  replyKind: 'file',
  reply: z.unknown(),
});

/** Counts the pages in the stored documents and repairs the rows (spec http-api 4.5); returns 0 for unknown ones. */
export const getTruePageCount = defineCall({
  method: 'POST',
  path: '/api/faxui/getTruePageCount',
  access: 'user',
  right: 'work',
  summary: 'True page counts',
  anyText: true,
  body: z.object({ filepath: z.array(z.string().max(200)).max(100) }),
  reply: z.object({ data: z.object({ count: z.array(z.number()) }) }),
});

/** Marks a fax of unknown outcome as sent, on a person's word; its confirmed pages are counted (spec http-api 12.4). */
export const markSent = defineCall({
  method: 'POST',
  path: '/api/faxui/markSent',
  access: 'user',
  right: 'send',
  summary: 'Mark an uncertain fax as sent',
  body: z.object({ fid: idIn }),
  reply: success,
});
