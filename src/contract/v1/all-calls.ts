import type { ApiCall } from './define.ts';
import { createDraft, deleteDraft, getDraft, getDraftPage } from './drafts.ts';
import { listEvents, listEventTypes } from './events.ts';
import {
  cancelFax,
  deleteFax,
  getFax,
  getFaxDocument,
  getFaxPage,
  getFaxReport,
  listFaxAttempts,
  listFaxes,
  markFax,
  resendFax,
} from './faxes.ts';
import { thisKey } from './key.ts';
import { createFax } from './send.ts';
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
  listFaxes,
  getFax,
  getFaxDocument,
  getFaxPage,
  listFaxAttempts,
  getFaxReport,
  cancelFax,
  resendFax,
  markFax,
  deleteFax,
  listEvents,
  listEventTypes,
  createFax,
  createDraft,
  getDraft,
  getDraftPage,
  deleteDraft,
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
} as const satisfies Record<string, ApiCall>;
