import type { MailAddress } from './address.ts';

export { domainOf, parseAddress } from './address.ts';
export type { MailAddress } from './address.ts';

/** A file that goes along. */
export interface MailAttachment {
  name: string;
  /** For instance application/pdf. */
  type: string;
  bytes: Uint8Array;
}

/** One mail to one recipient. Texts may hold anything: the adapters encode what headers cannot carry. */
export interface MailMessage {
  /** Which of our templates it is, for the operator; receivers do not see it. */
  template: string;
  from: { name: string; address: MailAddress };
  to: MailAddress;
  subject: string;
  text: string;
  html?: string;
  attachments: readonly MailAttachment[];
  /** `local@domain` without brackets; the same at every try, so that a receiver knows a repeated mail. */
  messageId: string;
}

/**
 * Why a mail was not taken: `address` and `content` were refused for good by the receiving server; the others may pass.
 * `login` and `encryption` need the operator, who has the length of the retries to mend them.
 */
export type MailTrouble = 'address' | 'content' | 'login' | 'encryption' | 'unreachable' | 'busy' | 'storage';

/** What became of a mail; `detail` is one line for the operator and may hold the other server's words. */
export type MailOutcome =
  | { kind: 'ok'; messageId: string }
  | { kind: 'retry'; reason: MailTrouble; detail: string }
  | { kind: 'final'; reason: MailTrouble; detail: string };

/** A way for mails to leave. At least once: after a lost answer the same mail may leave again under the same id. */
export interface MailOut {
  send(message: MailMessage): Promise<MailOutcome>;
  /** Whether mails can leave right now; `reason` is for the operator. */
  check(): Promise<{ ok: true } | { ok: false; reason: string }>;
  close(): Promise<void>;
}
