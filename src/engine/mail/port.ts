import type { MailAddress } from './address.ts';

export { domainOf, parseAddress } from './address.ts';
export type { MailAddress } from './address.ts';

/** A file that goes along. */
export interface MailAttachment {
  name: string;
  /** For instance application/pdf. */
  type: string;
  bytes: Uint8Array;
  /** Set for a picture that the HTML shows as `cid:<contentId>`; it is no file for the reader. */
  contentId?: string;
}

/** The DKIM key of the domain that a mail comes from (RFC 6376). */
export interface MailSigning {
  domain: string;
  selector: string;
  /** PKCS #8, PEM. */
  privateKey: string;
}

/** One mail to one recipient. Texts may hold anything: the adapters encode what headers cannot carry. */
export interface MailMessage {
  /** Which of our templates it is, for the operator; receivers do not see it. */
  template: string;
  from: { name: string; address: MailAddress };
  /** Where a report goes that the mail could not be delivered; the sender's own address when it is left out. */
  bounceTo?: MailAddress;
  /** Whom the receiver writes to for no more of these (List-Unsubscribe, RFC 2369 3.2). */
  optOut?: MailAddress;
  /** The Message-ID of the mail that this one answers: then it has no return path and is marked as an answer. */
  answers?: string;
  signing?: MailSigning;
  to: MailAddress;
  subject: string;
  text: string;
  html?: string;
  attachments: readonly MailAttachment[];
  /** `local@domain` without brackets; the same at every try, so that a receiver knows a repeated mail. */
  messageId: string;
}

/**
 * Why a mail was not taken: `address`, `size` and `content` were refused for good by the receiving server; the others
 * may pass. `login`, `sender` and `encryption` need the operator, who has the length of the retries to mend them.
 */
export type MailTrouble =
  | 'address'
  | 'size'
  | 'content'
  | 'login'
  | 'sender'
  | 'encryption'
  | 'unreachable'
  | 'busy'
  | 'storage';

/**
 * What became of a mail; `detail` is one line for the operator and may hold the other server's words, `status` its
 * code of RFC 3463, like 5.1.1, where it named one.
 */
export type MailOutcome =
  | { kind: 'ok'; messageId: string }
  /** `proceed` said no: nothing was sent. */
  | { kind: 'lost' }
  | { kind: 'retry'; reason: MailTrouble; detail: string; status?: string }
  | { kind: 'final'; reason: MailTrouble; detail: string; status?: string };

/** What the caller may say while a mail is on its way. */
export interface SendControl {
  /**
   * Asked when the server waits for the content and again before its end: false breaks the mail off, so that the server
   * does not take it. A worker that was frozen learns here that another one has delivered the mail. When it rejects,
   * the mail is broken off too, and `send` rejects with the same error.
   */
  proceed?: () => Promise<boolean>;
  /** Breaks off. */
  signal?: AbortSignal;
}

/** Where mails go, and how. */
export interface MailTransport {
  kind: 'smtp' | 'file';
  place: string;
  /**
   * What F2E_SMTP_URL gives up on the way to another machine: mails may leave unencrypted, or to a server whose
   * certificate is not checked. Left out where both are required (A-MAILOUT-05).
   */
  weak?: 'unencrypted' | 'unverified';
}

/** A way for mails to leave. At least once: after a lost answer the same mail may leave again under the same id. */
export interface MailOut {
  /** What happens to mails, for the operator: sent to a relay, or only put into a folder. */
  readonly transport: MailTransport;
  send(message: MailMessage, control?: SendControl): Promise<MailOutcome>;
  /** Whether mails can leave right now; `reason` is for the operator. */
  check(): Promise<{ ok: true } | { ok: false; reason: string; trouble?: MailTrouble }>;
  close(): Promise<void>;
}
