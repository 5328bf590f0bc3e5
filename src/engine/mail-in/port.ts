import type { CertificateValidity } from './certificate.ts';

export { judgeCertificate } from './certificate.ts';

/** What a sending server is answered: final answers make it tell the sender, the others make it come again. */
export type MailAnswer =
  | { kind: 'ok'; text: string }
  | { kind: 'retry'; code: 421 | 450 | 451 | 452; text: string }
  | { kind: 'final'; code: 535 | 538 | 550 | 552 | 554; text: string };

/** Who is at the other end, as far as the session has come. */
export interface MailPeer {
  /** The client's address; a trusted front server may have named the real one. */
  address: string;
  /** False behind a front server that didn't say who its client was: then the address proves nothing. */
  addressKnown: boolean;
  /** What it called itself. */
  helo: string;
  /** What `login` gave back, else null. */
  login: number | null;
  /** The envelope's sender; empty for bounces. */
  sender: string;
  /** Accepted recipients so far, as written. */
  recipients: readonly string[];
}

/** A mail that has come in completely; its bytes may lie on the disk. */
export interface ReceivedMail extends MailPeer {
  bytes: number;
  read(): Promise<Buffer>;
}

/** What the product decides in a session. Whatever it throws is answered with «try again later» and logged. */
export interface MailHandler {
  /** Checks a login; the number is handed on as `login`. Null is a wrong password, `wait` says to try later. */
  login(username: string, password: string, address: string): Promise<number | null | 'wait'>;
  /** Whether mails to this address are taken. */
  recipient(address: string, peer: MailPeer): Promise<MailAnswer>;
  /** Takes the mail: «ok» is a promise, so it may be given only after the commit. */
  message(mail: ReceivedMail): Promise<MailAnswer>;
}

/** A file in a mail. */
export interface MailFile {
  /** As the sender named it; empty when it has no name. */
  name: string;
  /** Lower-case MIME type. */
  type: string;
  bytes: Uint8Array;
}

/** Why a mail was written by a machine (RFC 3834, RFC 2919). */
export type Automatic = 'reply' | 'notice' | 'list';

/** A mail taken apart. Texts are what the sender wrote: check and cut them before use. */
export interface ParsedMail {
  /** The one address of the one From header, in lower case. */
  from: string;
  /** Without brackets; empty when the mail has none. */
  messageId: string;
  /** The Date header as written; empty when there is none. */
  date: string;
  subject: string;
  /** The text for people: without signature and quoted mails, HTML turned into text. */
  text: string;
  files: MailFile[];
  automatic: Automatic | null;
  /** Servers that it came through. */
  hops: number;
}

/** Outcome of taking a mail apart; `from`: not exactly one sender, `malformed`: more parts or headers than any person's mail. */
export type ParseOutcome = { kind: 'ok'; mail: ParsedMail } | { kind: 'final'; reason: 'from' | 'malformed' };

/** How the domain of a From address was proved. */
export type Proof = 'dmarc' | 'dkim' | 'spf';

/** A DKIM signature of the sender's domain that is good now. */
export interface MailSignature {
  /** By which a used one is known again, in hex. */
  mark: string;
  /** Addresses in the To and Cc headers that it covers, as written. */
  to: readonly string[];
}

/** A sender that is proved. */
export interface ProvedSender {
  by: Proof;
  /**
   * The server that brought the mail may send for the domain (SPF). Otherwise only signatures speak for it: anybody who
   * holds the mail could have sent it again, so the recipients must stand in what was signed (A-MAILIN-16).
   * `unknown`: the sender's DNS did not answer.
   */
  byServer: boolean | 'unknown';
  signatures: readonly MailSignature[];
}

/**
 * Outcome of a proof; `retry` when the sender's DNS did not answer. `stale`: it would have been proved by a signature, but
 * that is too old or from the future.
 */
export type ProofOutcome =
  | ({ kind: 'ok' } & ProvedSender)
  | { kind: 'retry' }
  | { kind: 'final'; detail: string; stale: boolean };

/** What another server says became of a mail of ours (RFC 3464 2.3). */
export interface DeliveryReport {
  action: 'failed' | 'delayed' | 'delivered' | 'relayed' | 'expanded';
  /** Like 5.1.1; empty when the report names none. */
  status: string;
  /** The other server's words. */
  detail: string;
}

/** Mail that comes to us. */
export interface MailIn {
  parse(raw: Buffer): Promise<ParseOutcome>;
  /** Null for mails that are no reports. */
  report(raw: Buffer): Promise<DeliveryReport | null>;
  /** Whether the mail really comes from the domain of this From address. */
  prove(raw: Buffer, from: string, peer: MailPeer): Promise<ProofOutcome>;
  /** Starts to listen; the handler decides. */
  listen(handler: MailHandler): Promise<MailListener>;
}

/** A listener that runs. */
export interface MailListener {
  port: number;
  /** Whether it still takes connections. */
  check(): { ok: true } | { ok: false; reason: string };
  /** Whether the certificate that it shows now may be shown today. */
  certificate(): CertificateValidity['state'];
  /** Ends sessions that wait, lets the ones finish that bring a mail, and closes the port. */
  close(): Promise<void>;
}
