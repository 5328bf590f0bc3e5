import { z } from 'zod';

import { defineCall } from '#contract/kit/call.ts';
import { success } from '#contract/kit/errors.ts';
import { idOut, timeOut } from '#contract/kit/wire.ts';
import { operatorErrors } from '#contract/identity/operators.admin.ts';

/** Lists everybody's keys, last used first. */
export const operatorApiKeys = defineCall({
  method: 'GET',
  path: '/operator/api/api-keys',
  access: 'operator',
  summary: 'Console: API keys',
  query: z.object({ search: z.string().max(100).default('') }),
  reply: z.object({
    rows: z.array(
      z.object({
        id: z.string(),
        kind: z.enum(['account', 'administrator', 'operator']),
        /** Fax number or user name; empty for the operators' own keys. */
        holder: z.string(),
        /** Id of the account or administrator. */
        uid: idOut.nullable(),
        name: z.string(),
        mode: z.enum(['live', 'test']),
        scopes: z.array(z.string()),
        expiresAt: timeOut.nullable(),
        expired: z.boolean(),
        lastUsedAt: timeOut.nullable(),
        lastAddress: z.string(),
        /** Number of calls today (UTC), and how many of them a limit refused. */
        callsToday: z.number(),
        refusedToday: z.number(),
      }),
    ),
  }),
});
export type ConsoleApiKey = z.output<typeof operatorApiKeys.reply>['rows'][number];

/** Permanently deletes a key; its owner is notified. */
export const operatorApiKeyRemove = defineCall({
  method: 'DELETE',
  path: '/operator/api/api-keys',
  access: 'operator',
  summary: 'Console: delete an API key',
  body: z.object({ id: z.string().regex(/^[A-Za-z0-9]{10}$/u) }),
  reply: success,
  errors: operatorErrors,
});
