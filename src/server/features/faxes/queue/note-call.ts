import type { Logger } from 'pino';

import type { CallOutcome, LostCallOutcome } from '#engine/fax-line/port.ts';

import type { Lines, StoredLine } from '#server/features/faxes/lines/lines.service.ts';
import { logEvent } from '#server/kit/log-event.ts';
import { measure } from '#server/kit/meter.ts';
import type { ClaimedJob } from './queue.store.ts';
import type { Sender } from './sender.store.ts';

/** Begins to record the call of a job. */
export async function recordOf(
  { lines }: { lines: Pick<Lines, 'recordCall'> },
  job: ClaimedJob,
  sender: Sender,
): ReturnType<Lines['recordCall']> {
  const { lineId, callRef, accountId, to: far, pages, brought } = job;
  const own = sender.number;
  return await lines.recordCall({
    lineId,
    direction: 'out',
    callRef,
    accountId,
    far,
    own,
    pages: pages - brought,
  });
}

/** Returns how a call ended, in the queue's terms. */
export function endOf(outcome: LostCallOutcome): { result: string; detail: string } {
  if (outcome.kind === 'left' || outcome.kind === 'never-placed') return { result: 'LOST', detail: '' };
  return { result: resultOf(outcome), detail: outcome.detail ?? '' };
}

function resultOf(outcome: CallOutcome): string {
  return 'reason' in outcome ? outcome.reason : outcome.kind === 'delivered' ? 'OK' : 'UNCERTAIN';
}

/** Measures and logs a call; the log's `jobId` is the one in the response to the sender's request. */
export function noteCall(
  { log }: { log: Pick<Logger, 'info'> },
  job: Pick<ClaimedJob, 'jobId' | 'accountId' | 'attempt' | 'pages'>,
  line: StoredLine,
  outcome: CallOutcome,
  seconds?: number,
): void {
  const result = resultOf(outcome);
  const pages = 'pagesConfirmed' in outcome ? outcome.pagesConfirmed : job.pages;
  measure('call', {
    carrier: line.kind,
    direction: 'out',
    result,
    pages,
    ...(seconds !== undefined && { seconds }),
  });
  const { jobId, accountId, attempt } = job;
  logEvent(log, 'call.ended', { jobId, accountId, attempt, line: line.name, result, pages, seconds });
}
