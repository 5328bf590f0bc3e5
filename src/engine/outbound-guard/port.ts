import type { IncomingHttpHeaders } from 'node:http';
import type { Socket } from 'node:net';

export { isNetworkFault } from './network-fault.ts';
export { readRetryAfter } from './retry-after.ts';

/**
 * The only way to connect to hosts named by customers or strangers (SFTP servers, storage providers, addresses in
 * external calls). It resolves a name once, checks every address, and dials one of the checked addresses, so that
 * neither a name nor a second lookup leads into the installation's own network (A-SFTP-01).
 */
export interface OutboundGuard {
  /** Opens a connection to the host; the caller owns the socket. */
  dial(target: DialTarget): Promise<DialOutcome>;
  /** Performs one HTTP exchange. Redirects are returned like any other response: nothing is followed. */
  request(url: string, options: OutboundRequest): Promise<OutboundAnswer>;
}

/** Why the host was not reached. UNREACHABLE has no details: they would reveal which ports are open (A-SFTP-03). */
export type DialFault = 'HOST_NOT_ALLOWED' | 'HOST_UNKNOWN' | 'UNREACHABLE';

/** The host and port to dial. */
export interface DialTarget {
  /** A name or a literal address, as the person typed it. */
  host: string;
  port: number;
  /** Milliseconds after which the host counts as unreachable. */
  limitMs: number;
}

/** Why there was no response; `timedOut` if the time limit was exceeded. */
interface Refused<Reason> {
  kind: 'refused';
  reason: Reason;
  timedOut?: true;
}

/** The outcome of dialing. */
export type DialOutcome = { kind: 'ok'; socket: Socket } | Refused<DialFault>;

/** One HTTP request. */
export interface OutboundRequest {
  method?: string;
  headers?: Record<string, string>;
  body?: Uint8Array | string;
  /**
   * For a request that must not be sent too late: called once the connection is open. It calls `write` to send the
   * request, or returns false; the outcome is then UNREACHABLE.
   */
  handOver?: (write: () => void) => Promise<boolean>;
  /** Time limit for the whole exchange, in milliseconds. */
  limitMs: number;
  /** Size limit of the body: a longer response is aborted, because it may be meant to fill the memory. */
  maxBytes: number;
  /** The body is not needed: it is not read, however long it is or takes. */
  statusOnly?: true;
  /**
   * Consumes the body as a stream instead of buffering it, at most `maxBytes`. Anything it does not read stays with the
   * other side; its errors are rethrown.
   */
  take?: (head: AnswerHead, body: AsyncIterable<Buffer>) => Promise<void>;
}

/** The status and headers of a response. */
export interface AnswerHead {
  status: number;
  headers: IncomingHttpHeaders;
}

/** The response, whatever its status. */
export type OutboundAnswer =
  | ({ kind: 'ok'; body: Buffer } & AnswerHead)
  | Refused<DialFault | 'ANSWER_TOO_BIG'>;
