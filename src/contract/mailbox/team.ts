import { z } from 'zod';
import { defineCall } from '#contract/kit/call.ts';
import { success, successWith } from '#contract/kit/errors.ts';
import { ROLES } from '#contract/kit/roles.ts';
import { idIn, idOut, text, textLine, timeOut } from '#contract/kit/wire.ts';
import { WORK_STATUSES, faxWork } from '#contract/mailbox/fax-work.ts';
import { MAX_ACTION_FAXES } from '#contract/mailbox/inbox.ts';

/** Maximum number of tags of one account, and of one fax, and maximum length of a tag's name. */
export const MAX_TAGS = 50;
export const MAX_TAGS_OF_FAX = 10;
export const TAG_NAME_MAX = 30;
export const TAG_COLORS = ['blue', 'green', 'amber', 'sky', 'red', 'violet', 'gray'] as const;
export type TagColor = (typeof TAG_COLORS)[number];

/** Maximum number of notes of one fax, characters in each, and people mentioned in one. */
export const MAX_NOTES = 200;
export const NOTE_MAX = 4000;
export const MAX_MENTIONS = 20;

/** Counts stop here; beyond it clients show that there are more. */
export const COUNTED = 999;

const color = z.enum(TAG_COLORS);
/** Quotation marks would end the name in a search line. */
const tagName = textLine(TAG_NAME_MAX).pipe(
  z
    .string()
    .min(1, 'REQUIRED')
    .refine((name) => !name.includes('"'), 'NAME_QUOTES'),
);
const day = z.iso.date('DATE_INVALID').refine((value) => /^2\d{3}-/.test(value), 'DATE_INVALID');

const tag = z.object({ id: idOut, name: z.string(), color, faxes: z.number() });
export type Tag = z.output<typeof tag>;

/**
 * Returns the people whom faxes can be assigned to, the tags of the account, and how much is waiting (spec http-api
 * 12.43).
 */
export const team = defineCall({
  method: 'GET',
  path: '/api/faxui/team',
  access: 'user',
  right: 'read',
  background: true,
  summary: 'People, tags and open work of the account',
  reply: z.object({
    /** `open`: number of faxes waiting for the person. */
    people: z.array(z.object({ id: idOut, name: z.string(), role: z.enum(ROLES), open: z.number() })),
    tags: z.array(tag),
    /**
     * Numbers of open faxes: the caller's, unassigned ones, due by today; and of faxes with unread notes that mention
     * the caller.
     */
    counts: z.object({
      mine: z.number(),
      unassigned: z.number(),
      due: z.number(),
      mentions: z.number(),
    }),
  }),
});
export type TeamReply = z.output<typeof team.reply>;

const note = z.object({
  id: idOut,
  author: z.object({ id: idOut.nullable(), name: z.string() }),
  text: z.string(),
  /** The people mentioned in it. */
  mentions: z.array(idOut),
  at: timeOut,
  edited: z.boolean(),
  /** Whether the caller may change it, and whether they may delete it. */
  yours: z.boolean(),
  removable: z.boolean(),
});
export type Note = z.output<typeof note>;

/** Returns the work on one fax, and its notes. With `seen`, notes that mention the caller become read. */
export const readWork = defineCall({
  method: 'GET',
  path: '/api/faxui/faxWork',
  access: 'user',
  right: 'read',
  background: true,
  summary: 'Work and notes of a fax',
  query: z.object({ fid: idIn, seen: z.literal('1').optional() }),
  reply: z.object({ work: faxWork, changedBy: z.string(), notes: z.array(note) }),
});

/** How long somebody who asks for the readers of a fax counts as a reader, in seconds. */
export const READING_SECONDS = 60;

/** Returns the other people who have a fax open now; from now on the caller counts as one of them. */
export const faxReaders = defineCall({
  method: 'GET',
  path: '/api/faxui/faxReaders',
  access: 'user',
  right: 'read',
  background: true,
  summary: 'Who has a fax open',
  query: z.object({ fid: idIn }),
  reply: z.object({ readers: z.array(z.object({ id: idOut, name: z.string() })) }),
});

