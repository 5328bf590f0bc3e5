import { MAIL_RESULTS } from './handler-deps.ts';
import type { MailResult } from './handler-deps.ts';

/** How the mails of this process ended, for the metrics. */
export interface MailCounts {
  add(result: MailResult): void;
  /** Every result, also those that never were: a graph with gaps looks like a fault. */
  all(): { result: MailResult; mails: number }[];
}

export function createMailCounts(): MailCounts {
  const counts = new Map<MailResult, number>();
  return {
    add: (result) => counts.set(result, (counts.get(result) ?? 0) + 1),
    all: () => MAIL_RESULTS.map((result) => ({ result, mails: counts.get(result) ?? 0 })),
  };
}
