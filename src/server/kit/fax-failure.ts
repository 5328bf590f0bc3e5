import { knownReason } from '#contract/kit/fax-state.ts';
import type { FailReason } from '#contract/kit/fax-state.ts';

/** Returns how a fax failed, for lists and the dashboard; empty for a successful one (spec http-api 3.1). */
export function failureOf(fax: {
  status: 'OK' | 'FAILED';
  reason: string | null;
  uncertain_pages: number | null;
  /** Null for a received fax, and if no job is known. */
  calls: number | null;
}): {
  reason?: FailReason;
  outcome?: 'UNCERTAIN';
  confirmed?: number;
  calls?: number;
} {
  if (fax.status === 'OK') return {};
  if (fax.uncertain_pages !== null) return { outcome: 'UNCERTAIN', confirmed: fax.uncertain_pages };
  const reason = knownReason(fax.reason);
  return { ...(reason && { reason }), ...(fax.calls !== null && { calls: fax.calls }) };
}
