import { z } from 'zod';
import { copyNaming, STORAGE_TYPES } from './storage.ts';
import { uid } from '#contract/kit/account-scope.ts';
import { defineCall } from '#contract/kit/call.ts';
import { success } from '#contract/kit/errors.ts';
import { idOut, timeOut } from '#contract/kit/wire.ts';

const delivery = z.object({
  id: idOut,
  fid: idOut,
  from: z.string(),
  at: timeOut,
  state: z.enum(['queued', 'done', 'failed']),
  name: z.string(),
  place: z.string(),
  reason: z.string(),
  endedAt: timeOut.nullable(),
});
export type StorageDelivery = z.output<typeof delivery>;

/** Lists the newest copies to a storage and counts the waiting ones (own addition). */
export const storageDeliveries = defineCall({
  method: 'GET',
  path: '/api/faxui/storageDeliveries',
  access: 'any',
  summary: 'Latest copies in external storage',
  query: z.object({ uid, type: z.enum(STORAGE_TYPES) }),
  reply: z.object({
    ...copyNaming,
    waiting: z.number(),
    lastError: z.string(),
    nextTry: timeOut.nullable(),
    deliveries: z.array(delivery),
  }),
});

/** Retries the waiting copies now instead of at their scheduled time (own addition). */
export const storageRetry = defineCall({
  method: 'POST',
  path: '/api/faxui/storageRetry',
  access: 'any',
  summary: 'Try waiting copies again',
  body: z.object({ user_id: uid, type: z.enum(STORAGE_TYPES) }),
  reply: success,
});
