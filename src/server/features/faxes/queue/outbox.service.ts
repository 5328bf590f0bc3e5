import type { FollowedFax, OutboxItem } from '#contract/faxes/queue.ts';
import type { Db } from '#engine/database/port.ts';
import { AppError } from '#server/kit/app-error.ts';
import type { AccountId, Caller, AccountCaller } from '#server/kit/scope.ts';

import { addUsage } from '#server/features/faxes/arrivals/arrivals.service.ts';
import { once } from '#server/features/faxes/idempotency/idempotency.service.ts';
import type { IdempotencyKey } from '#server/features/faxes/idempotency/idempotency.service.ts';
import type { Lines } from '#server/features/faxes/lines/lines.service.ts';
import { auditFax } from './audit-fax.ts';
import { askToCancel, cancelOpenJob } from './cancel.store.ts';
import { hurryOwnJob, renumberOwnJob } from './change-job.ts';
import type { DayDefaults } from './day-limit.store.ts';
import { sendingTransaction } from './day-limits.ts';
import type { LimitAlertDeps } from './day-limits.ts';
import { parseDestination, reachOf } from './destinations.ts';
import { enqueue } from './enqueue.ts';
import type { AcceptedJob, Consignment } from './enqueue.ts';
import { followFaxes, outboxPage } from './followed-fax.ts';
import { acceptUncertain, findResendSource, renewDocument, supersede } from './outbox.store.ts';
import { schedule } from './send-later.ts';
import type { AskedTime } from './send-later.ts';
import { readSender } from './sender.store.ts';
import type { Sender } from './sender.store.ts';

export type { AcceptedJob, Consignment } from './enqueue.ts';
export { type Later, parseLater } from './send-time.ts';
export { parseDestination } from './destinations.ts';
export { CONVERTED } from './make-pages.ts';
export { cancelOpenJob } from './cancel.store.ts';
export { cancelWaitingJobs } from './acting.store.ts';
export { wakeWorkers } from './outbox.store.ts';
export { readSender, type Sender } from './sender.store.ts';

export interface OutboxDeps extends LimitAlertDeps {
  lines: Lines;
  /** An account's daily limits unless it or its product sets others. */
  dayLimits: DayDefaults;
  /** The server zone, for times on the wire and months of usage. */
  zone: string;
}

export interface Outbox {
  /** Returns the faxes in the queue, or a page of them. */
  list(
    account: AccountId,
    page?: { start: number; length?: number | undefined },
  ): Promise<{ data: OutboxItem[]; total: number }>;
  /** Returns the progress of these faxes, even after their end. */
  follow(account: AccountId, faxIds: readonly number[]): Promise<FollowedFax[]>;
  /** Refuses what could never be sent: suspended account, barred or unreachable number. Returns the sender. */
  checkRoutes(tx: Db, account: AccountId, numbers: readonly string[], as?: SentAs): Promise<Sender>;
  /** The part of `checkRoutes` for the numbers alone, for callers that learn them before the sender. */
  checkNumbers(tx: Db, numbers: readonly string[]): Promise<void>;
  /** Runs a transaction that enqueues faxes; notifies the operator if the account has reached a daily limit. */
  sending<T>(account: AccountId, work: (tx: Db) => Promise<T>): Promise<T>;
  /** Adds faxes to the queue in the caller's transaction. Throws LIMIT_REACHED and DAY_LIMIT. */
  enqueue(tx: Db, account: AccountId, consignment: Consignment): Promise<AcceptedJob[]>;
  /** Sends a fax again, once per key. With a test key, and for a test fax, it is sent only as a test. */
  resend(
    caller: AccountCaller,
    pathKey: string,
    written: string,
    as?: SentAs & { key?: IdempotencyKey | undefined },
  ): Promise<Resent>;
  /** Removes a fax from the queue, or requests the end of its call. Returns which of the two. */
  cancel(caller: AccountCaller, jobId: number): Promise<'cancelled' | 'under-way'>;
  /** Dials at once a fax that waits for a retry or for its time. */
  sendNow(caller: Caller, jobId: number): Promise<void>;
  /** Gives a waiting fax another time. */
  schedule(caller: Caller, asked: AskedTime): Promise<void>;
  /** Sends a fax that is not in a call to another number. Returns the number as stored. */
  editNumber(caller: Caller, jobId: number, written: string): Promise<string>;
  markSent(caller: Caller, faxId: number): Promise<void>;
}

/** The new fax of a resend; `repeated` if the key was used before, so that nothing was sent now. */
export interface Resent {
  jobId: number;
  repeated: boolean;
}

/** How faxes are sent: test faxes need no line, and never count as on-net. */
type SentAs = Pick<Consignment, 'isTest'>;

