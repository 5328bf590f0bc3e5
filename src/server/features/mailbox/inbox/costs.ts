/** Microseconds of the ways to a page; tests make some of them dear to have the others taken. */
export interface Costs {
  /** Stepping over a fax in an index. */
  step: number;
  /** The same, asking each whether it matches. */
  filter: number;
  /** Looking at a fax through the index of parties, or through those of days and minutes. */
  gather: number;
  gatherByTime: number;
  /** Sorting a match. */
  sort: number;
  /** Placing a party in an order. */
  place: number;
  /** From here on it pays to look for a way that is shorter than walking. */
  longWalk: number;
}

/** Measured (bench/message-list). The table itself is read for the rows of the page alone. */
export const MEASURED: Costs = {
  step: 0.09,
  filter: 0.16,
  gather: 0.16,
  gatherByTime: 0.16,
  sort: 0.3,
  place: 1,
  longWalk: 2_500,
};
