import { FAIL_REASONS } from '#contract/kit/fax-state.ts';

/** How a fax failed, as lists and dashboard say it: nothing for a good one (spec http-api 3.1). */
export function failureOf(fax: {
  status: 'OK' | 'FAILED';
  reason: string | null;
  uncertain_pages: number | null;
}): {
  reason?: (typeof FAIL_REASONS)[number];
  outcome?: 'UNCERTAIN';
  confirmed?: number;
} {
  if (fax.status === 'OK') return {};
  if (fax.uncertain_pages !== null) return { outcome: 'UNCERTAIN', confirmed: fax.uncertain_pages };
  const reason = FAIL_REASONS.find((known) => known === fax.reason);
  return reason ? { reason } : {};
}
