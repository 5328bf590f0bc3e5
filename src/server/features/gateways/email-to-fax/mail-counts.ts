import { MAIL_RESULTS } from './handler-deps.ts';
import type { MailResult } from './handler-deps.ts';

/** Outcomes of the mails of this process, for the metrics. */
export interface MailCounts {
  add(result: MailResult): void;
  /** Returns every result, including those that never occurred: a graph with gaps looks like a fault. */
  all(): { result: MailResult; mails: number }[];
}

export function createMailCounts(): MailCounts {
  const counts = new Map<MailResult, number>();
  return {
    add: (result) => counts.set(result, (counts.get(result) ?? 0) + 1),
    all: () => MAIL_RESULTS.map((result) => ({ result, mails: counts.get(result) ?? 0 })),
  };
}
