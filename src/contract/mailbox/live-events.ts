import { z } from 'zod';
import { defineCall } from '#contract/kit/call.ts';

/** What may have changed: the client then polls the calls of that topic (spec http-api 12.1). */
export const TOPICS = ['faxes', 'outbox', 'account', 'team', 'readers'] as const;
export type Topic = (typeof TOPICS)[number];

/** Server-sent events that contain only the topic to poll now, never any content (spec http-api 12.1). */
export const events = defineCall({
  method: 'GET',
  path: '/api/faxui/events',
  access: 'user',
  right: 'self',
  background: true,
  summary: 'Hints that something changed',
  replyKind: 'events',
  reply: z.unknown(),
});
