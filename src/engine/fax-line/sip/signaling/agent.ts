import { newCall, newTag } from './call-identity.ts';
import { ClientTransactions } from './client-transactions.ts';
import type { ClientTransaction, TransactionListener } from './client-transactions.ts';
import { ALLOWED, Dialog, SDP, sipUri } from './dialog.ts';
import type { DialogAgent } from './dialog.ts';
import { answerChallenge, isChallenge } from './digest.ts';
import type { Credentials } from './digest.ts';
import { headerOf } from './message.ts';
import type { SipHeader, SipMessage, SipRequest } from './message.ts';
import { ServerTransactions } from './server-transactions.ts';
import type { Responder } from './server-transactions.ts';
import { TIMEOUT_T1, t1Of } from './transaction.ts';
import type { FinalResponse, RequestToSend } from './transaction.ts';
import { SipTransport } from './transport.ts';
import type { TlsTrust } from './transport.ts';
import { hostText, uriOf } from './uri.ts';
import type { SipPeer } from './uri.ts';

/** Options of a user agent: its port, its identity, and whom it accepts messages from. */
export interface AgentOptions {
  /** The address to bind to. */
  host: string;
  port: number;
  /** The address at which far ends reach it. */
  address: string;
  user: string;
  credentials?: Credentials | undefined;
  allows(host: string): boolean;
  tls: TlsTrust;
  t1Ms?: number | undefined;
}

/** An incoming call. */
export interface IncomingCall {
  request: SipRequest;
  refuse(status: number, reason: string): void;
  /** Accepts it; returns null if the caller hung up first. `ack` is the caller's ACK. */
  accept(sdp: string): Promise<{ dialog: Dialog; ack: SipRequest } | null>;
}

/** Receives each message of a call; `out` means that we sent it. */
export type MessageWatch = (out: boolean, text: string) => void;

const MAX_CHALLENGES = 3;

/** A minimal SIP user agent: calls, registration and pings of one trunk (RFC 3261). */
export class SipAgent implements DialogAgent {
  onCall: (call: IncomingCall) => void = (call) => call.refuse(480, 'Temporarily Unavailable');
  readonly #options: AgentOptions;
  readonly #transport: SipTransport;
  readonly #clients: ClientTransactions;
  readonly #servers: ServerTransactions;
  readonly #dialogs = new Map<string, Dialog>();
  /** Accepted calls that wait for the ACK. */
  readonly #accepting = new Map<string, (ack: SipRequest) => void>();
  readonly #watches = new Map<string, MessageWatch>();

