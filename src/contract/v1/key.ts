import { z } from 'zod';

import { defineApiCall, timestamp } from './define.ts';
import { SCOPES } from './scopes.ts';

/** Returns the owner and the rights of the key: the first call of a new program. */
export const thisKey = defineApiCall({
  method: 'GET',
  path: '/v1/key',
  access: 'key',
  scope: null,
  about: 'key',
  summary: 'The key that makes this call',
  reply: z.object({
    object: z.literal('key'),
    id: z.string(),
    name: z.string(),
    mode: z.enum(['live', 'test']),
    owner: z.enum(['account', 'administrator', 'operator']),
    scopes: z.array(z.enum(SCOPES)),
    expires_at: timestamp.nullable(),
  }),
});
