import { setTimeout as pause } from 'node:timers/promises';

import { headerOf } from './message.ts';
import type { SipHeader, SipMessage, SipResponse } from './message.ts';
import { parseSdp } from './sdp.ts';
import type { SessionMedia } from './sdp.ts';
import type { TransactionListener } from './client-transactions.ts';
import type { Responder } from './server-transactions.ts';
import type { FinalResponse, RequestToSend } from './transaction.ts';
import { hostText, peerOf, uriOf } from './uri.ts';
import type { SipPeer } from './uri.ts';

/** The parts of the agent that a dialog needs. */
export interface DialogAgent {
  /** Sends a request, with our credentials if the response demands them. */
  ask(
    make: (authorization: readonly SipHeader[]) => RequestToSend,
    listener?: TransactionListener,
  ): Promise<FinalResponse>;
  sendOnly(request: RequestToSend): () => void;
  contact(transport: SipPeer['transport']): string;
  forget(dialog: Dialog): void;
}

/** Both ends of a call, as identified by its first request and response (RFC 3261 12.1). */
export interface DialogEnds {
  callId: string;
  local: { uri: string; tag: string };
  remote: { uri: string; tag: string };
  /** Where to send requests: the Contact of the far end. */
  target: string;
  routes: readonly string[];
  /** Where the far end's messages came from; over TCP and TLS, its connection is used for the whole call. */
  peer: SipPeer;
  cseq: number;
}

/** Handles an offer of the far end: returns a description, or null to reject it (488). */
export type OfferAnswer = (offer: SessionMedia | null) => string | null;

export const ALLOWED: SipHeader = ['Allow', 'INVITE, ACK, BYE, CANCEL, OPTIONS, UPDATE'];
export const SDP: SipHeader = ['Content-Type', 'application/sdp'];

/** Attempts for an offer that collides with one of the far end (RFC 3261 14.1). */
const GLARE_TRIES = 4;

/** An answered call (RFC 3261 12 to 15). */
export class Dialog {
  /** Answers offers of the far end; until it is set, all are rejected. */
  onOffer: OfferAnswer = () => null;
  /** The far end has hung up; `reason` is its Reason header. */
  onEnd: (reason: string) => void = () => undefined;
  readonly #agent: DialogAgent;
  readonly #ends: DialogEnds;
  #target: string;
  #cseq: number;
  #heard = 0;
  #offering = false;
  #over = false;
  #acknowledgeLast: () => void = () => undefined;
  /** The far end's request whose acceptance waits for an ACK. */
  #unacknowledged: Responder | undefined;

  constructor(agent: DialogAgent, ends: DialogEnds) {
    this.#agent = agent;
    this.#ends = ends;
    this.#target = ends.target;
    this.#cseq = ends.cseq;
  }

  get over(): boolean {
    return this.#over;
  }

  get key(): string {
    return `${this.#ends.callId} ${this.#ends.local.tag}`;
  }

  isWith(remoteTag: string): boolean {
    return this.#ends.remote.tag === remoteTag;
  }

  /** Acknowledges the acceptance of our INVITE; `acknowledgeAgain` repeats that. */
  acknowledge(cseq: number): void {
    this.#acknowledgeLast = this.#agent.sendOnly(this.#request('ACK', cseq, []));
  }

  acknowledgeAgain(): void {
    this.#acknowledgeLast();
  }

  /** Notes that the far end's INVITE was accepted and its ACK is still to come. */
  accepted(responder: Responder): void {
    this.#unacknowledged = responder;
  }

  /**
   * Offers other media; returns the far end's response. An offer that collides with one of the far end is repeated,
   * unless that one has made it unnecessary.
   */
  async offer(sdp: string, stillWanted: () => boolean): Promise<FinalResponse> {
    this.#offering = true;
    try {
      for (let tries = 1; ; tries += 1) {
        let cseq = 0;
        const answer = await this.#agent.ask(
          (authorization) => {
            cseq = this.#cseq += 1;
            return this.#request('INVITE', cseq, [ALLOWED, SDP, ...authorization], sdp);
          },
          { repeated: () => this.acknowledgeAgain() },
        );
        if (answer && answer.status < 300) {
          this.#move(answer);
          this.acknowledge(cseq);
          return answer;
        }
        if (answer?.status !== 491 || tries === GLARE_TRIES) return answer;
        this.#offering = false;
        await pause(Math.random() * 2_000);
        if (this.#over || !stillWanted()) return answer;
        this.#offering = true;
      }
    } finally {
      this.#offering = false;
    }
  }

