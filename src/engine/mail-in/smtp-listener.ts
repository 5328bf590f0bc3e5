import { BlockList } from 'node:net';
import type { AddressInfo } from 'node:net';
import type { Logger } from 'pino';
import { SMTPServer } from 'smtp-server';
import type {
  SMTPServerAuthentication,
  SMTPServerAuthenticationResponse,
  SMTPServerDataStream,
  SMTPServerError,
  SMTPServerSession,
} from 'smtp-server';

import { logEvent } from '../log/engine-events.ts';
import { judgeCertificate } from './certificate.ts';
import { LARGE_AT_WORK, MAX_WAITING, MEMORY_BYTES, SESSION_MS, SMALL_AT_WORK } from './limits.ts';
import type { MailAnswer, MailHandler, MailListener, MailPeer } from './port.ts';
import type { TlsPair } from './self-signed.ts';
import { createSenders } from './senders.ts';
import { answerToFault, SAY, refusal } from './smtp-answers.ts';
import { UNUSED, smtpSettings } from './smtp-settings.ts';
import type { Spool } from './spool.ts';
import { createTurns } from './turns.ts';

/** Options of the listener. */
export interface ListenerOptions {
  host: string;
  port: number;
  /** The name in its greeting. */
  name: string;
  tls: TlsPair;
  /** Addresses of front servers that may name their client by XCLIENT or XFORWARD; their sessions are not counted. */
  fronts: readonly string[];
  maxRecipients: number;
  /** Size limit of an email in bytes. */
  maxBytes: number;
  /** How long a session may last without a complete email, in milliseconds; default SESSION_MS. */
  sessionMs?: number;
  spool: Spool;
  log: Logger;
}

const loopback = new BlockList();
loopback.addSubnet('127.0.0.0', 8);
loopback.addAddress('::1', 'ipv6');

/** A listener whose certificate can be replaced while it runs. */
export type SmtpMailListener = MailListener & { useTls(tls: TlsPair): void };

/** Listens for email by SMTP (RFC 5321) with STARTTLS; the handler decides what is accepted. */
export async function openSmtpListener(
  options: ListenerOptions,
  handler: MailHandler,
): Promise<SmtpMailListener> {
  const listener = new SmtpListener(options, handler);
  await listener.open();
  return listener;
}

/** Data about a session in addition to the library's. */
interface Entered {
  address: string;
  counted: boolean;
  timer: NodeJS.Timeout;
}

type Done = (error?: SMTPServerError | null, text?: string) => void;

class SmtpListener implements SmtpMailListener {
  readonly #options: ListenerOptions;
  readonly #handler: MailHandler;
  readonly #server: SMTPServer;
  readonly #senders = createSenders();
  readonly #largeTurns = createTurns(LARGE_AT_WORK, MAX_WAITING);
  readonly #smallTurns = createTurns(SMALL_AT_WORK, MAX_WAITING);
  #tls: TlsPair;
  readonly #entered = new WeakMap<SMTPServerSession, Entered>();

