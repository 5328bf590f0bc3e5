import { JOB_STATES, operatorJob, operatorJobAct, operatorJobs } from '#contract/faxes/queue.admin.ts';
import { formatWireTime } from '#contract/kit/wire.ts';
import type { Database } from '#engine/database/port.ts';
import { AppError } from '#server/kit/app-error.ts';
import { done, mount } from '#server/kit/mount.ts';
import type { App } from '#server/kit/mount.ts';
import { allowed, pageOf, windowOf } from '#server/kit/operator-refusal.ts';

import { createJobAdmin } from './operate-jobs.ts';
import { NEWEST_JOBS, isForPart, searchEndedJobs, searchJobs } from './search-jobs.store.ts';
import type { FoundJob } from './search-jobs.store.ts';

/** Mounts the console's queue. `zone` is the server's. */
export function mountJobAdmin(app: App, { database, zone }: { database: Database; zone: string }): void {
  const admin = createJobAdmin({ database });
  const time = (at: Date | null) => at && formatWireTime(at, zone);
  const wire = (job: FoundJob) => ({
    ...job,
    id: String(job.jobId),
    uid: String(job.accountId),
    state: stateOf(job.state),
    createdAt: formatWireTime(job.createdAt, zone),
    nextAt: time(job.nextAt),
    finishedAt: time(job.finishedAt),
  });

  mount(app, operatorJobs, async ({ query }) => {
    const window = windowOf(query);
    const { search, state, reason, since, until } = query;
    const filter = { search, state, reason, ...window };
    const ended = since !== undefined || until !== undefined;
    const found = ended
      ? await searchEndedJobs(database.db, {
          ...filter,
          since: new Date(since ?? 0),
          until: until === undefined ? new Date() : new Date(until),
        })
      : await searchJobs(database.db, filter);
    const page = pageOf(found, window);
    return { ...page, ...(isForPart(query) && { among: NEWEST_JOBS }), rows: page.rows.map(wire) };
  });

  mount(app, operatorJob, async ({ query }) => {
    const [found, shown] = await Promise.all([
      searchJobs(database.db, { search: `#${query.id}`, state: '', reason: '', limit: 1, offset: 0 }),
      admin.show(query.id),
    ]);
    const [listed] = found;
    if (!listed || !shown) throw new AppError('NOT_FOUND');
    const { confirmedPages, worker, convertedAt, convertMs } = shown.job;
    return {
      job: { ...wire(listed), confirmedPages, worker, convertedAt: time(convertedAt), convertMs },
      calls: shown.calls.map((call) => ({
        ...call,
        recordId: call.recordId === null ? null : String(call.recordId),
        startedAt: formatWireTime(call.startedAt, zone),
        endedAt: time(call.endedAt),
      })),
    };
  });

  mount(app, operatorJobAct, async ({ body }) => {
    allowed(await admin[body.verb](body.id));
    return done;
  });
}

function stateOf(stored: string): (typeof JOB_STATES)[number] {
  const state = JOB_STATES.find((known) => known === stored);
  if (state === undefined) throw new Error(`a job is ${stored}`);
  return state;
}
