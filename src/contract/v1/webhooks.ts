import { z } from 'zod';

import { defineApiCall, idIn, listOf, pageQuery, timestamp } from './define.ts';
import { repeatErrors } from './problems.ts';
import { EVENT_SAMPLES, EVENT_TYPES } from './event-types.ts';

/** Maximum number of endpoints of one account or administrator. */
export const MAX_WEBHOOKS = 10;

/** Hours for which deliveries are also signed with the secret from before a rotation. */
export const SECRET_OVERLAP_HOURS = 24;

/** Why an endpoint is refused, for programs and pages. */
export const webhookErrors = {
  WEBHOOK_LIMIT: 409,
  WEBHOOK_HTTPS: 422,
  WEBHOOK_HOST: 422,
  WEBHOOK_OWN_HOST: 422,
  WEBHOOK_OFF: 409,
  WEBHOOK_STOPPED: 409,
  OWNER_NEEDED: 403,
} as const;

const common = { access: 'key', scope: 'webhooks:manage', about: 'key', errors: webhookErrors } as const;

/** An address as typed; the service checks whether it is allowed. */
export const webhookUrl = z.url({ protocol: /^https?$/u }).max(1_000);
/** The owner's own description. */
export const webhookDescription = z.string().trim().max(100);
/** Types of events that an endpoint receives. */
export const webhookEvents = z
  .array(z.enum(EVENT_TYPES))
  .max(EVENT_TYPES.length)
  .describe('Types of events that are posted; empty for all, also those that we add later.');

/** The random part of an endpoint's id. */
export const webhookIdIn = z
  .string()
  .regex(/^whk_[A-Za-z0-9]{10}$/u)
  .transform((id) => id.slice('whk_'.length));
const deliveryIdIn = idIn('whd');

const webhook = z.object({
  object: z.literal('webhook'),
  id: z.string(),
  url: z.string(),
  description: z.string(),
  events: z.array(z.enum(EVENT_TYPES)),
  status: z.enum(['on', 'failing', 'off']),
  off_reason: z
    .enum(['owner', 'operator', 'gone', 'failing'])
    .nullable()
    .describe(
      '`gone`: it answered 410. `failing`: nothing got through for five days. `operator`: only the operator turns it on again.',
    ),
  failing_since: timestamp.nullable(),
  created_at: timestamp,
});

const withSecret = webhook.extend({
  secret: z.string().describe('Signs every delivery (Standard Webhooks). Shown only here.'),
});

const attempt = z.object({
  at: timestamp,
  status: z.number().int().nullable().describe('HTTP status; null where nothing answered.'),
  duration_ms: z.number().int(),
  error: z.enum(['host_not_allowed', 'host_unknown', 'unreachable', 'timeout']).nullable(),
});

const delivery = z.object({
  object: z.literal('delivery'),
  id: z.string(),
  webhook: z.string(),
  event: z.string(),
  type: z.enum(EVENT_TYPES),
  status: z.enum(['queued', 'delivered', 'failed']),
  attempts: z.number().int(),
  last_attempt: attempt.nullable(),
  next_attempt_at: timestamp.nullable(),
  created_at: timestamp,
});

const params = z.object({ id: webhookIdIn });
const deliveryParams = z.object({ id: webhookIdIn, delivery: deliveryIdIn });

export const listWebhooks = defineApiCall({
  ...common,
  method: 'GET',
  path: '/v1/webhooks',
  summary: 'Webhook endpoints',
  query: z.strictObject({}),
  reply: listOf(webhook),
});

export const addWebhook = defineApiCall({
  ...common,
  method: 'POST',
  path: '/v1/webhooks',
  idempotent: 'answer',
  errors: { ...webhookErrors, ...repeatErrors },
  summary: 'Add an endpoint',
  description:
    'We post events to it, signed the Standard Webhooks way. https only; addresses of private networks are refused. At most 10 endpoints.',
  body: z.strictObject({
    url: webhookUrl,
    events: webhookEvents.default([]),
    description: webhookDescription.default(''),
  }),
  example: { body: { url: 'https://hooks.example.com/fax', events: ['fax.received', 'fax.failed'] } },
  reply: withSecret,
  status: 201,
});

