import type { CallWatch } from './call-watch-port.ts';

/** How an incoming call is handled: answered with the station identification of the called account, or refused. */
export type CallAnswer =
  | { kind: 'answer'; stationId: string; watch?: CallWatch | undefined }
  | { kind: 'refuse'; because: 'blocked' | 'full' };

/** Callbacks of a line that answers calls itself. Numbers are digits; empty if the network provides none. */
export interface Answering {
  /** Decides how to handle a call. `id` identifies the call among the line's arrivals. */
  answerFor(call: { id: string; called: string; caller: string }): Promise<CallAnswer>;
  /** Reports that a call could not be answered, or that its fax could not be stored. */
  failed(reason: string): void;
  /** Reports that a call has ended and its fax is waiting among the line's arrivals. */
  arrived(): void;
}