/** Creates the queue as a person sees and changes it; the workers' side is outbox.worker.ts. */
export function createOutbox(deps: OutboxDeps): Outbox {
  const { database } = deps;
  const outbox: Outbox = {
    list: async (account, page = { start: 0 }) => await outboxPage(database.db, account, page, deps.zone),
    follow: async (account, faxIds) => await followFaxes(database.db, account, faxIds, deps.zone),
    checkRoutes: async (tx, account, numbers, as) => await checkRoutes(deps, tx, account, numbers, as),
    checkNumbers: async (tx, numbers) => await checkNumbers(deps, tx, numbers),
    sending: async (account, work) => await sendingTransaction(deps, account, work),
    enqueue: async (tx, account, consignment) => await enqueue(deps, tx, account, consignment),
    resend: async (caller, pathKey, written, { key, ...as } = {}) =>
      await outbox.sending(caller.accountId, async (tx) => {
        const { answer, repeated } = await once(tx, caller.accountId, key, async () => ({
          jobId: await resend(outbox, tx, caller, { pathKey, written, ...as }),
        }));
        return { ...answer, repeated };
      }),
    cancel: async (caller, jobId) =>
      await database.transaction(async (tx) => {
        const cancelled = await cancelOpenJob(tx, caller.accountId, jobId);
        if (!cancelled) throw new AppError('NOT_FOUND');
        const { faxId, underWay } = cancelled;
        if (underWay) await askToCancel(tx, jobId);
        await auditFax(tx, caller, 'fax.cancel', faxId, { jobId, ...(underWay && { underWay }) });
        return underWay ? 'under-way' : 'cancelled';
      }),
    sendNow: async (caller, jobId) =>
      await outbox.sending(caller.accountId, async (tx) => await hurryOwnJob(deps, tx, caller, jobId)),
    schedule: async (caller, asked) => await schedule(deps, caller, asked),
    editNumber: async (caller, jobId, written) =>
      await outbox.sending(
        caller.accountId,
        async (tx) =>
          await renumberOwnJob({ ...outbox, dayLimits: deps.dayLimits }, tx, caller, { jobId, written }),
      ),
    markSent: async (caller, faxId) =>
      await database.transaction(async (tx) => {
        const accepted = await acceptUncertain(tx, caller.accountId, faxId);
        if (accepted === null) throw new AppError('NOT_FOUND');
        const { pages, isTest } = accepted;
        if (!isTest) await addUsage(tx, caller.accountId, deps.zone, { sent: pages });
        await auditFax(tx, caller, 'fax.mark-sent', faxId, { pages });
      }),
  };
  return outbox;
}

async function checkRoutes(
  deps: OutboxDeps,
  tx: Db,
  account: AccountId,
  numbers: readonly string[],
  { isTest = false }: SentAs = {},
): Promise<Sender> {
  const sender = await readSender(tx, account);
  if (!sender?.acts) throw new AppError('ACCOUNT_SUSPENDED');
  if (isTest) for (const number of numbers) requireAllowed(number, reachOf(number), sender.international);
  else await checkNumbers(deps, tx, numbers, sender.international);
  return sender;
}

function requireAllowed(number: string, reach: ReturnType<typeof reachOf>, international: boolean): void {
  if (reach === 'barred' || (reach === 'abroad' && !international))
    throw new AppError('DESTINATION_NOT_ALLOWED', { params: { number } });
}

/** Refuses numbers that nobody may call, or only accounts that may call abroad, and numbers that no line reaches. */
async function checkNumbers(
  deps: OutboxDeps,
  tx: Db,
  numbers: readonly string[],
  international = false,
): Promise<void> {
  const ways = await deps.lines.ways(tx, numbers);
  for (const number of numbers) {
    const [first] = ways.get(number) ?? [];
    requireAllowed(number, first?.kind === 'onnet' ? 'home' : reachOf(number), international);
    if (!first) throw new AppError('NO_ROUTE', { params: { number } });
  }
}

async function resend(
  outbox: Outbox,
  tx: Db,
  caller: AccountCaller,
  { pathKey, written, isTest: asTest = false }: { pathKey: string; written: string } & SentAs,
): Promise<number> {
  const account = caller.accountId;
  const source = await findResendSource(tx, account, pathKey);
  // A received fax that could not be read has nothing to send.
  const isBlank = source?.documentState === 'ready' && source.pages === 0;
  if (!source || isBlank) throw new AppError('NOT_FOUND');
  const sender = await readSender(tx, account);
  const number = parseDestination(written, sender?.international);
  const isTest = asTest || source.isTest;
  await outbox.checkRoutes(tx, account, [number], { isTest });
  if (source.documentState === 'failed') await renewDocument(tx, source.documentId);
  const sameNumber = number === source.number;
  const [job] = await outbox.enqueue(tx, account, {
    document: {
      documentId: source.documentId,
      pages: source.pages,
      bytes: source.bytes,
      ready: source.documentState === 'ready',
    },
    numbers: [number],
    person: sameNumber
      ? { company: source.company, sender: source.sender, toPerson: source.toPerson }
      : { company: '', sender: '', toPerson: '' },
    origin: 'resend',
    // A test fax stays one, whoever resends it.
    isTest,
    originatorEmail: sender?.adminEmail ?? '',
  });
  if (!job) throw new Error('a fax to one number made no job');
  if (source.action === 'S' && source.status === 'FAILED' && sameNumber && isTest === source.isTest) {
    await supersede(tx, account, source.faxId, job.faxId);
  }
  await auditFax(tx, caller, 'fax.resend', job.faxId, { of: source.faxId, to: number });
  return job.jobId;
}
