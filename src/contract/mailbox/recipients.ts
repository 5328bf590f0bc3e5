import { z } from 'zod';
import { defineCall } from '#contract/kit/call.ts';
import { MAX_DESTINATIONS } from '#contract/kit/fax-number.ts';
import { idOut, text } from '#contract/kit/wire.ts';

/**
 * Maximum number of suggestions, including groups: few enough to read at a glance and to fit above a phone's keyboard.
 */
export const MAX_RECIPIENTS = 6;

/** Number of places reserved for groups even if contacts could fill them. */
export const GROUP_PLACES = 2;

/** Maximum length of a search: more than any name or number of a contact. */
export const RECIPIENT_SEARCH = 100;

/** Maximum number of members without a usable number that are named; the others are only counted. */
export const MAX_NAMED_MISSING = 5;

const recipient = z.object({
  /** Digits of a number that compose accepts. */
  faxnum: z.string(),
  to_person: z.string(),
  company: z.string(),
  /** False for a number of recent faxes that has no contact. Its names come from the account's own cover pages. */
  contact: z.boolean(),
});
/** A number that a fax can go to, with its known names. */
export type Recipient = z.output<typeof recipient>;

/** A contact group with the recipients that it stands for. */
export const groupRecipients = z.object({
  id: idOut,
  name: z.string(),
  /** Number of members that a fax can go to. */
  total: z.number(),
  /** Those members by name: all, or one more than a fax can have. */
  members: z.array(recipient).max(MAX_DESTINATIONS + 1),
  /** Number of members without a usable number, and the names of the first ones. */
  missing: z.number(),
  missingNames: z.array(z.string()).max(MAX_NAMED_MISSING),
});
export type GroupRecipients = z.output<typeof groupRecipients>;

/**
 * Suggests recipients and groups by the beginnings of words in their names, and recipients also by number (spec
 * http-api 12.23).
 */
export const recipients = defineCall({
  method: 'GET',
  path: '/api/faxui/recipients',
  access: 'user',
  right: 'sent',
  summary: 'Suggested recipients',
  query: z.object({ search: text(RECIPIENT_SEARCH) }),
  reply: z.object({
    data: z.array(recipient).max(MAX_RECIPIENTS),
    groups: z.array(groupRecipients).max(MAX_RECIPIENTS),
  }),
});
export type SuggestedRecipients = z.output<typeof recipients.reply>;
