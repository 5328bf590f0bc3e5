import { z } from 'zod';
import { defineCall } from '#contract/kit/call.ts';
import { text } from '#contract/kit/wire.ts';

/** At most this many suggestions: what a person takes in at a glance, and what fits above a phone's keyboard. */
export const MAX_RECIPIENTS = 8;

/** Characters of a search: more than any name or number that a contact can have. */
export const RECIPIENT_SEARCH = 100;

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

/** Suggests recipients by the beginnings of words of their names and of their numbers (spec http-api 12.23). */
export const recipients = defineCall({
  method: 'GET',
  path: '/api/faxui/recipients',
  access: 'user',
  summary: 'Suggested recipients',
  query: z.object({ search: text(RECIPIENT_SEARCH) }),
  reply: z.object({ data: z.array(recipient).max(MAX_RECIPIENTS) }),
});
