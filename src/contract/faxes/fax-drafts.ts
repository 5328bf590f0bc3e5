import { z } from 'zod';
import { PHOTOS } from './compose.ts';
import { MAX_PLAN_PAGES, ROTATIONS } from './page-plan.ts';
import { defineCall } from '#contract/kit/call.ts';
import { success, successWith } from '#contract/kit/errors.ts';
import { timeOut } from '#contract/kit/wire.ts';

/** Maximum number of drafts in an account: a list that loads quickly and is easy to survey. */
export const MAX_FAX_DRAFTS = 200;

/** Days after which an unchanged draft is erased with its files. */
export const FAX_DRAFT_DAYS = 90;

/** Hours in which a discarded draft can be restored; longer than any Undo button is shown. */
export const DISCARDED_HOURS = 1;

/** How often, in milliseconds, a page that edits a draft reports that it is still open. */
export const HOLD_MS = 15_000;

/** A random id chosen by the browser: of a draft, of itself, or of one of its pages. */
const name = z.string().regex(/^[A-Za-z0-9_-]{16,64}$/, 'ID_INVALID');

/** Texts are stored as typed, finished or not; they are validated when the fax is sent. */
const line = z.string().max(200, 'TOO_LONG');
const comments = z.string().max(5_000, 'TOO_LONG');

const page = z.object({
  page: z.number().int().min(1).max(MAX_PLAN_PAGES),
  rotation: z.union(ROTATIONS.map((one) => z.literal(one))),
  out: z.boolean(),
});

const content = z.object({
  numbers: z.array(z.string().max(30)).max(20),
  typing: z.string().max(1_000),
  cover: z.object({
    use: z.boolean(),
    name: line,
    company: line,
    phone: line,
    location: line,
    subject: line,
    comments,
    fromName: line,
    fromCompany: line,
    fromPhone: line,
    fromLocation: line,
    templateId: line,
  }),
  /** The name and company on the cover page if its only recipient is a known contact. */
  named: z.object({ name: line, company: line }),
  photos: z.enum(PHOTOS),
  /** When the fax is to be sent, as local time in the zone; null to send it immediately. */
  later: z.object({ sendAt: z.string().max(30), zone: z.string().max(60), anyHour: z.boolean() }).nullable(),
  coverless: z.boolean(),
  /** The fax's files in order, by their ids of 12.2; `strip` lists the pages unless all are sent unchanged. */
  files: z
    .array(
      z.object({
        key: name,
        name: z.string().max(300),
        size: z.number().int().min(0),
        strip: z.array(page).max(MAX_PLAN_PAGES).optional(),
      }),
    )
    .max(100),
});
/** The whole content of a draft. */
export type FaxDraftContent = z.output<typeof content>;

const summary = z.object({
  id: z.string(),
  /** The recipients, with the names of known contacts. */
  to: z.array(z.object({ number: z.string(), name: z.string() })),
  /** Text in To that is not yet a number. */
  typing: z.string(),
  /** The subject on the cover page; empty without one. */
  subject: z.string(),
  files: z.number(),
  /** The name of the first file; empty if there is none. */
  firstFile: z.string(),
  /** Number of files that could not be converted. */
  failed: z.number(),
  /** Number of pages known so far, including the cover page. */
  pages: z.number(),
  /** The first page, for `getDraftFile`; empty if none is known. */
  picture: z.string(),
  savedAt: timeOut,
  /** Whether this browser was the last to save it. */
  here: z.boolean(),
  /** Whether a page has it open, as far as known. */
  open: z.boolean(),
  /** The name of the browser that saved it last. */
  browser: z.string(),
});
/** A draft in the list. */
export type FaxDraft = z.output<typeof summary>;

/**
 * Why saving or sending a draft is refused: another page has taken it over (`DRAFT_ELSEWHERE`), it was sent or
 * discarded (`DRAFT_GONE`), or the account has too many (`FAX_DRAFTS_FULL`).
 */
export const faxDraftErrors = { DRAFT_ELSEWHERE: 409, DRAFT_GONE: 409, FAX_DRAFTS_FULL: 412 } as const;

/** The browser and the page in it that edit the draft. */
const writer = { device: name, page: name };
const version = z.number().int().min(0);
const saved = successWith(z.object({ version: z.number() }));

/** Lists the account's drafts, last saved first (spec http-api 12.32). */
export const listFaxDrafts = defineCall({
  method: 'GET',
  path: '/api/faxui/faxDrafts',
  access: 'user',
  right: 'send',
  summary: 'Faxes that are being written',
  query: z.object({ device: name }),
  reply: z.object({ data: z.array(summary).max(MAX_FAX_DRAFTS) }),
});

/**
 * Saves a draft while it is being written. `version` must be that of the previous save, 0 for the first one; any other
 * is refused, so that no page overwrites another's changes. Repeating the same save has no further effect.
 */
export const saveFaxDraft = defineCall({
  method: 'PUT',
  path: '/api/faxui/faxDrafts',
  access: 'user',
  right: 'send',
  summary: 'Save a fax that is being written',
  body: z.object({ id: name, version, ...writer, content }),
  reply: saved,
  errors: faxDraftErrors,
});

/** Continues a draft on this page; the page that had it open can no longer save it. */
export const openFaxDraft = defineCall({
  method: 'POST',
  path: '/api/faxui/openFaxDraft',
  access: 'user',
  right: 'send',
  summary: 'Continue a fax that is being written',
  body: z.object({ id: name, ...writer }),
  reply: successWith(z.object({ version: z.number(), content })),
  errors: faxDraftErrors,
});

/**
 * Reports that a page still has the draft open, or has closed it. Refused like a save, which tells the page that
 * another one took over.
 */
export const holdFaxDraft = defineCall({
  method: 'POST',
  path: '/api/faxui/holdFaxDraft',
  access: 'user',
  right: 'send',
  summary: 'Say whether a fax that is being written is open',
  background: true,
  // Pages of earlier releases do not send their id.
  body: z.object({ id: name, version, page: name.optional(), open: z.boolean() }),
  reply: success,
  errors: faxDraftErrors,
});

/** Discards a draft; discarding one that no longer exists is not an error. */
export const discardFaxDraft = defineCall({
  method: 'DELETE',
  path: '/api/faxui/faxDrafts',
  access: 'user',
  right: 'send',
  summary: 'Discard a fax that is being written',
  body: z.object({ id: name }),
  reply: success,
});

/**
 * Creates a second draft with the same content and its own files; `copy` is its id. Repeating the request creates no
 * third one.
 */
export const duplicateFaxDraft = defineCall({
  method: 'POST',
  path: '/api/faxui/duplicateFaxDraft',
  access: 'user',
  right: 'send',
  summary: 'Duplicate a fax that is being written',
  body: z.object({ id: name, copy: name }),
  reply: success,
  errors: faxDraftErrors,
});

/** Restores a discarded draft within an hour. */
export const restoreFaxDraft = defineCall({
  method: 'POST',
  path: '/api/faxui/restoreFaxDraft',
  access: 'user',
  right: 'send',
  summary: 'Restore a discarded fax',
  body: z.object({ id: name }),
  reply: success,
  errors: faxDraftErrors,
});
