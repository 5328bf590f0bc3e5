import type { SipHeader, SipResponse } from './message.ts';
import type { SipPeer } from './uri.ts';

/** Estimated round-trip time, and the longest interval between retransmissions, in milliseconds (RFC 3261 17.1.1.1). */
const T1_MS = 500;
export const T2_MS = 4_000;
/** Multiple of T1 after which a request without a response fails. */
export const TIMEOUT_T1 = 64;

/** A request to send. The transaction adds its Via. */
export interface RequestToSend {
  method: string;
  uri: string;
  headers: readonly SipHeader[];
  body?: string | undefined;
  peer: SipPeer;
}

/** The final response to a request; null if there was none. */
export type FinalResponse = SipResponse | null;

/** The parts of the agent that transactions need. */
export interface TransactionWorld {
  send(text: string, peer: SipPeer): void;
  /** The address for responses. */
  sentBy(): string;
  /** RFC 3261's T1 in milliseconds; tests shorten it. */
  t1Ms?: number | undefined;
}

export function t1Of({ t1Ms = T1_MS }: Pick<TransactionWorld, 't1Ms'>): number {
  return t1Ms;
}
