import type { MailAddress } from './address.ts';

export { domainOf, parseAddress } from './address.ts';
export type { MailAddress } from './address.ts';

/** An attached file. */
export interface MailAttachment {
  name: string;
  /** MIME type, for instance application/pdf. */
  type: string;
  bytes: Uint8Array;
  /** Set for an image that the HTML shows as `cid:<contentId>`; readers do not see it as a file. */
  contentId?: string;
}

/** The DKIM key of the sender's domain (RFC 6376). */
export interface MailSigning {
  domain: string;
  selector: string;
  /** PKCS #8, PEM. */
  privateKey: string;
}

/** One message to one recipient. Texts may contain anything: the adapters encode what headers cannot carry. */
export interface MailMessage {
  /** The name of the template, for the operator; recipients do not see it. */
  template: string;
  from: { name: string; address: MailAddress };
  /** Address for bounces; defaults to the sender's own address. */
  bounceTo?: MailAddress;
  /** Address to which the recipient writes to unsubscribe (List-Unsubscribe, RFC 2369 3.2). */
  optOut?: MailAddress;
  /** The Message-ID that this message replies to; it then has no return path and is marked as an automatic reply. */
  answers?: string;
  signing?: MailSigning;
  to: MailAddress;
  subject: string;
  text: string;
  html?: string;
  attachments: readonly MailAttachment[];
  /** `local@domain` without brackets; the same on every attempt, so that a recipient recognizes a repeated message. */
  messageId: string;
}

/**
 * Why a message was not accepted. `address`, `size` and `content` were permanently rejected by the receiving server;
 * the others may pass. `login`, `sender` and `encryption` need the operator, who has until the retries end to fix them.
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
 * The outcome of a message. `detail` is one line for the operator and may contain the other server's words; `status` is
 * its code of RFC 3463, such as 5.1.1, if it gave one.
 */
export type MailOutcome =
  | { kind: 'ok'; messageId: string }
  /** `proceed` returned false: nothing was sent. */
  | { kind: 'lost' }
  | { kind: 'retry'; reason: MailTrouble; detail: string; status?: string }
  | { kind: 'final'; reason: MailTrouble; detail: string; status?: string };

/** Lets the caller abort a message that is being sent. */
export interface SendControl {
  /**
   * Called when the server waits for the content and again before the end of the content: false aborts the message, so
   * that the server does not accept it. A worker that was frozen learns here that another one has delivered the
   * message. If it rejects, the message is aborted too, and `send` rejects with the same error.
   */
  proceed?: () => Promise<boolean>;
  /** Aborts the message. */
  signal?: AbortSignal;
}

/** Where messages go, and how. */
export interface MailTransport {
  kind: 'smtp' | 'file';
  place: string;
  /**
   * The protection that F2E_SMTP_URL gives up on the way to another machine: messages may be sent unencrypted, or to a
   * server whose certificate is not checked. Omitted if both are required (A-MAILOUT-05).
   */
  weak?: 'unencrypted' | 'unverified';
}

/** An outgoing mail transport. At least once: after a lost response, a message may be sent again under the same ID. */
export interface MailOut {
  /** How messages leave, for the operator: sent to a relay, or only written to a folder. */
  readonly transport: MailTransport;
  send(message: MailMessage, control?: SendControl): Promise<MailOutcome>;
  /** Checks whether messages can be sent right now; `reason` is for the operator. */
  check(): Promise<{ ok: true } | { ok: false; reason: string; trouble?: MailTrouble }>;
  close(): Promise<void>;
}
