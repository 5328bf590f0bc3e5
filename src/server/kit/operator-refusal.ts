import { AppError } from './app-error.ts';

/** What the operator's verbs give back; the reason is the sentence that the command line prints. */
type Outcome = { kind: 'ok' } | { kind: 'refused'; reason: string };

/** A change that went through; one that was refused becomes the console's answer. Throws OPERATOR_REFUSED. */
export function allowed<O extends Outcome>(outcome: O): Extract<O, { kind: 'ok' }> {
  if (outcome.kind === 'refused') throw refusal(outcome.reason);
  return outcome as Extract<O, { kind: 'ok' }>;
}

/** The same for a sentence alone. */
export function refusal(reason: string): AppError {
  return new AppError('OPERATOR_REFUSED', { params: { reason } });
}

/** Which rows of a list a page shows, and one more, which says that there is another page. */
export function windowOf(query: { 'current-page': number; 'per-page': number }): {
  limit: number;
  offset: number;
} {
  return { limit: query['per-page'] + 1, offset: (query['current-page'] - 1) * query['per-page'] };
}

/** The rows of a page, and how many are known: nobody counts a million rows to draw a page number. */
export function pageOf<Row>(found: readonly Row[], { limit, offset }: { limit: number; offset: number }) {
  return { rows: found.slice(0, limit - 1), total: offset + found.length };
}
