import { z } from 'zod';

import { writtenEntry } from '#contract/mailbox/blocked-numbers.ts';

import { mailboxErrors } from './contacts.ts';
import { defineApiCall, deleted, idIn, listOf } from './define.ts';
import { repeatErrors } from './problems.ts';

const common = { access: 'key', about: 'account' } as const;
const write = {
  ...common,
  scope: 'contacts:write',
  errors: { ...mailboxErrors, NUMBER_EXISTS: 409, BLOCKED_LIMIT: 409 },
} as const;

const blocked = z.object({
  object: z.literal('blocked_number'),
  id: z.string(),
  caller: z.string().describe('A number (E.164), or the text that the calling machine gives itself.'),
});

export const listBlockedNumbers = defineApiCall({
  ...common,
  scope: 'contacts:read',
  errors: mailboxErrors,
  method: 'GET',
  path: '/v1/blocked-numbers',
  summary: 'Callers that no faxes are taken from, all at once',
  query: z.strictObject({}),
  reply: listOf(blocked),
});

export const addBlockedNumber = defineApiCall({
  ...write,
  method: 'POST',
  path: '/v1/blocked-numbers',
  idempotent: 'answer',
  errors: { ...write.errors, ...repeatErrors },
  summary: 'Block a caller',
  description:
    'A number (the last ten digits count, so each is there once), the text of a machine, or `anonymous` for callers who hide their number. At most 1,000.',
  body: z.strictObject({
    caller: writtenEntry,
  }),
  reply: blocked,
  status: 201,
});

export const removeBlockedNumber = defineApiCall({
  ...write,
  method: 'DELETE',
  path: '/v1/blocked-numbers/:id',
  summary: 'Unblock a caller',
  params: z.object({ id: idIn('blk') }),
  reply: deleted('blocked_number'),
});
