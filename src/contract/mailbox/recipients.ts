import { z } from 'zod';
import { defineCall } from '#contract/kit/call.ts';
import { MAX_DESTINATIONS } from '#contract/kit/fax-number.ts';
import { idOut, text } from '#contract/kit/wire.ts';

/** At most this many suggestions, groups included: few enough to read at a glance, and to fit above a phone's keyboard. */
export const MAX_RECIPIENTS = 6;

/** Groups have this many places even when contacts could fill them. */
export const GROUP_PLACES = 2;

/** Characters of a search: more than any name or number that a contact can have. */
export const RECIPIENT_SEARCH = 100;

/** Members without a usable number that are named; the others are counted. */
export const MAX_NAMED_MISSING = 5;

const recipient = z.object({
  /** Digits; a number that compose takes. */
  faxnum: z.string(),
  to_person: z.string(),
  company: z.string(),
  /** False: a number of recent faxes that is nobody's contact. Its names are those of the account's own cover pages. */
  contact: z.boolean(),
});
/** A number that a fax can go to, with the names that are known of it. */
export type Recipient = z.output<typeof recipient>;

/** A contact group as the recipients that it stands for. */
export const groupRecipients = z.object({
  id: idOut,
  name: z.string(),
  /** Members that a fax can go to. */
  total: z.number(),
  /** Those members by name: all of them, or one more than a fax can have. */
  members: z.array(recipient).max(MAX_DESTINATIONS + 1),
  /** Members without a usable number, and the names of the first of them. */
  missing: z.number(),
  missingNames: z.array(z.string()).max(MAX_NAMED_MISSING),
});
export type GroupRecipients = z.output<typeof groupRecipients>;

/** Suggests recipients and groups by the beginnings of words of their names, and recipients by their numbers (spec http-api 12.23). */
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
