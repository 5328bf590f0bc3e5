import type { Lines } from '#server/features/faxes/lines/lines.service.ts';
import { readLines } from '#server/features/faxes/lines/lines.service.ts';
import { logEvent } from '#server/kit/log-event.ts';
import { tryAgain } from './convert-document.ts';
import type { ConvertDeps } from './convert-document.ts';
import { takeOverDocument } from './convert.store.ts';
import { leased } from './leased-work.ts';
import type { LeasedWork } from './leased-work.ts';
import { adoptCall } from './place-call.ts';
import type { CallDeps } from './place-call.ts';
import { takeOverJob } from './recover.store.ts';
import type { InterruptedJob } from './recover.store.ts';
import type { Next } from './worker-pool.ts';
import { writeUncertain } from './write-outcome.ts';

/** How often to look for dead workers: nothing reports their death. */
const LOOK_AROUND_MS = 1_000;

export interface CrashRecoveryDeps extends CallDeps {
  lines: Lines;
  drawCover: ConvertDeps['drawCover'];
  dayLimits: ConvertDeps['dayLimits'];
  texts: ConvertDeps['texts'];
}

/** Takes over what a dead worker has left: first calls, then conversions. */
export async function nextInterrupted(
  deps: CrashRecoveryDeps,
  owner: string,
  held: LeasedWork,
  signal: AbortSignal,
): Promise<Next> {
  const { database, log, machine } = deps;
  const job = await database.transaction(
    async (tx) => await takeOverJob(tx, owner, [...held.jobs.keys()], machine),
  );
  if (job) {
    logEvent(log, 'job.taken-over', { jobId: job.jobId, dialled: job.dialled });
    const work = async (cancelled: AbortSignal) =>
      await adopt(deps, job, AbortSignal.any([signal, cancelled]));
    return leased(held, 'jobs', job.jobId, work);
  }
  const document = await database.transaction(
    async (tx) => await takeOverDocument(tx, owner, [...held.documents.keys()]),
  );
  if (document) {
    logEvent(log, 'document.taken-over', { documentId: document.id });
    const work = async () => await tryAgain(deps, document, 'orphaned', 0);
    return leased(held, 'documents', document.id, work);
  }
  return { kind: 'wait', ms: LOOK_AROUND_MS };
}

async function adopt(deps: CrashRecoveryDeps, job: InterruptedJob, signal: AbortSignal): Promise<void> {
  const line = job.isTest
    ? deps.lines.testRoute().line
    : (await readLines(deps.database.db)).find(({ id }) => id === job.lineId);
  if (!line) throw new Error('the line of a call under way cannot be removed');
  try {
    await adoptCall(deps, job, line, deps.lines.adapterOf(line), signal);
  } catch (error) {
    if (!(error instanceof Error) || error.name === 'LeaseLost') throw error;
    logEvent(deps.log, 'call.adopt-failed', { jobId: job.jobId, err: error });
    await writeUncertain(deps, job, line);
  }
}
