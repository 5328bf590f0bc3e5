/** How a call that comes in is taken: with the station identification of the called account, or not at all. */
export type CallAnswer =
  | { kind: 'answer'; stationId: string }
  | { kind: 'refuse'; because: 'blocked' | 'full' };

/** What a line that answers calls itself asks and tells. Numbers are digits; empty when the network names none. */
export interface Answering {
  answerFor(call: { called: string; caller: string }): Promise<CallAnswer>;
  /** A call has ended: what it brought waits among the line's arrivals. */
  arrived(): void;
}
