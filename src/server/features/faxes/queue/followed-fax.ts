import type { FollowedFax, OutboxItem } from '#contract/faxes/queue.ts';
import { callResult, knownReason, outboxState } from '#contract/kit/fax-state.ts';
import { formatWireTime } from '#contract/kit/wire.ts';
import type { Db } from '#engine/database/port.ts';
import type { AccountId } from '#server/kit/scope.ts';

import { whenDialed } from './delivery.ts';
import { readDelivery } from './later.store.ts';
import type { Delivery } from './later.store.ts';
import { countOpenJobs, listOpenJobs, readEndedCalls, readFollowedJobs } from './outbox-list.store.ts';
import type { EndedCall, FollowedJob } from './outbox-list.store.ts';

/** The part that every answer about a fax has. */
type Item = Omit<OutboxItem, 'state'> & Pick<FollowedFax, 'state'>;

/** Returns a page of the outbox, and how many faxes are in it. */
export async function outboxPage(
  db: Db,
  account: AccountId,
  page: { start: number; length?: number | undefined },
  zone: string,
): Promise<{ data: OutboxItem[]; total: number }> {
  const jobs = await listOpenJobs(db, account, page);
  const all = page.start === 0 && (page.length === undefined || jobs.length < page.length);
  const delivery = jobs.length === 0 ? undefined : await readDelivery(db, account);
  const items = jobs.map((job) => ({ item: itemOf(job, zone, delivery), due: job.nextAt.getTime() }));
  // A fax that a closed window delays is postponed only once its time has come, so the order of the rows does not
  // reflect this yet.
  const dueOf = ({ item, due }: (typeof items)[number]) =>
    item.state === 'SENDING' ? 0 : item.send_at === undefined ? due : Date.parse(item.send_at);
  return {
    data: items
      .toSorted((a, b) => dueOf(a) - dueOf(b))
      .map(({ item }) => ({ ...item, state: outboxState.parse(item.state) })),
    total: all ? jobs.length : await countOpenJobs(db, account),
  };
}

/**
 * Returns the progress of these faxes of the account, even after their end; unknown ids and those of other accounts are
 * left out.
 */
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
  const delivery = jobs.some(isWaiting) ? await readDelivery(db, account) : undefined;
  return jobs.map((job) => ({
    ...itemOf(job, zone, delivery),
    ...(job.endedAt && { ended: formatWireTime(job.endedAt, zone) }),
    ...(job.uncertainPages !== null && { confirmed: job.uncertainPages }),
    calls: calls.filter(({ jobId }) => jobId === job.jobId).map((call) => callOf(call, zone)),
  }));
}

function callOf({ at, result, pages }: EndedCall, zone: string): FollowedFax['calls'][number] {
  return { at: formatWireTime(at, zone), result: callResult.parse(result), pages };
}

function isWaiting({ state }: FollowedJob): boolean {
  return state === 'QUEUED' || state === 'CONVERTING' || state === 'WAITING';
}

type Standing = Pick<Item, 'state' | 'send_at' | 'window' | 'reason' | 'next'>;

/**
 * Returns the state of a job, the reason for it, and when it is dialed. A job without any call is SCHEDULED until its
 * time.
 */
function standingOf(job: FollowedJob, zone: string, delivery: Delivery | undefined): Standing {
  const { state, to, nextAt, anyHour } = job;
  const reason = knownReason(job.reason);
  if (!delivery || !isWaiting(job)) return { state, ...(reason && { reason }) };
  const when = whenDialed(zone, to, { sendAt: nextAt, anyHour }, delivery);
  const byWindow = job.byWindow || when.window === true;
  // A fax that waits for its next call, or for a line, is not one that is sent later.
  const sendAt = job.later || byWindow ? when.sendAt : undefined;
  const later = sendAt !== undefined && { send_at: sendAt, ...(byWindow && { window: true as const }) };
  if (later && job.dials === 0) return { state: 'SCHEDULED', ...later };
  const next = when.sendAt ?? formatWireTime(nextAt, zone);
  return { state, ...later, ...(state === 'WAITING' && { next, ...(reason && { reason }) }) };
}

function itemOf(job: FollowedJob, zone: string, delivery: Delivery | undefined): Item {
  return {
    fid: String(job.faxId),
    jobid: String(job.jobId),
    to_faxnumber: job.to,
    ...(job.name !== '' && { name: job.name }),
    ...(job.company !== '' && { company: job.company }),
    dials: job.dials,
    pages: job.pages,
    date: formatWireTime(job.at, zone),
    ...standingOf(job, zone, delivery),
    ...(job.anyHour && { outside_window: true as const }),
    ...(job.origin === 'email' && { origin: job.origin }),
    ...(job.isTest && { test: true as const }),
    ...(job.cancelling && { cancelling: true as const }),
    ...(job.held && { held: job.held }),
    ...(job.pathKey !== null && { faxpath: job.pathKey }),
    ...(job.dialledAt && { dialed: formatWireTime(job.dialledAt, zone) }),
    ...(job.confirmedPages !== null && { page: Math.min(job.confirmedPages + 1, Math.max(job.pages, 1)) }),
  };
}
