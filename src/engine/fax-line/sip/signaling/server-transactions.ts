import { formatMessage, headerOf } from './message.ts';
import type { SipHeader, SipRequest } from './message.ts';
import { T2_MS, TIMEOUT_T1, t1Of } from './transaction.ts';
import type { TransactionWorld } from './transaction.ts';
import type { SipPeer } from './uri.ts';

/** Responds to one request; `stop` ends the retransmission of its final response. */
export interface Responder {
  readonly request: SipRequest;
  readonly from: SipPeer;
  /** Our tag of the call that this response may begin. */
  readonly localTag: string;
  /** Responses after a final one are ignored. */
  respond(status: number, reason: string, headers?: readonly SipHeader[], body?: string): void;
  stop(): void;
  readonly answered: boolean;
}

/** A request that may come again, and its last answer. */
interface Known {
  responder: Responder;
  last: string;
}

/** The server side (RFC 3261 17.2). */
export class ServerTransactions {
  readonly #world: TransactionWorld;
  readonly #known = new Map<string, Known>();
  readonly #timers = new Set<NodeJS.Timeout>();

  constructor(world: TransactionWorld) {
    this.#world = world;
  }

  /**
   * Registers a request and returns its responder. A repeated request gets its response again and null is returned, as
   * for an ACK that ends a refused INVITE.
   */
  take(request: SipRequest, from: SipPeer, localTag: string): Responder | null {
    const via = headerOf(request, 'via').split(';')[0] ?? '';
    const key = `${request.branch} ${via} ${request.method === 'ACK' ? 'INVITE' : request.method}`;
    const known = this.#known.get(key);
    if (known && request.method !== 'ACK') {
      if (known.last !== '') this.#world.send(known.last, from);
      return null;
    }
    if (known && request.branch !== '') {
      known.responder.stop();
      return null;
    }
    const invites = request.method === 'INVITE';
    const entry: Known = {
      last: '',
      responder: this.#responder(request, from, localTag, (text, final) => {
        entry.last = text;
        // However long it rang: an INVITE is known until its answer need not be repeated any more (timer H).
        if (final && invites) this.#forgetLater(key, entry);
      }),
    };
    if (request.method !== 'ACK') this.#known.set(key, entry);
    if (request.method !== 'ACK' && !invites) this.#forgetLater(key, entry);
    return entry.responder;
  }

  #forgetLater(key: string, entry: Known): void {
    const timer = setTimeout(
      () => {
        this.#timers.delete(timer);
        entry.responder.stop();
        this.#known.delete(key);
      },
      TIMEOUT_T1 * t1Of(this.#world),
    ).unref();
    this.#timers.add(timer);
  }

  /** The INVITE that a CANCEL means. */
  inviteOf(cancel: SipRequest): Responder | undefined {
    return [...this.#known.values()].find(
      ({ responder: { request } }) => request.method === 'INVITE' && request.branch === cancel.branch,
    )?.responder;
  }

  close(): void {
    for (const { responder } of this.#known.values()) responder.stop();
    for (const timer of this.#timers) clearTimeout(timer);
  }

  #responder(
    request: SipRequest,
    from: SipPeer,
    localTag: string,
    keep: (text: string, final: boolean) => void,
  ): Responder {
    const world = this.#world;
    let answered = false;
    let repeat: NodeJS.Timeout | undefined;
    const repeatAfter = (text: string, ms: number): void => {
      repeat = setTimeout(() => {
        world.send(text, from);
        repeatAfter(text, Math.min(ms * 2, T2_MS));
      }, ms).unref();
    };
    return {
      request,
      from,
      localTag,
      get answered() {
        return answered;
      },
      respond: (status, reason, headers = [], body = '') => {
        if (answered) return;
        answered = status >= 200;
        const all = [...answerHeaders(request, from, status, localTag), ...headers];
        const text = formatMessage(`SIP/2.0 ${status} ${reason}`, all, body);
        keep(text, answered);
        world.send(text, from);
        // A final response to an INVITE is repeated until it is acknowledged; over TCP only an acceptance is.
        const repeats = from.transport === 'udp' || status < 300;
        if (request.method === 'INVITE' && answered && repeats) repeatAfter(text, t1Of(world));
      },
      stop: () => clearTimeout(repeat),
    };
  }
}

/** Returns the headers that a response copies from its request (RFC 3261 8.2.6.2; `rport` by RFC 3581). */
function answerHeaders(request: SipRequest, from: SipPeer, status: number, localTag: string): SipHeader[] {
  const [top = '', ...others] = request.headers.get('via') ?? [];
  const seen = top.replace(/;\s*rport(?=;|\s|$)/i, `;received=${from.host};rport=${from.port}`);
  const to = headerOf(request, 'to');
  const tagged = request.toTag === '' && status > 100 ? `${to};tag=${localTag}` : to;
  const routes =
    request.method === 'INVITE' && status > 100 && status < 300 ? request.headers.get('record-route') : [];
  return [
    ...[seen, ...others].map<SipHeader>((via) => ['Via', via]),
    ...(routes ?? []).map<SipHeader>((route) => ['Record-Route', route]),
    ['From', headerOf(request, 'from')],
    ['To', tagged],
    ['Call-ID', request.callId],
    ['CSeq', headerOf(request, 'cseq')],
  ];
}
