import type { FaxRow } from '#contract/mailbox/inbox.ts';

/**
 * What went wrong with a fax: it may have arrived, it did not arrive, or a received one was cut off half-way or can be
 * read only in part or not at all.
 */
export type FaxProblem = 'uncertain' | 'notSent' | 'cutOff' | 'partly' | 'unreadable';

/** Of a received fax whose pages are damaged. */
export function damageOf({ readable }: Pick<FaxRow, 'readable'>): 'partly' | 'unreadable' | null {
  if (readable === undefined) return null;
  return readable === 'PARTLY' ? 'partly' : 'unreadable';
}

/** The problem of a fax, or null for a good one (spec http-api 3.1: an uncertain fax is FAILED with an outcome). */
export function faxProblem(
  row: Pick<FaxRow, 'status' | 'outcome' | 'action' | 'readable'>,
): FaxProblem | null {
  if (row.status === 'OK') return damageOf(row);
  if (row.outcome === 'UNCERTAIN') return 'uncertain';
  return row.action === 'S' ? 'notSent' : 'cutOff';
}
