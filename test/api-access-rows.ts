/** Possible results in a cell of the matrix; how a call that was let through responds is tested elsewhere. */
export const REFUSALS = [
  'key_invalid',
  'scope_missing',
  'account_missing',
  'view_not_allowed',
  'account_key_needed',
  'owner_needed',
  'operator_needed',
  'administrator_needed',
  'not_found',
] as const;
/** The result of a cell. */
export type Outcome = (typeof REFUSALS)[number] | 'through';

/** The results of a call for callers with every scope. */
export interface Row {
  body?: object;
  query?: string;
  /** The account itself; `through` by default. */
  own?: Outcome;
  /** Another account that names the same objects. */
  otherAccount: Outcome;
  /** The administrator of the account, when the product denies viewing the mailbox and when it allows it. */
  viewDenied: Outcome;
  viewAllowed: Outcome;
  /** A key of an operator: of these, whichever comes first. */
  operator: readonly Outcome[];
}

const READS: Row = {
  otherAccount: 'not_found',
  viewDenied: 'view_not_allowed',
  viewAllowed: 'through',
  operator: ['not_found', 'view_not_allowed'],
};
const CHANGES: Row = {
  otherAccount: 'not_found',
  viewDenied: 'account_key_needed',
  viewAllowed: 'account_key_needed',
  operator: ['not_found', 'account_key_needed'],
};
const ANYBODY: Row = {
  otherAccount: 'through',
  viewDenied: 'through',
  viewAllowed: 'through',
  operator: ['through'],
};
/** An administrator has their own endpoints, operators none. */
const ENDPOINTS: Row = { ...ANYBODY, operator: ['owner_needed'] };
const ENDPOINT: Row = {
  otherAccount: 'not_found',
  viewDenied: 'not_found',
  viewAllowed: 'not_found',
  operator: ['owner_needed'],
};

/** Keys belong to the owner of the calling key. */
const KEY: Row = {
  ...ANYBODY,
  otherAccount: 'not_found',
  viewDenied: 'not_found',
  viewAllowed: 'not_found',
  operator: ['not_found'],
};
/** What an administrator may do for an account without viewing its mailbox. */
const SENDING: Row = { ...ANYBODY, operator: ['not_found'] };
const DRAFT: Row = { ...SENDING, otherAccount: 'not_found' };
/** Contacts, groups and blocked numbers: an administrator who may view them may also change them. */
const MAILBOX_LIST: Row = {
  otherAccount: 'through',
  viewDenied: 'view_not_allowed',
  viewAllowed: 'through',
  operator: ['not_found'],
};
const MAILBOX_ITEM: Row = { ...MAILBOX_LIST, otherAccount: 'not_found' };
/** No key of an account has this scope. */
const ACCOUNTS: Row = { ...ANYBODY, own: 'scope_missing', otherAccount: 'scope_missing' };
const OPERATOR_ONLY: Row = { ...ACCOUNTS, viewDenied: 'operator_needed', viewAllowed: 'operator_needed' };

/** A document of one page. */
const FILE = { name: 'a.txt', content_base64: 'QQ==' };

/** One row for every call; a new call without a row fails here. */
export const ROWS: Record<string, Row> = {
  thisKey: ANYBODY,
  listEvents: ANYBODY,
  listEventTypes: ANYBODY,
  listFaxes: { ...READS, otherAccount: 'through' },
  getFax: READS,
  getFaxDocument: READS,
  getFaxPage: READS,
  listFaxAttempts: READS,
  getFaxReport: READS,
  getFaxText: READS,
  cancelFax: CHANGES,
  resendFax: { ...CHANGES, body: {} },
  markFax: { ...CHANGES, body: { read: true } },
  deleteFax: CHANGES,
  listKeys: ANYBODY,
  addKey: { ...ANYBODY, body: { name: 'Another', scopes: ['keys:manage'] } },
  getKey: KEY,
  changeKey: { ...KEY, body: {} },
  rotateKey: { ...KEY, body: {} },
  deleteKey: KEY,
  createFax: { ...SENDING, body: { to: ['+12125550100'], files: [FILE] } },
  createDraft: { ...SENDING, body: { files: [FILE] } },
  getDraft: DRAFT,
  getDraftPage: DRAFT,
  deleteDraft: DRAFT,
  listContacts: MAILBOX_LIST,
  addContact: { ...MAILBOX_LIST, body: { name: 'Ana', company: 'Clinic', fax_number: '+12125559901' } },
  getContact: MAILBOX_ITEM,
  changeContact: { ...MAILBOX_ITEM, body: {} },
  removeContact: MAILBOX_ITEM,
  listGroups: MAILBOX_LIST,
  addGroup: { ...MAILBOX_LIST, body: { name: 'Clinics' } },
  getGroup: MAILBOX_ITEM,
  changeGroup: { ...MAILBOX_ITEM, body: { name: 'Pharmacies' } },
  removeGroup: MAILBOX_ITEM,
  changeMembers: { ...MAILBOX_ITEM, body: {} },
  listBlockedNumbers: MAILBOX_LIST,
  addBlockedNumber: { ...MAILBOX_LIST, body: { caller: '+12125550102' } },
  removeBlockedNumber: MAILBOX_ITEM,
  listNumbers: ANYBODY,
  listUsage: { ...ANYBODY, query: '?from=2026-01-01&to=2026-01-31' },
  listAccounts: ACCOUNTS,
  addAccount: { ...ACCOUNTS, body: { email: 'new@fax.example', number: { from: 'tollfree' } } },
  getAccount: ACCOUNTS,
  suspendAccount: OPERATOR_ONLY,
  resumeAccount: OPERATOR_ONLY,
  closeAccount: ACCOUNTS,
  listActivity: SENDING,
  apiHealth: ANYBODY,
  mcp: { ...ANYBODY, body: { jsonrpc: '2.0', id: 1, method: 'ping' } },
  listWebhooks: ENDPOINTS,
  addWebhook: { ...ENDPOINTS, body: { url: 'http://hooks.example/' } },
  getWebhook: ENDPOINT,
  changeWebhook: { ...ENDPOINT, body: {} },
  deleteWebhook: ENDPOINT,
  testWebhook: ENDPOINT,
  rotateWebhookSecret: ENDPOINT,
  listDeliveries: ENDPOINT,
  getDelivery: ENDPOINT,
  resendDelivery: ENDPOINT,
  recoverWebhook: { ...ENDPOINT, body: { since: '2026-01-01T00:00:00Z' } },
};
