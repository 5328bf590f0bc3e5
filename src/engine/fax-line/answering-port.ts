import type { CallWatch } from './call-watch-port.ts';

/** How a call that comes in is taken: with the station identification of the called account, or not at all. */
export type CallAnswer =
  | { kind: 'answer'; stationId: string; watch?: CallWatch | undefined }
  | { kind: 'refuse'; because: 'blocked' | 'full' };

/** What a line that answers calls itself asks and tells. Numbers are digits; empty when the network names none. */
export interface Answering {
  /** `id` is the call's name among the line's arrivals. */
  answerFor(call: { id: string; called: string; caller: string }): Promise<CallAnswer>;
  /** A call could not be answered, or what it brought not be kept. */
  failed(reason: string): void;
  /** A call has ended: what it brought waits among the line's arrivals. */
  arrived(): void;
}
