import { z } from 'zod';

import { defineApiCall } from './define.ts';

/** Returns whether the service works, without details about its machines. */
export const apiHealth = defineApiCall({
  method: 'GET',
  path: '/v1/health',
  access: 'key',
  scope: null,
  about: 'key',
  summary: 'Whether the service works',
  description:
    'Answers 200 in either case. `degraded`: faxes are accepted and wait where something is not `ok`.',
  reply: z.object({
    object: z.literal('health'),
    status: z.enum(['ok', 'degraded']),
    sending: z.enum(['ok', 'waiting']).describe('`waiting`: no line takes calls now.'),
    conversion: z.enum(['ok', 'limited']).describe('`limited`: some types of files are not converted now.'),
    storage: z.enum(['ok', 'degraded']).describe('Database, documents and queue.'),
  }),
});
