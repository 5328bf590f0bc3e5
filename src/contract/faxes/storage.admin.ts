import { z } from 'zod';

import { operatorErrors } from '#contract/identity/operators.admin.ts';
import { defineCall } from '#contract/kit/call.ts';
import { success } from '#contract/kit/errors.ts';
import { idIn, idOut, timeOut } from '#contract/kit/wire.ts';

/** Lists the customers' storages that receive copies; failing ones first. */
export const operatorStorages = defineCall({
  method: 'GET',
  path: '/operator/api/storages',
  access: 'operator',
  right: 'support',
  summary: 'Console: deliveries to storage',
  reply: z.object({
    rows: z.array(
      z.object({
        id: idOut,
        uid: idOut,
        number: z.string(),
        kind: z.enum(['sftp', 'egnyte']),
        host: z.string(),
        state: z.enum(['off', 'copying', 'working', 'held', 'failing']),
        waiting: z.number(),
        /** A sentence; empty if the storage works. */
        fault: z.string(),
        lastOk: timeOut.nullable(),
        nextTry: timeOut.nullable(),
      }),
    ),
  }),
});
export type ConsoleStorage = z.output<typeof operatorStorages.reply>['rows'][number];

/** Makes the copies waiting for a storage due now. */
export const operatorStorageRetry = defineCall({
  method: 'POST',
  path: '/operator/api/storage/retry',
  access: 'operator',
  right: 'support',
  summary: 'Console: retry deliveries to a storage',
  body: z.object({ id: idIn }),
  reply: success,
  errors: operatorErrors,
});
