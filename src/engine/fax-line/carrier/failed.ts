import type { CallOutcome, FinalReason, RetryReason } from '../port.ts';

const FINAL = ['NUMBER_INVALID', 'BARRED', 'DECLINED', 'DOCUMENT_REFUSED'] as const;

/** Returns the queue's outcome for a fax that the carrier reports as failed; `meaningOf` interprets its reason. */
export function failedOutcome(
  meaningOf: (reason: string) => RetryReason | FinalReason,
  reason: string,
  pagesSent: number | null,
  pages: number,
): CallOutcome {
  const pagesConfirmed = Math.min(pagesSent ?? 0, pages);
  const detail = reason || 'the carrier gives no reason';
  // All pages were reportedly transmitted: repeating the fax without asking would send it twice.
  if (pagesConfirmed >= pages) return { kind: 'uncertain', pagesConfirmed, detail };
  const meaning = meaningOf(reason);
  // The call dropped during the last page: its confirmation may have been lost with the call.
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
 * Returns a function that interprets a carrier's reason by its words: the first matching form counts. Carriers add new
 * words freely; an unmatched reason is OTHER, which is retried once and then given up.
 */
export function meaningBy(
  forms: readonly (readonly [RegExp, RetryReason | FinalReason])[],
): (reason: string) => RetryReason | FinalReason {
  return (reason) => forms.find(([form]) => form.test(reason.toLowerCase()))?.[1] ?? 'OTHER';
}
