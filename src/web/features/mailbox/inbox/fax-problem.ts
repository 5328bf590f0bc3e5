import type { FaxRow } from '#contract/mailbox/inbox.ts';

/** The problem of a fax: the outcome is uncertain, it was not sent, or a received fax was cut off or is damaged. */
export type FaxProblem = 'uncertain' | 'notSent' | 'cutOff' | 'partly' | 'unreadable';

/** Returns the damage of a received fax. */
export function damageOf({ readable }: Pick<FaxRow, 'readable'>): 'partly' | 'unreadable' | null {
  if (readable === undefined) return null;
  return readable === 'PARTLY' ? 'partly' : 'unreadable';
}

/** Returns the problem of a fax, or null if none (spec http-api 3.1: an uncertain fax is FAILED with an outcome). */
export function faxProblem(
  row: Pick<FaxRow, 'status' | 'outcome' | 'action' | 'readable'>,
): FaxProblem | null {
  if (row.status === 'OK') return damageOf(row);
  if (row.outcome === 'UNCERTAIN') return 'uncertain';
  return row.action === 'S' ? 'notSent' : 'cutOff';
}
