import type { SipHeader, SipResponse } from './message.ts';
import type { SipPeer } from './uri.ts';

/** Round-trip estimate and the longest pause between repetitions (RFC 3261 17.1.1.1). */
const T1_MS = 500;
export const T2_MS = 4_000;
/** After so many T1 without an answer nobody answers. */
export const TIMEOUT_T1 = 64;

/** A request to send. Its Via is the transaction's own. */
export interface RequestToSend {
  method: string;
  uri: string;
  headers: readonly SipHeader[];
  body?: string | undefined;
  peer: SipPeer;
}

/** How a request was answered in the end; null when nobody answered. */
export type FinalResponse = SipResponse | null;

/** What transactions need of the agent around them. */
export interface TransactionWorld {
  send(text: string, peer: SipPeer): void;
  /** The address that answers are to come to. */
  sentBy(): string;
  /** RFC 3261's T1; tests make it shorter. */
  t1Ms?: number | undefined;
}

export function t1Of({ t1Ms = T1_MS }: Pick<TransactionWorld, 't1Ms'>): number {
  return t1Ms;
}
