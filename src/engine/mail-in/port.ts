import type { CertificateValidity } from './certificate.ts';

export { judgeCertificate } from './certificate.ts';

/** The reply to a sending server: after a final reply it informs its sender, after the others it retries. */
export type MailAnswer =
  | { kind: 'ok'; text: string }
  | { kind: 'retry'; code: 421 | 450 | 451 | 452; text: string }
  | { kind: 'final'; code: 535 | 538 | 550 | 552 | 554; text: string };

/** The client of a session, with what is known about it so far. */
export interface MailPeer {
  /** The client's address; a trusted front server may have passed on the real one. */
  address: string;
  /** False behind a front server that did not identify its client: the address then proves nothing. */
  addressKnown: boolean;
  /** The name in the client's HELO or EHLO. */
  helo: string;
  /** The result of `login`, or null. */
  login: number | null;
  /** The envelope sender; empty for bounces. */
  sender: string;
  /** Accepted recipients so far, as written. */
  recipients: readonly string[];
}

/** A completely received email; its bytes may be on disk. */
export interface ReceivedMail extends MailPeer {
  bytes: number;
  read(): Promise<Buffer>;
}

/** The product's decisions in a session. Errors it throws are answered with “try again later” and logged. */
export interface MailHandler {
  /** Checks a login; the returned number becomes the peer's `login`. Null: wrong password; `wait`: try later. */
  login(username: string, password: string, address: string): Promise<number | null | 'wait'>;
  /** Decides whether email to this address is accepted. */
  recipient(address: string, peer: MailPeer): Promise<MailAnswer>;
  /** Accepts the email: an `ok` reply is a promise, so it may only be returned after the commit. */
  message(mail: ReceivedMail): Promise<MailAnswer>;
}

/** A file attached to an email. */
export interface MailFile {
  /** The name that the sender gave it; empty if it has none. */
  name: string;
  /** MIME type in lower case. */
  type: string;
  bytes: Uint8Array;
}

/** The kind of an automatic email (RFC 3834, RFC 2919). */
export type Automatic = 'reply' | 'notice' | 'list';

/** A parsed email. Texts come from the sender: check and truncate them before use. */
export interface ParsedMail {
  /** The only address of the only From header, in lower case. */
  from: string;
  /** Without brackets; empty if the email has none. */
  messageId: string;
  /** The Date header as written; empty if there is none. */
  date: string;
  subject: string;
  /** The text for people: without signature and quoted emails, HTML converted to text. */
  text: string;
  files: MailFile[];
  automatic: Automatic | null;
  /** How many servers relayed it. */
  hops: number;
}

/** The outcome of parsing. `from`: not exactly one sender. `malformed`: more parts or headers than a person's email. */
export type ParseOutcome = { kind: 'ok'; mail: ParsedMail } | { kind: 'final'; reason: 'from' | 'malformed' };

/** How the domain of a From address was proved. */
export type Proof = 'dmarc' | 'dkim' | 'spf';

/** A currently valid DKIM signature of the sender's domain. */
export interface MailSignature {
  /** Identifies a used signature, in hex. */
  mark: string;
  /** Addresses in the To and Cc headers covered by the signature, as written. */
  to: readonly string[];
}

/** A proved sender. */
export interface ProvedSender {
  by: Proof;
  /**
   * Whether the sending server is authorized for the domain (SPF). If not, only signatures vouch for the email: anyone
   * who has it could have sent it again, so the recipients must be covered by the signature (A-MAILIN-16).
   * `unknown`: the sender's DNS did not answer.
   */
  byServer: boolean | 'unknown';
  signatures: readonly MailSignature[];
}

/**
 * The outcome of a proof; `retry` if the sender's DNS did not answer. `stale`: a signature would have proved it, but is
 * too old or from the future.
 */
export type ProofOutcome =
  | ({ kind: 'ok' } & ProvedSender)
  | { kind: 'retry' }
  | { kind: 'final'; detail: string; stale: boolean };

/** Another server's report about one of our messages (RFC 3464 2.3). */
export interface DeliveryReport {
  action: 'failed' | 'delayed' | 'delivered' | 'relayed' | 'expanded';
  /** Such as 5.1.1; empty if the report has none. */
  status: string;
  /** The other server's words. */
  detail: string;
}

/** Incoming email. */
export interface MailIn {
  parse(raw: Buffer): Promise<ParseOutcome>;
  /** Parses a delivery report; returns null for other emails. */
  report(raw: Buffer): Promise<DeliveryReport | null>;
  /** Checks whether the email really comes from the domain of this From address. */
  prove(raw: Buffer, from: string, peer: MailPeer): Promise<ProofOutcome>;
  /** Starts to listen; the handler decides what is accepted. */
  listen(handler: MailHandler): Promise<MailListener>;
}

/** A running listener. */
export interface MailListener {
  port: number;
  /** Checks whether it still accepts connections. */
  check(): { ok: true } | { ok: false; reason: string };
  /** Whether its current certificate is valid now. */
  certificate(): CertificateValidity['state'];
  /** Ends idle sessions, lets those that are sending an email finish, and closes the port. */
  close(): Promise<void>;
}
