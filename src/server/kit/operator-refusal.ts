import { AppError } from './app-error.ts';

/** The result of an operator's verb; the reason is the sentence that the command line prints. */
type Outcome = { kind: 'ok' } | { kind: 'refused'; reason: string };

/** Returns a successful outcome. Throws OPERATOR_REFUSED, with the reason, for a refused one. */
export function allowed<O extends Outcome>(outcome: O): Extract<O, { kind: 'ok' }> {
  if (outcome.kind === 'refused') throw refusal(outcome.reason);
  return outcome as Extract<O, { kind: 'ok' }>;
}

/** Creates an OPERATOR_REFUSED error from the reason alone. */
export function refusal(reason: string): AppError {
  return new AppError('OPERATOR_REFUSED', { params: { reason } });
}

/** Returns the rows of a list that a page shows, plus one more, which reveals whether there is another page. */
export function windowOf(query: { 'current-page': number; 'per-page': number }): {
  limit: number;
  offset: number;
} {
  return { limit: query['per-page'] + 1, offset: (query['current-page'] - 1) * query['per-page'] };
}

/**
 * Returns the rows of a page, and how many rows are known so far: nobody counts a million rows to draw a page number.
 */
export function pageOf<Row>(found: readonly Row[], { limit, offset }: { limit: number; offset: number }) {
  return { rows: found.slice(0, limit - 1), total: offset + found.length };
}
