import { z } from 'zod';

import { defineCall } from '#contract/kit/call.ts';
import { idIn } from '#contract/kit/wire.ts';
import { MAX_PAGES } from '#contract/mailbox/search-words.ts';

/**
 * How long rules, mails and copies wait for the recognized words of a fax, in minutes; then they proceed without them.
 */
export const WORDS_WAIT_MINUTES = 10;

/** Number of pages whose text one call returns. */
export const TEXT_PAGES = 10;

/** A line in reading order; for each word four numbers: left, top, width and height in dots of the page. */
const line = z.object({ words: z.array(z.string()), boxes: z.array(z.number()) });

/** The text of a page, by lines in reading order. */
const pageText = z.object({
  /** From 1. */
  page: z.number(),
  /** Size of the page in dots, before any rotation by people. */
  width: z.number(),
  height: z.number(),
  /** Clockwise rotation in degrees that makes the page's text upright. */
  turn: z.union([z.literal(0), z.literal(90), z.literal(180), z.literal(270)]),
  lines: z.array(line),
  /** Texts of barcodes; the box is left, top, width and height. Their words are also among the lines. */
  barcodes: z.array(z.object({ format: z.string(), text: z.string(), box: z.array(z.number()) })),
});
export type PageTextOnWire = z.output<typeof pageText>;

/** Whether the text of a fax has been recognized: `waiting` until all pages are done, `none` if recognition is off. */
const textState = z.enum(['done', 'waiting', 'none']);

/** Returns the text recognized on pages of a fax (spec http-api 12.45). */
export const faxText = defineCall({
  method: 'GET',
  path: '/api/faxui/faxText',
  access: 'user',
  right: 'sent',
  summary: 'Recognized text of a fax',
  query: z.object({
    fid: idIn,
    /** The first page, from 1; up to ten pages from there are returned. */
    from: z.coerce.number().int().min(1).max(MAX_PAGES).default(1),
  }),
  reply: z.object({ state: textState, pages: z.array(pageText) }),
});
