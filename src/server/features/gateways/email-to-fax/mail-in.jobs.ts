import { defineJob } from '#engine/jobs/port.ts';
import type { JobDefinition } from '#engine/jobs/port.ts';

import { answerMailKind } from './answer-request.ts';
import type { MailAnswers } from './mail-answers.ts';

/** Returns the job that answers mailed faxes. */
export function mailInJobs(answers: MailAnswers): JobDefinition[] {
  return [defineJob(answerMailKind, async ({ mailId }) => await answers.answer(mailId))];
}
