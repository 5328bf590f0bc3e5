import type { CallOutcome, FinalReason, RetryReason } from '../port.ts';

const FINAL = ['NUMBER_INVALID', 'BARRED', 'DECLINED', 'DOCUMENT_REFUSED'] as const;

/** How a fax that a carrier calls failed ended for the queue; `meaningOf` reads the carrier's reason. */
export function failedOutcome(
  meaningOf: (reason: string) => RetryReason | FinalReason,
  reason: string,
  pagesSent: number | null,
  pages: number,
): CallOutcome {
  const pagesConfirmed = Math.min(pagesSent ?? 0, pages);
  const detail = reason || 'the carrier gives no reason';
  // Every page is said to have gone over: whoever repeats that unasked sends the fax twice.
  if (pagesConfirmed >= pages) return { kind: 'uncertain', pagesConfirmed, detail };
  const meaning = meaningOf(reason);
  // The call broke off when the last page was on its way: its confirmation may have been lost with the call.
  const broken = meaning === 'DROPPED' || (meaning === 'OTHER' && pagesConfirmed > 0);
  if (broken && pagesConfirmed === pages - 1) return { kind: 'uncertain', pagesConfirmed, detail };
  return isFinal(meaning)
    ? { kind: 'final', reason: meaning, pagesConfirmed, detail }
    : { kind: 'retry', reason: meaning, pagesConfirmed, detail };
}

function isFinal(meaning: RetryReason | FinalReason): meaning is FinalReason {
  return (FINAL as readonly string[]).includes(meaning);
}

/**
 * Reads a carrier's reason by its words: the first form that fits counts. The carrier adds to them as it likes; what no
 * form fits is OTHER, which is tried once more and then given up.
 */
export function meaningBy(
  forms: readonly (readonly [RegExp, RetryReason | FinalReason])[],
): (reason: string) => RetryReason | FinalReason {
  return (reason) => forms.find(([form]) => form.test(reason.toLowerCase()))?.[1] ?? 'OTHER';
}
