import {
  addAccount,
  closeAccount,
  getAccount,
  listAccounts,
  resumeAccount,
  suspendAccount,
} from './accounts.ts';
import { listActivity } from './activity.ts';
import { addBlockedNumber, listBlockedNumbers, removeBlockedNumber } from './blocked-numbers.ts';
import { addContact, changeContact, getContact, listContacts, removeContact } from './contacts.ts';
import type { ApiCall } from './define.ts';
import { createDraft, deleteDraft, getDraft, getDraftPage } from './drafts.ts';
import { listEvents, listEventTypes } from './events.ts';
import { addGroup, changeGroup, changeMembers, getGroup, listGroups, removeGroup } from './groups.ts';
import { apiHealth } from './health.ts';
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
import { getFaxText } from './fax-text.ts';
import { thisKey } from './key.ts';
import { listNumbers } from './numbers.ts';
import { listUsage } from './usage.ts';
import { createFax } from './send.ts';
import { addKey, changeKey, deleteKey, getKey, listKeys, rotateKey } from './keys.ts';
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

/** Every call of the public API by its operation id: routes, reference, OpenAPI and tests use this list. */
export const apiCalls = {
  thisKey,
  listFaxes,
  getFax,
  getFaxDocument,
  getFaxPage,
  listFaxAttempts,
  getFaxReport,
  getFaxText,
  cancelFax,
  resendFax,
  markFax,
  deleteFax,
  listKeys,
  addKey,
  getKey,
  changeKey,
  rotateKey,
  deleteKey,
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
  listContacts,
  addContact,
  getContact,
  changeContact,
  removeContact,
  listGroups,
  addGroup,
  getGroup,
  changeGroup,
  removeGroup,
  changeMembers,
  listBlockedNumbers,
  addBlockedNumber,
  removeBlockedNumber,
  listNumbers,
  listUsage,
  listAccounts,
  addAccount,
  getAccount,
  suspendAccount,
  resumeAccount,
  closeAccount,
  listActivity,
  apiHealth,
  mcp,
} as const satisfies Record<string, ApiCall>;
