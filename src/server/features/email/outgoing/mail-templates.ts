/**
 * All mails that the product sends (spec http-api 9); each has `mail.<template>.subject` and `.text` in the locales.
 */
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
  'storage-changed',
  'usage-80',
  'usage-100',
  'webhook-changed',
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

/** A template of the list. */
export type MailTemplate = (typeof MAIL_TEMPLATES)[number];

/** The facts listed under the first paragraph of a mail, in this order, if the mail has them. */
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

/** Mails with a list of facts; the sentences of other mails contain `reason`. */
export const MAIL_FACTS: Partial<Record<MailTemplate, readonly MailFact[]>> = {
  'new-fax': ARRIVAL_FACTS,
  'fax-received': ARRIVAL_FACTS,
  'fax-sent': [...FAX_FACTS, 'attempts'],
  'new-login': ['browser', 'address', 'at'],
  'fax-failed': ['to', 'pages', 'at', 'attempts', 'reason'],
  'fax-copy-failed': ['to', 'pages', 'at', 'reason'],
};

/**
 * Mails about faxes and pages: they are not sent to a suspended address, and wait while their account is suspended. All
 * others are attempted, because a person waits for them.
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

/** A message of the locales, in the language of the mail. */
export interface SmtpReply {
  say: string;
}

/** Values for a template's placeholders; the brand's `title` is always available. */
export type MailParams = Readonly<Record<string, string | number | SmtpReply>>;
