import { randomBytes } from 'node:crypto';

import { formatMessage, headerOf } from './message.ts';
import type { SipHeader, SipResponse } from './message.ts';
import { T2_MS, TIMEOUT_T1, t1Of } from './transaction.ts';
import type { FinalResponse, RequestToSend, TransactionWorld } from './transaction.ts';
import type { SipPeer } from './uri.ts';

/** Receives the responses to a request other than its first final one. */
export interface TransactionListener {
  /** An INVITE's acceptance came again, perhaps from another far end: its dialog acknowledges it. */
  repeated?(response: SipResponse): void;
}

/** One request in progress (RFC 3261 17.1). */
export class ClientTransaction {
  /** Null if there is no response. */
  readonly final: Promise<FinalResponse>;
  readonly #world: TransactionWorld;
  readonly #request: RequestToSend;
  readonly #listener: TransactionListener;
  readonly #via: SipHeader;
  readonly #resolve: (response: FinalResponse) => void;
  #rang = false;
  #finished = false;
  #cancelled = false;
  #repeat: NodeJS.Timeout | undefined;
  #end: NodeJS.Timeout | undefined;

  constructor(
    world: TransactionWorld,
    request: RequestToSend,
    branch: string,
    listener: TransactionListener,
  ) {
    this.#world = world;
    this.#request = request;
    this.#listener = listener;
    this.#via = viaOf(world, request, branch);
    const { promise, resolve } = Promise.withResolvers<FinalResponse>();
    this.final = promise;
    this.#resolve = resolve;
  }

