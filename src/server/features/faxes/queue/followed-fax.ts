import type { FollowedFax, OutboxItem } from '#contract/faxes/queue.ts';
import { callResult, knownReason, outboxState } from '#contract/kit/fax-state.ts';
import { formatWireTime } from '#contract/kit/wire.ts';
import type { Db } from '#engine/database/port.ts';
import type { AccountId } from '#server/kit/scope.ts';

import { countOpenJobs, listOpenJobs, readEndedCalls, readFollowedJobs } from './outbox-list.store.ts';
import type { EndedCall, FollowedJob } from './outbox-list.store.ts';

/** A page of the outbox, and how many faxes are in it. */
export async function outboxPage(
  db: Db,
  account: AccountId,
  page: { start: number; length?: number | undefined },
  zone: string,
): Promise<{ data: OutboxItem[]; total: number }> {
  const jobs = await listOpenJobs(db, account, page);
  const all = page.start === 0 && (page.length === undefined || jobs.length < page.length);
  return {
    data: jobs.map((job) => ({ ...itemOf(job, zone), state: outboxState.parse(job.state) })),
    total: all ? jobs.length : await countOpenJobs(db, account),
  };
}

/** How far these faxes of the account are, also after their end; unknown and foreign ids are left out. */
export async function followFaxes(
  db: Db,
  account: AccountId,
  faxIds: readonly number[],
  zone: string,
): Promise<FollowedFax[]> {
  const jobs = await readFollowedJobs(db, account, faxIds);
  const calls = await readEndedCalls(
    db,
    jobs.map(({ jobId }) => jobId),
  );
  return jobs.map((job) => ({
    ...itemOf(job, zone),
    state: job.state,
    ...(job.endedAt && { ended: formatWireTime(job.endedAt, zone) }),
    ...(job.uncertainPages !== null && { confirmed: job.uncertainPages }),
    calls: calls.filter(({ jobId }) => jobId === job.jobId).map((call) => callOf(call, zone)),
  }));
}

function callOf({ at, result, pages }: EndedCall, zone: string): FollowedFax['calls'][number] {
  return { at: formatWireTime(at, zone), result: callResult.parse(result), pages };
}

function itemOf(job: FollowedJob, zone: string): Omit<OutboxItem, 'state'> {
  const reason = knownReason(job.reason);
  return {
    fid: String(job.faxId),
    jobid: String(job.jobId),
    to_faxnumber: job.to,
    ...(job.name !== '' && { name: job.name }),
    ...(job.company !== '' && { company: job.company }),
    dials: job.dials,
    pages: job.pages,
    date: formatWireTime(job.at, zone),
    ...(job.origin === 'email' && { origin: job.origin }),
    ...(job.cancelling && { cancelling: true as const }),
    ...(job.held && { held: job.held }),
    ...(job.pathKey !== null && { faxpath: job.pathKey }),
    ...(reason && { reason }),
    ...(job.nextAt && { next: formatWireTime(job.nextAt, zone) }),
    ...(job.dialledAt && { dialed: formatWireTime(job.dialledAt, zone) }),
    ...(job.confirmedPages !== null && { page: Math.min(job.confirmedPages + 1, Math.max(job.pages, 1)) }),
  };
}
