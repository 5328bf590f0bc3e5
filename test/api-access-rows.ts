/** What the matrix can say of a cell; whatever a call answers once it was let through is its own test's. */
export const REFUSALS = [
  'key_invalid',
  'scope_missing',
  'account_missing',
  'view_not_allowed',
  'account_key_needed',
  'owner_needed',
  'not_found',
] as const;
/** What came of a cell. */
export type Outcome = (typeof REFUSALS)[number] | 'through';

/** What a call answers to callers who are not the account, with every scope. */
export interface Row {
  body?: object;
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