  begin(): void {
    if (this.#request.peer.transport === 'udp') this.#repeatAfter(t1Of(this.#world));
    this.#endAfter(null);
    write(this.#world, this.#request, this.#via);
  }

  take(response: SipResponse): void {
    if (response.status < 200) return this.#ringing();
    if (this.#invites && response.status >= 300) this.#acknowledge(response);
    if (this.#finished) this.#listener.repeated?.(response);
    else this.#finish(response);
  }

  /** Handles an unreachable peer. A request that already got a response continues (RFC 3261 8.1.3.1). */
  failIfTo({ host, port, transport }: SipPeer): void {
    const { peer } = this.#request;
    const same = peer.host === host && peer.port === port && peer.transport === transport;
    if (same && !this.#rang && !this.#finished) this.#finish(null);
  }

  /** Cancels an INVITE that has not been answered yet (RFC 3261 9.1). */
  cancel(): void {
    if (this.#cancelled || this.#finished) return;
    this.#cancelled = true;
    // Before the first response there is nothing to cancel yet.
    if (this.#rang) this.#sendCancel();
  }

  /** Ends with the agent: no more responses will arrive. */
  close(): void {
    if (!this.#finished) this.#finish(null);
  }

  get #invites(): boolean {
    return this.#request.method === 'INVITE';
  }

  #ringing(): void {
    if (!this.#invites) return;
    this.#stopTimers();
    if (this.#cancelled && !this.#rang) this.#sendCancel();
    this.#rang = true;
  }

  #finish(response: FinalResponse): void {
    this.#finished = true;
    this.#stopTimers();
    this.#resolve(response);
  }

  #stopTimers(): void {
    clearTimeout(this.#repeat);
    clearTimeout(this.#end);
  }

  #endAfter(response: FinalResponse): void {
    const act = (): void => {
      if (!this.#finished) this.#finish(response);
    };
    this.#end = setTimeout(act, TIMEOUT_T1 * t1Of(this.#world));
  }

  #repeatAfter(ms: number): void {
    this.#repeat = setTimeout(() => {
      write(this.#world, this.#request, this.#via);
      this.#repeatAfter(this.#invites ? ms * 2 : Math.min(ms * 2, T2_MS));
    }, ms);
  }

  /** Acknowledges a refused INVITE within its own transaction (RFC 3261 17.1.1.3). */
  #acknowledge(response: SipResponse): void {
    const headers = sharedHeaders(this.#request, 'ACK').map<SipHeader>(([name, value]) => [
      name,
      name === 'To' ? headerOf(response, 'to') : value,
    ]);
    write(this.#world, { ...this.#request, method: 'ACK', headers, body: '' }, this.#via);
  }

  #sendCancel(): void {
    const headers = sharedHeaders(this.#request, 'CANCEL');
    write(this.#world, { ...this.#request, method: 'CANCEL', headers, body: '' }, this.#via);
    // Some far ends never respond to an INVITE after its CANCEL.
    this.#endAfter(noAnswer());
  }
}

/** The client side of transactions over one transport. */
export class ClientTransactions {
  readonly #world: TransactionWorld;
  readonly #under = new Map<string, ClientTransaction>();
  readonly #timers = new Set<NodeJS.Timeout>();
  #closed = false;

  constructor(world: TransactionWorld) {
    this.#world = world;
  }

  /** Sends an ACK, which gets no response; the returned function sends the same bytes again (RFC 3261 13.2.2.4). */
  sendOnly(request: RequestToSend): () => void {
    const via = viaOf(this.#world, request, newBranch());
    const send = (): void => write(this.#world, request, via);
    send();
    return send;
  }

  send(request: RequestToSend, listener: TransactionListener = {}): ClientTransaction {
    const branch = newBranch();
    const transaction = new ClientTransaction(this.#world, request, branch, listener);
    const key = keyOf(branch, request.method);
    this.#under.set(key, transaction);
    void transaction.final.then(() => this.#forget(key));
    if (this.#closed) transaction.close();
    else transaction.begin();
    return transaction;
  }

  /** Processes a response; one of an unknown transaction is dropped. */
  take(response: SipResponse): void {
    this.#under.get(keyOf(response.branch, response.cseqMethod))?.take(response);
  }

  unreachable(peer: SipPeer): void {
    for (const transaction of this.#under.values()) transaction.failIfTo(peer);
  }

  close(): void {
    this.#closed = true;
    for (const transaction of this.#under.values()) transaction.close();
    for (const timer of this.#timers) clearTimeout(timer);
    this.#under.clear();
  }

  /** Forgets a transaction later: repeated responses are acknowledged for as long as they may arrive. */
  #forget(key: string): void {
    if (this.#closed) return;
    const timer = setTimeout(
      () => {
        this.#timers.delete(timer);
        this.#under.delete(key);
      },
      TIMEOUT_T1 * t1Of(this.#world),
    ).unref();
    this.#timers.add(timer);
  }
}

function write(world: TransactionWorld, request: RequestToSend, via: SipHeader): void {
  const { method, uri, headers, body, peer } = request;
  const all: SipHeader[] = [via, ['Max-Forwards', '70'], ...headers];
  world.send(formatMessage(`${method} ${uri} SIP/2.0`, all, body), peer);
}

/** Returns the Via header; `alias` requests that the far end reuse the open connection for its requests (RFC 5923). */
function viaOf(world: TransactionWorld, { peer }: RequestToSend, branch: string): SipHeader {
  const reuse = peer.transport === 'udp' ? '' : ';alias';
  const by = `${peer.transport.toUpperCase()} ${world.sentBy()}`;
  return ['Via', `SIP/2.0/${by};branch=${branch};rport${reuse}`];
}

/** Returns a new branch; its prefix marks it as unique (RFC 3261 8.1.1.7). */
function newBranch(): string {
  return `z9hG4bK${randomBytes(10).toString('hex')}`;
}

function keyOf(branch: string, method: string): string {
  return `${branch} ${method}`;
}

/** Returns the headers that a request shares with another one of its transaction. */
function sharedHeaders({ headers }: RequestToSend, method: 'ACK' | 'CANCEL'): SipHeader[] {
  return headers.flatMap<SipHeader>(([name, value]) => {
    if (name === 'CSeq') return [[name, `${Number.parseInt(value, 10)} ${method}`]];
    return ['Route', 'From', 'To', 'Call-ID'].includes(name) ? [[name, value]] : [];
  });
}

function noAnswer(): SipResponse {
  return {
    kind: 'response',
    text: '',
    status: 487,
    reason: 'No answer after CANCEL',
    headers: new Map(),
    body: '',
    branch: '',
    callId: '',
    cseq: 0,
    cseqMethod: 'INVITE',
    fromTag: '',
    toTag: '',
  };
}