  constructor(options: ListenerOptions, handler: MailHandler) {
    this.#options = options;
    this.#handler = handler;
    this.#tls = options.tls;
    this.#server = new SMTPServer({
      ...smtpSettings(options),
      onConnect: (session, done) => this.#enter(session, done),
      onSecure: (_, session, done) => {
        session.disabledCommands = UNUSED;
        done();
      },
      onClose: (session) => this.#leave(session),
      onAuth: (auth, session, done) => this.#logIn(auth, session, done),
      onRcptTo: ({ address }, session, done) => {
        this.#answer(this.#handler.recipient(address, this.#peerOf(session)), done);
      },
      onData: (stream, session, done) => this.#answer(this.#take(stream, session), done),
    });
    // Clients that hang up or do not speak TLS: nothing is wrong on our side.
    this.#server.on('error', (error) =>
      logEvent(options.log, 'mail-in.session-failed', { reason: error.message }),
    );
  }

  get port(): number {
    const address = this.#server.server.address() as AddressInfo | null;
    return address?.port ?? 0;
  }

  async open(): Promise<void> {
    const { server } = this.#server;
    await new Promise<void>((resolve, reject) => {
      server.once('error', reject);
      this.#server.listen(this.#options.port, this.#options.host, () => {
        server.removeListener('error', reject);
        resolve();
      });
    });
  }

  check(): ReturnType<MailListener['check']> {
    if (this.#server.server.listening) return { ok: true };
    return { ok: false, reason: 'the mail listener is closed' };
  }

  certificate(): ReturnType<MailListener['certificate']> {
    return judgeCertificate(this.#tls.cert).state;
  }

  /** Uses the certificate for sessions that start TLS from now on. */
  useTls(tls: TlsPair): void {
    this.#tls = tls;
    this.#server.updateSecureContext({ ...tls });
  }

  async close(): Promise<void> {
    await new Promise<void>((resolve) => {
      this.#server.close(() => resolve());
      // Idle clients would delay shutdown; those sending an email may finish it.
      for (const connection of this.#server.connections)
        if (!connection.session.envelope?.mailFrom) connection.send(421, 'The server is shutting down.');
    });
  }

  #enter(session: SMTPServerSession, done: Done): void {
    const { remoteAddress: address } = session;
    const counted = !this.#options.fronts.includes(address);
    if (counted && !this.#senders.enter(address)) {
      done(refusal(SAY.busy));
      return;
    }
    if (!isLoopback(address)) session.disabledCommands = [...UNUSED, 'AUTH'];
    this.#entered.set(session, { address, counted, timer: this.#deadline(session) });
    done();
  }

  #leave(session: SMTPServerSession): void {
    const own = this.#entered.get(session);
    if (!own) return;
    clearTimeout(own.timer);
    if (own.counted) this.#senders.leave(own.address);
    this.#entered.delete(session);
  }

  #deadline(session: SMTPServerSession): NodeJS.Timeout {
    return setTimeout(() => {
      for (const connection of this.#server.connections)
        if (connection.session === session) connection.send(421, 'This takes too long. Try again later.');
    }, this.#options.sessionMs ?? SESSION_MS).unref();
  }

  #logIn(
    { method, username = '', password }: SMTPServerAuthentication,
    session: SMTPServerSession,
    done: (error: Error | null, response?: SMTPServerAuthenticationResponse) => void,
  ): void {
    const { remoteAddress: address } = session;
    // A client identity claimed by a front server (XCLIENT LOGIN) proves nothing to us.
    if (method === 'XCLIENT') return done(refusal(SAY.wrong));
    if (!session.secure && !isLoopback(address)) return done(refusal(SAY.plain));
    if (!this.#senders.mayLogIn(address)) return done(refusal(SAY.busy));
    this.#handler.login(username, password ?? '', address).then(
      (login) => {
        if (login === 'wait') return done(refusal(SAY.busy));
        if (login !== null) return done(null, { user: login });
        this.#senders.wrongLogin(address);
        return done(refusal(SAY.wrong));
      },
      (error: unknown) => done(this.#failed(error)),
    );
  }

  #answer(work: Promise<MailAnswer>, done: Done): void {
    work.then(
      (said) => done(refusal(said), said.text),
      (error: unknown) => done(this.#failed(error)),
    );
  }

  #failed(error: unknown): SMTPServerError | null {
    logEvent(this.#options.log, 'mail-in.message-failed', { err: error });
    return refusal(SAY.later);
  }

  #peerOf(session: SMTPServerSession): MailPeer {
    const { envelope, xForward, xClient } = session;
    const first = this.#entered.get(session)?.address ?? session.remoteAddress;
    const named = Boolean(xForward.get('ADDR')) || Boolean(xClient.get('ADDR'));
    return {
      address: session.remoteAddress,
      addressKnown: named || !this.#options.fronts.includes(first),
      helo: session.hostNameAppearsAs || '',
      login: typeof session.user === 'number' ? session.user : null,
      sender: envelope.mailFrom ? envelope.mailFrom.address : '',
      recipients: envelope.rcptTo.map(({ address }) => address),
    };
  }

  async #take(stream: SMTPServerDataStream, session: SMTPServerSession): Promise<MailAnswer> {
    const peer = this.#peerOf(session);
    const { maxBytes } = this.#options;
    const mail = await this.#options.spool.take(stream, maxBytes);
    if (typeof mail === 'string') return answerToFault(mail, maxBytes);
    try {
      const turns = mail.bytes > MEMORY_BYTES ? this.#largeTurns : this.#smallTurns;
      const said = await turns.take(async () => await this.#handler.message({ ...peer, ...mail }));
      return said ?? SAY.full;
    } finally {
      await mail.discard();
      const own = this.#entered.get(session);
      // The next email of this session gets its own time limit.
      own?.timer.refresh();
    }
  }
}

function isLoopback(address: string): boolean {
  return loopback.check(address, address.includes(':') ? 'ipv6' : 'ipv4');
}