  /** Hangs up, unless the far end already has. */
  async end(): Promise<void> {
    if (this.#over) return;
    this.#finish();
    await this.#agent.ask((authorization) => this.#request('BYE', (this.#cseq += 1), authorization));
  }

  /** Processes a request of the far end within this call. */
  take(responder: Responder): void {
    const { request } = responder;
    if (request.method === 'ACK') return this.#acknowledged();
    if (request.cseq < this.#heard) return responder.respond(500, 'Out of order');
    this.#heard = request.cseq;
    if (request.method === 'BYE') return this.#hungUp(responder);
    if (request.method === 'INVITE' || request.method === 'UPDATE') return this.#offered(responder);
    if (request.method === 'OPTIONS' || request.method === 'INFO') return responder.respond(200, 'OK');
    responder.respond(405, 'Method Not Allowed', [ALLOWED]);
  }

  #acknowledged(): void {
    this.#unacknowledged?.stop();
    this.#unacknowledged = undefined;
  }

  #hungUp(responder: Responder): void {
    responder.respond(200, 'OK');
    if (this.#over) return;
    this.#finish();
    this.onEnd(headerOf(responder.request, 'reason'));
  }

  #offered(responder: Responder): void {
    const { request } = responder;
    if (this.#over) return responder.respond(481, 'Call Does Not Exist');
    if (this.#offering && request.body !== '') return responder.respond(491, 'Request Pending');
    this.#move(request);
    const sdp = this.onOffer(request.body === '' ? null : parseSdp(request.body));
    if (sdp === null) return responder.respond(488, 'Not Acceptable Here');
    // An UPDATE without a description only keeps the call alive.
    const silent = request.method === 'UPDATE' && request.body === '';
    const headers = [...this.#identity(request), ...(silent ? [] : [SDP])];
    responder.respond(200, 'OK', headers, silent ? '' : sdp);
    if (request.method === 'INVITE') this.#unacknowledged = responder;
  }

  /** Accepts session timers as the far end requests them, refreshed by it (RFC 4028 9). */
  #identity(request: SipMessage): SipHeader[] {
    const expires = headerOf(request, 'session-expires');
    const contact: SipHeader = ['Contact', this.#agent.contact(this.#ends.peer.transport)];
    if (expires === '') return [contact, ALLOWED];
    const refreshed = /refresher=/i.test(expires) ? expires : `${expires};refresher=uac`;
    return [contact, ALLOWED, ['Session-Expires', refreshed], ['Require', 'timer']];
  }

  #move(message: SipResponse | SipMessage): void {
    const contact = headerOf(message, 'contact');
    if (contact !== '') this.#target = uriOf(contact);
  }

  #finish(): void {
    this.#over = true;
    this.#unacknowledged?.stop();
    this.#agent.forget(this);
  }

  #request(method: string, cseq: number, more: readonly SipHeader[], body?: string): RequestToSend {
    const { callId, local, remote, routes, peer } = this.#ends;
    return {
      method,
      uri: this.#target,
      peer: this.#nextHop(),
      body,
      headers: [
        ...routes.map<SipHeader>((route) => ['Route', route]),
        ['From', `<${local.uri}>;tag=${local.tag}`],
        ['To', remote.tag === '' ? `<${remote.uri}>` : `<${remote.uri}>;tag=${remote.tag}`],
        ['Call-ID', callId],
        ['CSeq', `${cseq} ${method}`],
        ['Contact', this.#agent.contact(peer.transport)],
        ...more,
      ],
    };
  }

  #nextHop(): SipPeer {
    const { routes, peer } = this.#ends;
    if (peer.transport !== 'udp') return peer;
    return peerOf(uriOf(routes[0] ?? '')) ?? peerOf(this.#target) ?? peer;
  }
}

/** Returns the URI of one end, as written in From and To. */
export function sipUri(user: string, host: string): string {
  return user === ''
    ? `sip:${hostText(host)}`
    : `sip:${encodeURIComponent(user).replaceAll('%2B', '+')}@${hostText(host)}`;
}
