import type { FaxRow } from '#contract/inbox.ts';

/** What went wrong with a fax: it may have arrived, it did not arrive, or a received one was cut off half-way. */
export type FaxProblem = 'uncertain' | 'notSent' | 'cutOff';

/** The problem of a fax, or null for a good one (contract 12: an uncertain fax is FAILED with an outcome). */
export function faxProblem(row: Pick<FaxRow, 'status' | 'outcome' | 'action'>): FaxProblem | null {
  if (row.status === 'OK') return null;
  if (row.outcome === 'UNCERTAIN') return 'uncertain';
  return row.action === 'S' ? 'notSent' : 'cutOff';
}
