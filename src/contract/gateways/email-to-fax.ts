import { z } from 'zod';
import { defineCall } from '#contract/kit/call.ts';

/** Keys in links have 43 characters. */
const KEY_MAX = 128;

/** Returns how an account sends faxes by email: whose mails are accepted, and where to send them (spec http-api 11). */
export const sendByEmail = defineCall({
  method: 'GET',
  path: '/api/faxui/sendByEmail',
  access: 'user',
  right: 'read',
  summary: 'How to send by e-mail',
  reply: z.object({
    /** False for accounts that may not (HIPAA), and if the installation accepts no mail. */
    allowed: z.boolean(),
    /** Follows the number in an address: 2125550123@fax.example.com. */
    domain: z.string(),
    /** The address with the account's own number, to try it out. */
    address: z.string(),
    /** For senders of several accounts: `{number}.2125550101@…` selects the sending account. */
    from: z.string(),
    /** Addresses that may send, the owner's first. */
    senders: z.array(z.string()),
    /** Domains whose addresses may all send. */
    domains: z.array(z.string()),
  }),
});

/** Outcomes of a request to cancel faxes sent by email. */
export const CANCEL_OUTCOMES = ['cancelled', 'partly', 'late', 'used', 'invalid'] as const;

/**
 * Follows the link of a confirmation mail: cancels the faxes still in the queue (spec http-api 12.12). It works once.
 */
export const cancelMailedFax = defineCall({
  method: 'POST',
  path: '/api/faxui/cancelMailedFax',
  access: 'guest',
  summary: 'Cancel faxes sent by e-mail',
  body: z.object({ key: z.string().max(KEY_MAX) }),
  reply: z.object({ outcome: z.enum(CANCEL_OUTCOMES), cancelled: z.number() }),
});