  constructor(options: AgentOptions) {
    this.#options = options;
    this.#transport = new SipTransport(
      {
        allows: (host) => options.allows(host),
        received: (message, from) => this.#received(message, from),
        unreachable: (peer) => this.#clients.unreachable(peer),
      },
      options.tls,
    );
    const world = {
      send: (text: string, peer: SipPeer) => {
        this.#watches.get(callIdOf(text))?.(true, text);
        this.#transport.send(text, peer);
      },
      sentBy: () => `${hostText(options.address)}:${this.#transport.port}`,
      t1Ms: options.t1Ms,
    };
    this.#clients = new ClientTransactions(world);
    this.#servers = new ServerTransactions(world);
  }

  async open(): Promise<this> {
    await this.#transport.open(this.#options.host, this.#options.port);
    return this;
  }

  close(): void {
    this.#clients.close();
    this.#servers.close();
    this.#transport.close();
  }

  get port(): number {
    return this.#transport.port;
  }

  contact(transport: SipPeer['transport']): string {
    const { user, address } = this.#options;
    const over = transport === 'udp' ? '' : `;transport=${transport}`;
    return `<${sipUri(user, address)}:${this.port}${over}>`;
  }

  /** Calls `passed` for every message of a call until the returned function is called. */
  watch(callId: string, passed: MessageWatch): () => void {
    this.#watches.set(callId, passed);
    return () => void this.#watches.delete(callId);
  }

  sendOnly(request: RequestToSend): () => void {
    return this.#clients.sendOnly(request);
  }

  /** Routes the far end's requests within this call to the dialog from now on. */
  join(dialog: Dialog): void {
    this.#dialogs.set(dialog.key, dialog);
  }

  forget(dialog: Dialog): void {
    this.#dialogs.delete(dialog.key);
  }

  async ask(
    make: (authorization: readonly SipHeader[]) => RequestToSend,
    listener: TransactionListener = {},
    begun: (transaction: ClientTransaction) => void = () => undefined,
  ): Promise<FinalResponse> {
    let authorization: SipHeader[] = [];
    let nonce = '';
    for (let tries = 0; ; tries += 1) {
      const request = make(authorization);
      const transaction = this.#clients.send(request, listener);
      begun(transaction);
      const response = await transaction.final;
      const { credentials } = this.#options;
      if (!response || !credentials || !isChallenge(response) || tries === MAX_CHALLENGES) return response;
      const answer = answerChallenge(response, request, credentials, nonce);
      if (!answer) return response;
      authorization = [answer.header];
      nonce = answer.nonce;
    }
  }

  /** Sends a request outside of calls: OPTIONS or REGISTER. Also returns null if no response came within `withinMs`. */
  async askOnce(
    method: 'OPTIONS' | 'REGISTER',
    to: string,
    peer: SipPeer,
    { more = [], withinMs }: { more?: readonly SipHeader[]; withinMs?: number } = {},
  ): Promise<FinalResponse> {
    const call = newCall();
    const registers = method === 'REGISTER';
    const from = registers ? to : sipUri(this.#options.user, this.#options.address);
    let cseq = 0;
    const bound = (transaction: ClientTransaction): void => {
      if (withinMs !== undefined) setTimeout(() => transaction.close(), withinMs).unref();
    };
    const request = (authorization: readonly SipHeader[]): RequestToSend => ({
      method,
      uri: registers ? to.replace(/^sip:[^@]*@/, 'sip:') : to,
      peer,
      headers: [
        ['From', `<${from}>;tag=${call.tag}`],
        ['To', `<${to}>`],
        ['Call-ID', call.id],
        ['CSeq', `${(cseq += 1)} ${method}`],
        ['Contact', this.contact(peer.transport)],
        ...more,
        ...authorization,
      ],
    });
    return await this.ask(request, {}, bound);
  }

  #received(message: SipMessage, from: SipPeer): void {
    this.#watches.get(message.callId)?.(false, message.text);
    if (message.kind === 'response') return this.#clients.take(message);
    const responder = this.#servers.take(message, from, newTag());
    if (!responder) return;
    const key = `${message.callId} ${message.toTag}`;
    const dialog = message.toTag === '' ? undefined : this.#dialogs.get(key);
    if (message.method === 'ACK') {
      this.#accepting.get(key)?.(message);
      return dialog?.take(responder);
    }
    if (message.method === 'CANCEL') return this.#cancelled(responder);
    if (dialog) return dialog.take(responder);
    if (message.toTag !== '') return responder.respond(481, 'Call Does Not Exist');
    if (message.method === 'INVITE') return this.#called(responder);
    if (message.method === 'OPTIONS')
      return responder.respond(200, 'OK', [ALLOWED, ['Accept', 'application/sdp']]);
    responder.respond(405, 'Method Not Allowed', [ALLOWED]);
  }

  #cancelled(responder: Responder): void {
    const invite = this.#servers.inviteOf(responder.request);
    responder.respond(invite ? 200 : 481, invite ? 'OK' : 'Call Does Not Exist');
    invite?.respond(487, 'Request Terminated');
  }

  #called(responder: Responder): void {
    this.onCall({
      request: responder.request,
      refuse: (status, reason) => responder.respond(status, reason),
      accept: async (sdp) => await this.#accept(responder, sdp),
    });
    responder.respond(100, 'Trying');
  }

  async #accept(responder: Responder, sdp: string): ReturnType<IncomingCall['accept']> {
    if (responder.answered) return null;
    const { request, from } = responder;
    const dialog = new Dialog(this, {
      callId: request.callId,
      local: { uri: uriOf(headerOf(request, 'to')), tag: responder.localTag },
      remote: { uri: uriOf(headerOf(request, 'from')), tag: request.fromTag },
      target: uriOf(headerOf(request, 'contact')) || uriOf(headerOf(request, 'from')),
      routes: request.headers.get('record-route') ?? [],
      peer: from,
      cseq: 0,
    });
    this.join(dialog);
    dialog.accepted(responder);
    const acked = Promise.withResolvers<SipRequest | null>();
    const late = setTimeout(() => acked.resolve(null), TIMEOUT_T1 * t1Of(this.#options)).unref();
    this.#accepting.set(dialog.key, acked.resolve);
    responder.respond(200, 'OK', [['Contact', this.contact(from.transport)], ALLOWED, SDP], sdp);
    const ack = await acked.promise;
    clearTimeout(late);
    this.#accepting.delete(dialog.key);
    if (ack) return { dialog, ack };
    // No ACK arrived: the call is over (RFC 3261 13.3.1.4).
    await dialog.end();
    return null;
  }
}

/** Returns the Call-ID of a message that we wrote. */
function callIdOf(text: string): string {
  return /^Call-ID: (.*)$/m.exec(text)?.[1]?.trim() ?? '';
}