/** Why a change is refused: somebody else made one first, or there are too many tags or notes. */
export const teamErrors = {
  WORK_CHANGED: 409,
  TAG_LIMIT: 409,
  TAG_NAME_TAKEN: 409,
  NOTE_LIMIT: 409,
  NOT_RECEIVED: 412,
} as const;

const tagIds = z.array(idIn).max(MAX_TAGS_OF_FAX, 'TOO_MANY').default([]);

/**
 * Changes the given fields of one or many faxes. `version` is what the caller saw: faxes that somebody else has changed
 * since stay unchanged and are returned in `stale`; if that is all of them, the response is 409 WORK_CHANGED.
 */
export const putWork = defineCall({
  method: 'PUT',
  path: '/api/faxui/faxWork',
  access: 'user',
  right: 'work',
  summary: 'Assign faxes, set their status, due date and tags',
  body: z.object({
    faxes: z
      .array(z.object({ id: idIn, version: z.number().int().min(0) }))
      .min(1, 'REQUIRED')
      .max(MAX_ACTION_FAXES, 'TOO_MANY'),
    status: z.enum(WORK_STATUSES).optional(),
    /** A person of the account; null: nobody. */
    assignee: idIn.nullable().optional(),
    due: day.nullable().optional(),
    addTags: tagIds,
    removeTags: tagIds,
  }),
  reply: successWith(
    z.object({
      changed: z.array(z.object({ id: idOut, work: faxWork })),
      stale: z.array(z.object({ id: idOut, by: z.string() })),
    }),
  ),
  errors: {
    WORK_CHANGED: teamErrors.WORK_CHANGED,
    TAG_LIMIT: teamErrors.TAG_LIMIT,
    NOT_RECEIVED: teamErrors.NOT_RECEIVED,
  },
});

const noteFields = {
  text: text(NOTE_MAX).pipe(z.string().min(1, 'REQUIRED')),
  /** The people of the account mentioned in the text. */
  mentions: z.array(idIn).max(MAX_MENTIONS, 'TOO_MANY').default([]),
};

/** Adds a note to a received fax. */
export const addNote = defineCall({
  method: 'POST',
  path: '/api/faxui/faxNotes',
  access: 'user',
  right: 'work',
  summary: 'Add a note to a fax',
  body: z.object({ fid: idIn, ...noteFields }),
  reply: successWith(z.object({ id: idOut })),
  errors: { NOTE_LIMIT: teamErrors.NOTE_LIMIT, NOT_RECEIVED: teamErrors.NOT_RECEIVED },
});

/** Changes the caller's own note. */
export const editNote = defineCall({
  method: 'PUT',
  path: '/api/faxui/faxNotes',
  access: 'user',
  right: 'work',
  summary: 'Change a note',
  body: z.object({ id: idIn, ...noteFields }),
  reply: success,
});

/** Deletes the caller's own note; an owner may delete any. */
export const deleteNote = defineCall({
  method: 'DELETE',
  path: '/api/faxui/faxNotes',
  access: 'user',
  right: 'work',
  summary: 'Delete a note',
  body: z.object({ id: idIn }),
  reply: success,
});

const tagFields = { name: tagName, color };

/** Adds a tag to the account. */
export const addTag = defineCall({
  method: 'POST',
  path: '/api/faxui/tags',
  access: 'user',
  right: 'work',
  summary: 'Add a tag',
  body: z.object(tagFields),
  reply: successWith(z.object({ id: idOut })),
  errors: { TAG_LIMIT: teamErrors.TAG_LIMIT, TAG_NAME_TAKEN: teamErrors.TAG_NAME_TAKEN },
});

/** Renames a tag or changes its color. */
export const editTag = defineCall({
  method: 'PUT',
  path: '/api/faxui/tags',
  access: 'user',
  right: 'work',
  summary: 'Change a tag',
  body: z.object({ id: idIn, ...tagFields }),
  reply: success,
  errors: { TAG_NAME_TAKEN: teamErrors.TAG_NAME_TAKEN },
});

/** Deletes a tag and removes it from all faxes. */
export const deleteTag = defineCall({
  method: 'DELETE',
  path: '/api/faxui/tags',
  access: 'user',
  right: 'work',
  summary: 'Delete a tag',
  body: z.object({ id: idIn }),
  takesLong: true,
  reply: success,
});
