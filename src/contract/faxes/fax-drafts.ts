import { z } from 'zod';
import { PHOTOS } from './compose.ts';
import { MAX_PLAN_PAGES, ROTATIONS } from './page-plan.ts';
import { defineCall } from '#contract/kit/call.ts';
import { success, successWith } from '#contract/kit/errors.ts';
import { timeOut } from '#contract/kit/wire.ts';

/** Faxes that an account may be writing at a time; a list of them is seen at a glance and answered at once. */
export const MAX_FAX_DRAFTS = 200;

/** A draft that was not changed for so long is erased with its files. */
export const FAX_DRAFT_DAYS = 90;

/** A discarded draft can be restored for so long, which is longer than any offer to undo stands. */
export const DISCARDED_HOURS = 1;

/** A page that writes a draft says this often, in milliseconds, that it is still open. */
export const HOLD_MS = 15_000;

/** A random name that the browser chooses: of a draft, of itself, of a page in it. */
const name = z.string().regex(/^[A-Za-z0-9_-]{16,64}$/, 'ID_INVALID');

/** Texts are kept as they are typed, finished or not; what may be sent is asked when the fax is. */
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
  /** What the cover page says because the one recipient is a known contact. */
  named: z.object({ name: line, company: line }),
  photos: z.enum(PHOTOS),
  /** When it is to be sent, by clocks in the zone; null for at once. */
  later: z.object({ sendAt: z.string().max(30), zone: z.string().max(60), anyHour: z.boolean() }).nullable(),
  coverless: z.boolean(),
  /** Its files in order, by the ids of 12.2, each with the state of its pages where not all are sent as they are. */
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
/** Everything that is written of a fax. */
export type FaxDraftContent = z.output<typeof content>;

const summary = z.object({
  id: z.string(),
  /** Its recipients, with the names of those that are contacts. */
  to: z.array(z.object({ number: z.string(), name: z.string() })),
  /** Text in To that is no number yet. */
  typing: z.string(),
  /** Of the cover page; empty where there is none. */
  subject: z.string(),
  files: z.number(),
  /** The name of the first file; empty where there is none. */
  firstFile: z.string(),
  /** Files that can't become pages. */
  failed: z.number(),
  /** Pages that are known by now, the cover page included. */
  pages: z.number(),
  /** The first page for `getDraftFile`; empty where none is known. */
  picture: z.string(),
  savedAt: timeOut,
  /** Whether this browser saved it last. */
  here: z.boolean(),
  /** Whether a page has it open, as far as is known. */
  open: z.boolean(),
  /** What the browser that saved it last calls itself. */
  browser: z.string(),
});
/** A draft in the list. */
export type FaxDraft = z.output<typeof summary>;

/**
 * Why a draft is not saved or sent: another page has continued it (`DRAFT_ELSEWHERE`), it was sent or discarded
 * (`DRAFT_GONE`), or the account has too many (`FAX_DRAFTS_FULL`).
 */
export const faxDraftErrors = { DRAFT_ELSEWHERE: 409, DRAFT_GONE: 409, FAX_DRAFTS_FULL: 412 } as const;

/** Who writes: the browser and the page in it. */
const writer = { device: name, page: name };
const version = z.number().int().min(0);
const saved = successWith(z.object({ version: z.number() }));

/** The account's drafts, the one saved last first (spec http-api 12.32). */
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
 * Saves a draft as it is written. `version` is that of the save before, 0 for the first one; anything else is refused,
 * so that no page overwrites what another has written. The same save again is no other one.
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

/** Continues a draft on this page; the page that had it can't save it any more. */
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

/** Says that a page still has the draft open, or has no longer; refused as a save would be, which tells it who continued. */
export const holdFaxDraft = defineCall({
  method: 'POST',
  path: '/api/faxui/holdFaxDraft',
  access: 'user',
  right: 'send',
  summary: 'Say whether a fax that is being written is open',
  background: true,
  // Pages of earlier releases do not say who they are.
  body: z.object({ id: name, version, page: name.optional(), open: z.boolean() }),
  reply: success,
  errors: faxDraftErrors,
});

/** Discards a draft; one that is gone already is no error. */
export const discardFaxDraft = defineCall({
  method: 'DELETE',
  path: '/api/faxui/faxDrafts',
  access: 'user',
  right: 'send',
  summary: 'Discard a fax that is being written',
  body: z.object({ id: name }),
  reply: success,
});

/** Makes a second draft with the same content, and files of its own; `copy` is its id. The same request again makes no third one. */
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

/** Takes a discarding back, within an hour. */
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
