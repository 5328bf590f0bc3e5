import { z } from 'zod';
import { defineCall } from '#contract/kit/call.ts';

/** Keys of links have 43 characters. */
const KEY_MAX = 128;

/** How an account sends faxes by e-mail: whose mails are taken, and where they go (spec http-api 11). */
export const sendByEmail = defineCall({
  method: 'GET',
  path: '/api/faxui/sendByEmail',
  access: 'user',
  right: 'read',
  summary: 'How to send by e-mail',
  reply: z.object({
    /** False for accounts that must not (HIPAA), and where mail is not taken. */
    allowed: z.boolean(),
    /** Written behind the number: 2125550123@fax.example.com. */
    domain: z.string(),
    /** The account's own number: the address to try it with. */
    address: z.string(),
    /** For senders of several accounts: `{number}.2125550101@…` names the account that sends. */
    from: z.string(),
    /** Addresses that may send, the owner's first. */
    senders: z.array(z.string()),
    /** Every address of these domains may send. */
    domains: z.array(z.string()),
  }),
});

/** What became of a request to cancel faxes that were sent by e-mail. */
export const CANCEL_OUTCOMES = ['cancelled', 'partly', 'late', 'used', 'invalid'] as const;

/** Follows the link of a confirmation mail: cancels what is still queued (spec http-api 12.12). It works once. */
export const cancelMailedFax = defineCall({
  method: 'POST',
  path: '/api/faxui/cancelMailedFax',
  access: 'guest',
  summary: 'Cancel faxes sent by e-mail',
  body: z.object({ key: z.string().max(KEY_MAX) }),
  reply: z.object({ outcome: z.enum(CANCEL_OUTCOMES), cancelled: z.number() }),
});
