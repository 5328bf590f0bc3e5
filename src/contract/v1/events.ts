import { z } from 'zod';

import { defineApiCall, timestamp } from './define.ts';
import { EVENT_SAMPLES, EVENT_TYPES } from './event-types.ts';

/** Number of events per page: default and maximum. */
const PAGE = { usual: 50, most: 100 };

/** Number of days for which events and the deliveries of webhooks are kept. */
export const EVENT_DAYS = 30;

/** One thing that happened. */
export const apiEvent = z.object({
  object: z.literal('event'),
  id: z
    .string()
    .describe('The same in the header `webhook-id` of every delivery: programs know repeats by it.'),
  type: z.enum(EVENT_TYPES),
  created_at: timestamp,
  data: z.record(z.string(), z.unknown()).meta({ examples: [EVENT_SAMPLES['fax.received']] }),
});

/** Lists events in the order of their publication; a caller that follows `next` misses none. */
export const listEvents = defineApiCall({
  method: 'GET',
  path: '/v1/events',
  access: 'key',
  scope: 'faxes:read',
  about: 'accounts',
  summary: 'What happened, oldest first',
  description:
    'Events are kept for 30 days. Ask again with `after` set to the `next` of the last answer: nothing is missed or repeated. Administrators get the events of their accounts, and those about faxes where the product lets them look into mailboxes. Events are written from the moment on that the account has a key or a webhook.',
  query: z.strictObject({
    type: z.enum(EVENT_TYPES).optional().describe('Only events of this type.'),
    after: z.string().max(100).optional().describe('The `next` of the answer before.'),
    limit: z.coerce.number().int().min(1).max(PAGE.most).default(PAGE.usual),
  }),
  reply: z.object({
    object: z.literal('list'),
    data: z.array(apiEvent),
    has_more: z.boolean(),
    next: z
      .string()
      .nullable()
      .describe('For `after`, also at the end of the list; null while there was no event.'),
  }),
});

/** Lists every type of event with an example of its data. */
export const listEventTypes = defineApiCall({
  method: 'GET',
  path: '/v1/events/types',
  access: 'key',
  scope: null,
  about: 'key',
  summary: 'Types of events, with examples',
  reply: z.object({
    object: z.literal('list'),
    data: z.array(
      z.object({
        type: z.enum(EVENT_TYPES),
        description: z.string().meta({ examples: ['A fax came in.'] }),
        sample: z
          .record(z.string(), z.unknown())
          .describe('What `data` is like.')
          .meta({ examples: [EVENT_SAMPLES['fax.received']] }),
      }),
    ),
    has_more: z.literal(false),
    next: z.null(),
  }),
});
