import type { IncomingHttpHeaders } from 'node:http';
import type { Socket } from 'node:net';

export { isNetworkFault } from './network-fault.ts';
export { readRetryAfter } from './retry-after.ts';

/**
 * The only way out to hosts that customers or strangers name (SFTP servers, storage providers, addresses in calls from
 * outside). It resolves a name once, checks every address, and dials one of those it has checked, so that neither a
 * name nor a second look-up leads into the installation's own network (A-SFTP-01).
 */
export interface OutboundGuard {
  /** A connection to the host; the caller owns the socket. */
  dial(target: DialTarget): Promise<DialOutcome>;
  /** One HTTP exchange. Redirects are answers like any other: nothing is followed. */
  request(url: string, options: OutboundRequest): Promise<OutboundAnswer>;
}

/** Why nothing was reached; the last one says no more, or it would tell ports apart (A-SFTP-03). */
export type DialFault = 'HOST_NOT_ALLOWED' | 'HOST_UNKNOWN' | 'UNREACHABLE';

/** Where to. */
export interface DialTarget {
  /** A name or a literal address, as it was typed. */
  host: string;
  port: number;
  /** How long until it counts as unreachable. */
  limitMs: number;
}

/** Why there was no answer; `timedOut` when it was the limit that ended it. */
interface Refused<Reason> {
  kind: 'refused';
  reason: Reason;
  timedOut?: true;
}

/** What came of dialling. */
export type DialOutcome = { kind: 'ok'; socket: Socket } | Refused<DialFault>;

/** One HTTP request. */
export interface OutboundRequest {
  method?: string;
  headers?: Record<string, string>;
  body?: Uint8Array | string;
  /**
   * For a request that must not go out too late: called when the connection stands, it sends the request by calling
   * `write`, or answers false. Then the answer is UNREACHABLE.
   */
  handOver?: (write: () => void) => Promise<boolean>;
  /** The whole exchange may take so long. */
  limitMs: number;
  /** A longer answer is given up: somebody wants to fill the memory. */
  maxBytes: number;
  /** The body is of no interest: it is not read, however long it is or takes. */
  statusOnly?: true;
  /**
   * Takes the body while it comes, instead of the memory, never more than `maxBytes`. What it does not read stays with the
   * other side; what it throws is thrown.
   */
  take?: (head: AnswerHead, body: AsyncIterable<Buffer>) => Promise<void>;
}

/** What stands before the body of an answer. */
export interface AnswerHead {
  status: number;
  headers: IncomingHttpHeaders;
}

/** What the other side said, whatever its status. */
export type OutboundAnswer =
  | ({ kind: 'ok'; body: Buffer } & AnswerHead)
  | Refused<DialFault | 'ANSWER_TOO_BIG'>;
