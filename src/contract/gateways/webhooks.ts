import { z } from 'zod';

import { defineCall } from '#contract/kit/call.ts';
import { success, successWith } from '#contract/kit/errors.ts';
import { timeOut } from '#contract/kit/wire.ts';
import { EVENT_TYPES } from '#contract/v1/event-types.ts';
import { webhookDescription, webhookErrors, webhookEvents, webhookUrl } from '#contract/v1/webhooks.ts';

/** Number of deliveries in a page of the log. */
export const LOG_PAGE = 50;

/** The random part of an endpoint's id. */
const id = z.string().regex(/^[A-Za-z0-9]{10}$/u, 'INVALID');
const deliveryId = z.string().regex(/^[1-9]\d{0,14}$/u, 'INVALID');
const one = z.object({ id });

const health = z.object({
  /** Requests in each of the last 24 hours, oldest first. */
  hours: z.array(z.object({ ok: z.number(), failed: z.number() })),
  medianMs: z.number().nullable(),
  waiting: z.number(),
  nextTry: timeOut.nullable(),
  /** HTTP status of the last request; null without a response, or before the first request. */
  lastStatus: z.number().nullable(),
  lastFault: z.string(),
});

const endpoint = z.object({
  id: z.string(),
  url: z.string(),
  description: z.string(),
  events: z.array(z.string()),
  state: z.enum(['on', 'failing', 'off']),
  offReason: z.string().nullable(),
  failingSince: timeOut.nullable(),
  createdAt: timeOut,
  health,
});
/** An endpoint as its owner sees it. */
export type WebhookRow = z.output<typeof endpoint>;

/** The form of an endpoint. */
export const webhookForm = z.object({
  url: webhookUrl,
  description: webhookDescription,
  events: webhookEvents,
});

/** Lists the caller's endpoints with their last 24 hours (spec http-api 12.34). */
export const webhooks = defineCall({
  method: 'GET',
  path: '/api/faxui/webhooks',
  access: 'any',
  summary: 'Webhook endpoints',
  reply: z.object({ webhooks: z.array(endpoint), idsOnly: z.boolean() }),
});

/** Adds an endpoint; only this response shows its secret (spec http-api 12.34). */
export const addEndpoint = defineCall({
  method: 'POST',
  path: '/api/faxui/webhooks',
  access: 'any',
  summary: 'Add a webhook endpoint',
  body: webhookForm,
  reply: successWith(z.object({ id: z.string(), secret: z.string() })),
  errors: webhookErrors,
});

/** Changes the given fields; `active` turns the endpoint on and off (spec http-api 12.34). */
export const changeEndpoint = defineCall({
  method: 'PUT',
  path: '/api/faxui/webhooks',
  access: 'any',
  summary: 'Change a webhook endpoint',
  body: webhookForm.partial().extend({ id, active: z.boolean().optional() }),
  reply: success,
  errors: webhookErrors,
});

/** Removes an endpoint with its log (spec http-api 12.34). */
export const removeEndpoint = defineCall({
  method: 'DELETE',
  path: '/api/faxui/webhooks',
  access: 'any',
  summary: 'Delete a webhook endpoint',
  body: one,
  takesLong: true,
  reply: success,
  errors: webhookErrors,
});

/** Creates a new secret; for one day deliveries are signed with the previous one, too (spec http-api 12.34). */
export const rotateSecret = defineCall({
  method: 'POST',
  path: '/api/faxui/webhookSecret',
  access: 'any',
  summary: 'Make a new signing secret',
  body: one,
  reply: successWith(z.object({ secret: z.string(), oldUntil: timeOut })),
});

/** Posts a test event (spec http-api 12.34). */
export const sendTestEvent = defineCall({
  method: 'POST',
  path: '/api/faxui/webhookTest',
  access: 'any',
  summary: 'Send a test event',
  body: one,
  reply: successWith(z.object({ delivery: z.string() })),
  errors: webhookErrors,
});

/** Posts the waiting events now (spec http-api 12.34). */
export const retryEndpoint = defineCall({
  method: 'POST',
  path: '/api/faxui/webhookRetry',
  access: 'any',
  summary: 'Post what waits for an endpoint now',
  body: one,
  reply: successWith(z.object({ events: z.number() })),
});

/** Posts the events that failed to arrive since a moment; `count` only counts them (spec http-api 12.34). */
export const recoverEndpoint = defineCall({
  method: 'POST',
  path: '/api/faxui/webhookRecovery',
  access: 'any',
  summary: 'Post what an endpoint has missed',
  body: one.extend({ since: z.iso.datetime(), count: z.boolean().default(false) }),
  reply: successWith(z.object({ events: z.number() })),
  errors: webhookErrors,
});

const attempt = z.object({
  at: timeOut,
  status: z.number().nullable(),
  ms: z.number(),
  fault: z.string(),
});

const delivery = z.object({
  id: z.string(),
  event: z.string(),
  type: z.enum(EVENT_TYPES),
  /** The object that the event concerns: fax_48211. */
  about: z.string(),
  state: z.enum(['queued', 'delivered', 'failed']),
  attempts: z.number(),
  last: attempt.nullable(),
  nextTry: timeOut.nullable(),
  createdAt: timeOut,
});
/** A delivery in the log. */
export type DeliveryRow = z.output<typeof delivery>;

/** Lists the log of an endpoint, newest first (spec http-api 12.34). */
export const deliveryLog = defineCall({
  method: 'GET',
  path: '/api/faxui/webhookDeliveries',
  access: 'any',
  summary: 'Deliveries of an endpoint',
  query: z.object({
    id,
    state: z.enum(['queued', 'delivered', 'failed']).optional(),
    before: deliveryId.optional(),
  }),
  reply: z.object({ deliveries: z.array(delivery), more: z.boolean() }),
});

/** Returns a delivery with its attempts and the posted body (spec http-api 12.34). */
export const deliveryDetail = defineCall({
  method: 'GET',
  path: '/api/faxui/webhookDelivery',
  access: 'any',
  summary: 'One delivery with its tries',
  query: z.object({ id, delivery: deliveryId }),
  reply: delivery.extend({ tries: z.array(attempt), body: z.string() }),
});

/** Posts an event again, with the same id (spec http-api 12.34). */
export const resendEvent = defineCall({
  method: 'POST',
  path: '/api/faxui/webhookDelivery',
  access: 'any',
  summary: 'Post an event again',
  body: one.extend({ delivery: deliveryId }),
  reply: success,
  errors: webhookErrors,
});
