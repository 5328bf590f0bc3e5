import { z } from 'zod';
import { defineCall } from '#contract/kit/call.ts';

/** What may have changed: the client polls the calls of that topic now (spec http-api 12.1). */
export const TOPICS = ['faxes', 'outbox', 'account', 'team', 'readers'] as const;
export type Topic = (typeof TOPICS)[number];

/** Server-sent events that say «poll now» with a topic; never any content (spec http-api 12.1). */
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
