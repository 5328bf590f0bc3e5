import { useState } from 'react';

/** How many rows of a list are shown (DASH-08). */
export type Show = '5' | '10' | 'all';

/** The choices, in order. */
export const SHOW_CHOICES = ['5', '10', 'all'] as const satisfies readonly Show[];

/** The displayed rows and, if the list is longer than the first choice, the choice. */
export interface ShownRows<Row> {
  rows: readonly Row[];
  choice: { value: Show; set: (value: Show) => void } | null;
}

/** Shows 5 rows, then 10, then all of them (DASH-08). */
export function useShownRows<Row>(all: readonly Row[]): ShownRows<Row> {
  const [show, set] = useState<Show>('5');
  if (all.length <= Number(SHOW_CHOICES[0])) return { rows: all, choice: null };
  return { rows: show === 'all' ? all : all.slice(0, Number(show)), choice: { value: show, set } };
}
