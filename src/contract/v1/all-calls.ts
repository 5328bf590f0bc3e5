import type { ApiCall } from './define.ts';
import { listEvents, listEventTypes } from './events.ts';
import { thisKey } from './key.ts';
import { mcp } from './mcp.ts';
import {
  addWebhook,
  changeWebhook,
  deleteWebhook,
  getDelivery,
  getWebhook,
  listDeliveries,
  listWebhooks,
  recoverWebhook,
  resendDelivery,
  rotateWebhookSecret,
  testWebhook,
} from './webhooks.ts';

/** Every call of the public API by its operation id: routes, reference, OpenAPI and tests come from this list. */
export const apiCalls = {
  thisKey,
  listEvents,
  listEventTypes,
  listWebhooks,
  addWebhook,
  getWebhook,
  changeWebhook,
  deleteWebhook,
  testWebhook,
  rotateWebhookSecret,
  listDeliveries,
  getDelivery,
  resendDelivery,
  recoverWebhook,
  mcp,
} as const satisfies Record<string, ApiCall>;
