/** Costs in microseconds of the ways to read a page; tests raise some of them to force the other ways. */
export interface Costs {
  /** Stepping over a fax in an index. */
  step: number;
  /** The same, checking whether each fax matches. */
  filter: number;
  /** Reading a fax through the index of parties, or through the indexes of days and minutes. */
  gather: number;
  gatherByTime: number;
  /** Sorting a match. */
  sort: number;
  /** Placing a party in an order. */
  place: number;
  /** The cost from which looking for a shorter way than walking pays off. */
  longWalk: number;
}

/** Measured with bench/message-list. Only the rows of the page itself are read from the table. */
export const MEASURED: Costs = {
  step: 0.09,
  filter: 0.16,
  gather: 0.16,
  gatherByTime: 0.16,
  sort: 0.3,
  place: 1,
  longWalk: 2_500,
};