export const getWebhook = defineApiCall({
  ...common,
  method: 'GET',
  path: '/v1/webhooks/:id',
  summary: 'One endpoint',
  params,
  reply: webhook,
});

export const changeWebhook = defineApiCall({
  ...common,
  method: 'PATCH',
  path: '/v1/webhooks/:id',
  summary: 'Change an endpoint',
  description: 'Turning it off fails what waits for it; `recover` sends that again once it is on.',
  params,
  body: z.strictObject({
    url: webhookUrl.optional(),
    events: webhookEvents.optional(),
    description: webhookDescription.optional(),
    active: z.boolean().optional().describe('Whether events are posted.'),
  }),
  example: { body: { events: ['fax.received', 'fax.delivered', 'fax.failed'] } },
  reply: webhook,
});

export const deleteWebhook = defineApiCall({
  ...common,
  method: 'DELETE',
  path: '/v1/webhooks/:id',
  summary: 'Delete an endpoint and its log',
  params,
  takesLong: true,
  reply: z.object({ object: z.literal('webhook'), id: z.string(), deleted: z.literal(true) }),
});

export const testWebhook = defineApiCall({
  ...common,
  method: 'POST',
  path: '/v1/webhooks/:id/test',
  summary: 'Send a test event',
  description: 'Queues a `webhook.test`; read the delivery to see how it went.',
  params,
  reply: delivery,
  status: 202,
});

export const rotateWebhookSecret = defineApiCall({
  ...common,
  method: 'POST',
  path: '/v1/webhooks/:id/rotate-secret',
  idempotent: 'answer',
  errors: { ...webhookErrors, ...repeatErrors },
  summary: 'Make a new signing secret',
  description: 'For 24 hours deliveries carry two signatures, so that receivers may hold either secret.',
  params,
  reply: withSecret.extend({ old_secret_until: timestamp }),
});

export const listDeliveries = defineApiCall({
  ...common,
  method: 'GET',
  path: '/v1/webhooks/:id/deliveries',
  summary: 'Deliveries of an endpoint, newest first',
  description: 'Kept for 30 days. Of the receiver’s answer we keep status and time, never its text.',
  params,
  query: z.strictObject({
    status: z.enum(['queued', 'delivered', 'failed']).optional(),
    ...pageQuery,
  }),
  reply: listOf(delivery),
});

export const getDelivery = defineApiCall({
  ...common,
  method: 'GET',
  path: '/v1/webhooks/:id/deliveries/:delivery',
  summary: 'One delivery with all its attempts',
  params: deliveryParams,
  reply: delivery.extend({
    all_attempts: z.array(attempt),
    payload: z.object({
      type: z.string(),
      timestamp,
      data: z.record(z.string(), z.unknown()).meta({ examples: [EVENT_SAMPLES['fax.received']] }),
    }),
  }),
});

export const resendDelivery = defineApiCall({
  ...common,
  method: 'POST',
  path: '/v1/webhooks/:id/deliveries/:delivery/resend',
  summary: 'Post an event again now',
  description: 'Whatever became of it; the id of the event stays the same.',
  params: deliveryParams,
  reply: delivery,
  status: 202,
});

export const recoverWebhook = defineApiCall({
  ...common,
  method: 'POST',
  path: '/v1/webhooks/:id/recover',
  summary: 'Post what did not arrive since a moment',
  description:
    'Queues every event since then that the endpoint should have got and has not: deliveries that failed, and events of the time when it was off. An endpoint that is off must be turned on first, by `PATCH /v1/webhooks/{id}` with `"active": true`; `dry_run` works before.',
  params,
  body: z.strictObject({
    since: timestamp.describe('Only events of this moment and later.'),
    dry_run: z.boolean().default(false).describe('Only counts.'),
  }),
  reply: z.object({ object: z.literal('recovery'), events: z.number().int(), dry_run: z.boolean() }),
});
