import { z } from 'zod';

/** An error of the public API (RFC 9457), sent as application/problem+json. */
export const problem = z.object({
  /** A page that explains the code. */
  type: z.url(),
  title: z.string(),
  status: z.number().int(),
  detail: z.string(),
  /** The value that programs decide by; its meaning never changes. */
  code: z.string(),
  /** The invalid inputs: a JSON pointer (RFC 6901) into the body, or the name of a query parameter after `/`. */
  errors: z.array(z.object({ pointer: z.string(), code: z.string() })).optional(),
  /** The same id as in the header X-Request-Id and in our log. */
  request_id: z.string(),
});
export type Problem = z.output<typeof problem>;

/** Errors that any call of the public API may return, and their HTTP status. */
export const apiErrors = {
  KEY_INVALID: 401,
  KEY_ADDRESS: 403,
  SCOPE_MISSING: 403,
  ACCOUNT_MISSING: 400,
  RATE_LIMITED: 429,
} as const;

/** Errors of single calls of the public API that no web page has, and their HTTP status. */
export const resourceErrors = {
  CONTACT_EXISTS: 409,
  ADMINISTRATOR_NEEDED: 403,
  OPERATOR_NEEDED: 403,
  LIVE_KEY_NEEDED: 403,
  ACCOUNT_STATE: 409,
  ACCOUNT_REFUSED: 409,
} as const;
/** Why a call with an `Idempotency-Key` does nothing. */
export const repeatErrors = {
  IDEMPOTENCY_RUNNING: 409,
  IDEMPOTENCY_LOST: 409,
  IDEMPOTENCY_MISMATCH: 422,
} as const;
/** Why a document could not be fetched from its URL; none reveals the other server's response. */
export const fetchErrors = {
  URL_NOT_ALLOWED: 422,
  URL_UNREACHABLE: 422,
  URL_TOO_LARGE: 413,
  URL_STATUS: 422,
  URL_TIMEOUT: 422,
} as const;
/** One of these reasons. */
export type FetchFault = keyof typeof fetchErrors;

/** The API's texts for errors whose text on web pages does not suit programs. */
export const PROBLEM_DETAILS: Readonly<Record<string, string>> = {
  BAD_REQUEST: 'The request cannot be read.',
  VALIDATION: 'Some values are missing or not valid; “errors” names them.',
  KEY_INVALID: 'Send a valid API key in the header “Authorization: Bearer f2e_…”.',
  KEY_ADDRESS: 'This key may not be used from your network address.',
  SCOPE_MISSING: 'This key does not have the scope “{{scope}}”.',
  ACCOUNT_MISSING: 'Name the fax account in the header “F2E-Account”: this key is for several.',
  OWNER_NEEDED: 'Webhooks belong to an account or an administrator; this key is an operator’s.',
  CONTACT_EXISTS: 'There is a contact with this fax number, or without one with this email address.',
  ADMINISTRATOR_NEEDED: 'Accounts are managed with the key of an administrator or an operator.',
  SCIM_TAKEN: 'This name or email address is already in use in your directory.',
  SCIM_EMAIL_ELSEWHERE:
    'The email address cannot be changed to this one: the person works elsewhere, too, or it is somebody else’s.',
  SCIM_FILTER: 'Only “attribute eq "value"” is supported, with userName, externalId, id or displayName.',
  SCIM_PATH: 'The path of an operation is not valid.',
  SCIM_LIMIT: 'The limit of {{max}} has been reached.',
  OPERATOR_NEEDED: 'This needs the key of an operator.',
  LIVE_KEY_NEEDED: 'A test key changes no accounts.',
  ACCOUNT_STATE: 'The account is in a state in which this cannot be done.',
  ACCOUNT_REFUSED: '{{reason}}',
  VIEW_NOT_ALLOWED: 'The product of this account does not let its administrator look into the mailbox.',
  FAX_NOT_FINAL: 'The fax is still on its way. Wait until it has ended, or cancel it.',
  FAX_FINAL: 'The fax has ended already.',
  CONFIRM_UNCERTAIN:
    'Part of this fax may have arrived. Send it again with “confirm_uncertain” only when a person has decided that.',
  INBOUND_ONLY: 'Only received faxes can be marked.',
  OUTBOUND_ONLY: 'This was not sent but received.',
  ACCOUNT_KEY_NEEDED: 'Only a key of the account itself may change its faxes.',
  FAX_HELD: 'The fax is under a legal hold and cannot be erased.',
  FAX_NO_PAGES: 'The fax has no pages, or none yet.',
  URL_NOT_ALLOWED:
    'Documents are fetched by https from hosts of the public internet other than ours, without a name or password in the address.',
  URL_UNREACHABLE: 'The host is unknown, took no connection, has no valid certificate, or broke off.',
  URL_TOO_LARGE: 'The document is larger than a file may be.',
  URL_STATUS:
    'The address must answer with status 200 and the document uncompressed; redirects are not followed.',
  URL_TIMEOUT: 'The document had not come after 30 seconds.',
  IDEMPOTENCY_MISMATCH: 'This Idempotency-Key was used before with other content; nothing was done.',
  IDEMPOTENCY_RUNNING: 'The first call with this Idempotency-Key is still at work. Repeat it after a moment.',
  IDEMPOTENCY_LOST:
    'The first call with this Idempotency-Key did its work, but its answer was lost. Look for what it made before you use another key.',
  TOO_MANY_TESTS: 'At most {{max}} test faxes of an account can wait at the same time.',
  RATE_LIMITED: 'This key calls too often; wait as long as the header Retry-After says.',
  TOO_MANY_REQUESTS: 'Too many at the same time; wait as long as the header Retry-After says.',
  TOO_MANY_ATTEMPTS: 'Too many wrong keys came from your network; good ones go on.',
  WEBHOOK_OFF: 'This endpoint is off. Turn it on first: PATCH /v1/webhooks/{id} with {"active": true}.',
  MCP_OFF: 'The MCP server is turned off here; the operator of this service can turn it on.',
  ORIGIN_NOT_ALLOWED: 'Pages of other sites may not make this call.',
  NOT_FOUND: 'There is no such object, or this key has no access to it.',
  METHOD_NOT_ALLOWED: 'This address does not take this method; the header Allow says which ones can be used.',
  INTERNAL: 'Something failed on the server. Try again; if it keeps failing, report the request id.',
};
