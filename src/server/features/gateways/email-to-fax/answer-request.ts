import { z } from 'zod';

import type { Db } from '#engine/database/port.ts';
import type { JobKind, JobQueue } from '#engine/jobs/port.ts';

import { findUnanswered } from './mail-answers.store.ts';

const answerPayload = z.object({ mailId: z.number().int() });

/**
 * Answers one mailed fax. Drawing its first page may fail while converters are busy, and an answer a day later helps
 * nobody.
 */
export const answerMailKind: JobKind<typeof answerPayload> = {
  name: 'answer-mailed-fax',
  payload: answerPayload,
  retry: { times: 5, firstDelaySeconds: 10, longestDelaySeconds: 600 },
  timeLimitSeconds: 120,
};

/**
 * Requests the answer to a mail once its document has its pages or never will. The sender is answered only if this
 * transaction is committed.
 */
export async function requestAnswer(
  queue: Pick<JobQueue, 'enqueue'>,
  tx: Db,
  documentId: number,
): Promise<void> {
  const mailId = await findUnanswered(tx, documentId);
  if (mailId !== undefined) await queue.enqueue(tx, answerMailKind, { mailId });
}
