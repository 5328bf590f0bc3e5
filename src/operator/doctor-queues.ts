import { readQueues } from '#server/features/operations/health/health.service.ts';
import type { QueueState } from '#server/features/operations/health/health.service.ts';

import type { Finding } from './finding.ts';
import type { Installation } from './installation.ts';
import { readQueueState } from './operator.store.ts';

/** Seconds after which overdue work means that nothing processes it; the alert rules use the same numbers. */
const LATE_SECONDS: Readonly<Record<QueueState['queue'], number>> = {
  send: 600,
  convert: 600,
  background: 600,
  // A relay or a customer's server may be unavailable for hours; their own checks report that.
  mail: 4 * 3_600,
  copy: 24 * 3_600,
};

/** Whether the oldest work of a queue is long overdue. */
export function isLate(queue: QueueState['queue'], oldestSeconds: number): boolean {
  return oldestSeconds > LATE_SECONDS[queue];
}

const WORDS: Readonly<Record<QueueState['queue'], string>> = {
  send: 'faxes to send',
  convert: 'documents to convert',
  background: 'background jobs',
  mail: 'mails',
  copy: 'copies for external storage',
};

/** Checks whether the queue of background jobs exists, and what has permanently failed. */
export async function checkQueue({ database }: Installation): Promise<Finding> {
  const { exists, failed } = await readQueueState((await database()).db);
  if (!exists) return { ok: true, message: 'The job queue is made at the first start.' };
  return failed === 0
    ? { ok: true, message: 'No background job has failed for good.' }
    : {
        ok: true,
        message: `${failed} background jobs have failed for good.`,
        remedy: 'Look for their reasons in the log.',
      };
}

/** Checks whether waiting work gets its turn. */
export async function checkWaiting({ database }: Installation): Promise<Finding> {
  const { db } = await database();
  if (!(await readQueueState(db)).exists) return { ok: true, message: 'Nothing waits.' };
  const queues = await readQueues(db);
  const late = queues.filter(({ queue, oldestSeconds }) => isLate(queue, oldestSeconds));
  if (late.length === 0) {
    const waiting = queues
      .filter(({ state }) => state !== 'failed')
      .reduce((sum, { depth }) => sum + depth, 0);
    return { ok: true, message: `${waiting} pieces of work wait or are done now, none of them is late.` };
  }
  const named = late.map(
    ({ queue, depth, oldestSeconds }) =>
      `${depth} ${WORDS[queue]} (the first since ${Math.round(oldestSeconds / 60)} minutes)`,
  );
  return {
    ok: false,
    message: `Work is late: ${named.join(', ')}.`,
    remedy: 'Start a process with the role worker, or add another one; “f2e job list” shows the faxes.',
  };
}
