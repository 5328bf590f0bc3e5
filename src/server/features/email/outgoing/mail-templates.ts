/** Every mail that the product writes (spec http-api 9); each has `mail.<template>.subject` and `.text` in the locales. */
export const MAIL_TEMPLATES = [
  'reset-password',
  'verify-account',
  'password-changed',
  'sign-in-changed',
  'new-login',
  'email-changed',
  'new-fax',
  'fax-received',
  'fax-sent',
  'fax-failed',
  'fax-copy',
  'fax-copy-failed',
  'email-fax-queued',
  'email-fax-rejected',
  'subaccount-added',
  'subaccount-confirm',
  'domain-unproved',
  'domain-lost',
  'mail-suspended',
  'cancellation-request',
  'cancellation-ack',
  'service-added',
  'service-removed',
  'faxes-cancelled',
  'day-limit',
  'port-order',
  'port-complete',
  'storage-failed',
  'usage-80',
  'usage-100',
  'webhook-failing',
  'webhook-off',
  'api-key-changed',
  'api-key-expires',
  'invitation',
  'administration-invitation',
  'team-assigned',
  'team-mentioned',
  'rule-changed',
  'mailbox-viewed',
] as const;

/** A name of the list. */
export type MailTemplate = (typeof MAIL_TEMPLATES)[number];

/** What is listed under the first paragraph of a mail, in this order, where the mail says it. */
const FACTS = [
  'from',
  'company',
  'to',
  'pages',
  'incomplete',
  'browser',
  'address',
  'at',
  'attempts',
  'reason',
] as const;
export type MailFact = (typeof FACTS)[number];

const FAX_FACTS: readonly MailFact[] = ['from', 'company', 'to', 'pages', 'at'];
const ARRIVAL_FACTS: readonly MailFact[] = ['from', 'company', 'pages', 'incomplete', 'at'];

/** Mails with a list; `reason` stands in the sentences of the others. */
export const MAIL_FACTS: Partial<Record<MailTemplate, readonly MailFact[]>> = {
  'new-fax': ARRIVAL_FACTS,
  'fax-received': ARRIVAL_FACTS,
  'fax-sent': [...FAX_FACTS, 'attempts'],
  'new-login': ['browser', 'address', 'at'],
  'fax-failed': ['to', 'pages', 'at', 'attempts', 'reason'],
  'fax-copy-failed': ['to', 'pages', 'at', 'reason'],
};

/**
 * Mails about faxes and pages: they stop for an address that came back, and wait while their account is suspended. All
 * others are tried, because a person waits for them.
 */
export const MAILS_ABOUT_FAXES: ReadonlySet<MailTemplate> = new Set([
  'new-fax',
  'fax-received',
  'fax-sent',
  'fax-failed',
  'fax-copy',
  'fax-copy-failed',
  'usage-80',
  'usage-100',
  'storage-failed',
  'team-assigned',
  'team-mentioned',
]);

/** A sentence of the locales, said in the language of the mail. */
export interface SmtpReply {
  say: string;
}

/** What the sentences of a template name; `title`, the brand's, is always there. */
export type MailParams = Readonly<Record<string, string | number | SmtpReply>>;
