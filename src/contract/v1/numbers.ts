import { z } from 'zod';

import { defineApiCall, idIn, listOf, pageQuery } from './define.ts';

/** Lists the fax numbers of the account, of an administrator's accounts, or of all. */
export const listNumbers = defineApiCall({
  method: 'GET',
  path: '/v1/numbers',
  access: 'key',
  scope: 'numbers:read',
  about: 'accounts',
  summary: 'Fax numbers',
  description:
    'Of the account; of all its accounts for an administrator’s key; of all accounts for an operator’s. In the order of the accounts.',
  query: z.strictObject({
    account: idIn('acc').optional().describe('Only of this account.'),
    ...pageQuery,
  }),
  reply: listOf(
    z.object({
      object: z.literal('number'),
      id: z.string(),
      number: z.string().describe('E.164.'),
      account: z.string(),
      kind: z.enum(['local', 'tollfree', 'ported']),
      status: z
        .enum(['active', 'pending', 'suspended', 'porting'])
        .describe('`porting`: it is being moved here from another carrier. Otherwise that of the account.'),
    }),
  ),
});
