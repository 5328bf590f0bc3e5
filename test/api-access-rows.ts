/** What the matrix can say of a cell; whatever a call answers once it was let through is its own test's. */
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
/** What came of a cell. */
export type Outcome = (typeof REFUSALS)[number] | 'through';

/** What a call answers to callers who are not the account, with every scope. */
export interface Row {
  body?: object;
  query?: string;
  /** The account itself; it gets through unless said otherwise. */
  own?: Outcome;
  /** Another account that names the same objects. */
  stranger: Outcome;
  /** The administrator of the account, where the product does not let them look, and where it does. */
  blind: Outcome;
  seeing: Outcome;
  /** A key of an operator: of these, whichever comes first. */
  operator: readonly Outcome[];
}

const READS: Row = {
  stranger: 'not_found',
  blind: 'view_not_allowed',
  seeing: 'through',
  operator: ['not_found', 'view_not_allowed'],
};
const CHANGES: Row = {
  stranger: 'not_found',
  blind: 'account_key_needed',
  seeing: 'account_key_needed',
  operator: ['not_found', 'account_key_needed'],
};
const ANYBODY: Row = { stranger: 'through', blind: 'through', seeing: 'through', operator: ['through'] };
/** An administrator has endpoints of their own, and operators none. */
const ENDPOINTS: Row = { ...ANYBODY, operator: ['owner_needed'] };
const ENDPOINT: Row = {
  stranger: 'not_found',
  blind: 'not_found',
  seeing: 'not_found',
  operator: ['owner_needed'],
};

/** Own objects of every holder of a key, its keys among them. */
const KEY: Row = {
  ...ANYBODY,
  stranger: 'not_found',
  blind: 'not_found',
  seeing: 'not_found',
  operator: ['not_found'],
};
/** What an administrator may do for an account without looking into it. */
const SENDS: Row = { ...ANYBODY, operator: ['not_found'] };
const DRAFT: Row = { ...SENDS, stranger: 'not_found' };
/** What an account keeps beside its faxes: an administrator who may look may also change it. */
const KEEPS: Row = {
  stranger: 'through',
  blind: 'view_not_allowed',
  seeing: 'through',
  operator: ['not_found'],
};
const KEPT: Row = { ...KEEPS, stranger: 'not_found' };
/** No key of an account has this scope. */
const ACCOUNTS: Row = { ...ANYBODY, own: 'scope_missing', stranger: 'scope_missing' };
const OPERATED: Row = { ...ACCOUNTS, blind: 'operator_needed', seeing: 'operator_needed' };

/** A document of one page. */
const FILE = { name: 'a.txt', content_base64: 'QQ==' };

/** One row for every call: without it a new one fails here. */
export const ROWS: Record<string, Row> = {
  thisKey: ANYBODY,
  listEvents: ANYBODY,
  listEventTypes: ANYBODY,
  listFaxes: { ...READS, stranger: 'through' },
  getFax: READS,
  getFaxDocument: READS,
  getFaxPage: READS,
  listFaxAttempts: READS,
  getFaxReport: READS,
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
  createFax: { ...SENDS, body: { to: ['+12125550100'], files: [FILE] } },
  createDraft: { ...SENDS, body: { files: [FILE] } },
  getDraft: DRAFT,
  getDraftPage: DRAFT,
  deleteDraft: DRAFT,
  listContacts: KEEPS,
  addContact: { ...KEEPS, body: { name: 'Ana', company: 'Clinic', fax_number: '+12125559901' } },
  getContact: KEPT,
  changeContact: { ...KEPT, body: {} },
  removeContact: KEPT,
  listGroups: KEEPS,
  addGroup: { ...KEEPS, body: { name: 'Clinics' } },
  getGroup: KEPT,
  changeGroup: { ...KEPT, body: { name: 'Pharmacies' } },
  removeGroup: KEPT,
  changeMembers: { ...KEPT, body: {} },
  listBlockedNumbers: KEEPS,
  addBlockedNumber: { ...KEEPS, body: { caller: '+12125550102' } },
  removeBlockedNumber: KEPT,
  listNumbers: ANYBODY,
  listUsage: { ...ANYBODY, query: '?from=2026-01-01&to=2026-01-31' },
  listAccounts: ACCOUNTS,
  addAccount: { ...ACCOUNTS, body: { email: 'new@fax.example', number: { from: 'tollfree' } } },
  getAccount: ACCOUNTS,
  suspendAccount: OPERATED,
  resumeAccount: OPERATED,
  closeAccount: ACCOUNTS,
  listActivity: SENDS,
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
