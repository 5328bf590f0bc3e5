import type { Logger } from 'pino';

import type { UploadLimits } from '#contract/faxes/send-limits.ts';
import type { Db } from '#engine/database/port.ts';
import type { VirusScanner } from '#engine/virus-scan/port.ts';
import { AppError } from '#server/kit/app-error.ts';
import type { FaultPoint } from '#server/kit/fault-point.ts';

import { writeAudit } from '#server/features/audit/log/audit.service.ts';
import { logEvent } from '#server/kit/log-event.ts';
import { QueuedLimit } from '#server/kit/queued-limit.ts';
import { parseLater, readSender } from '#server/features/faxes/queue/outbox.service.ts';
import type { AcceptedJob, Later, Outbox } from '#server/features/faxes/queue/outbox.service.ts';
import { findAnswer, once } from '#server/features/faxes/idempotency/idempotency.service.ts';
import type { IdempotencyKey } from '#server/features/faxes/idempotency/idempotency.service.ts';
import { removeStored } from '#server/features/faxes/files/stored-faxes.service.ts';
import { insertDocument } from './compose.store.ts';
import { convertibleTypes } from './convertible.ts';
import type { RefuseUnconvertible } from './convertible.ts';
import { auditedSend, isUndone } from './describe-send.ts';
import { addCopies, requireKnown } from './fax-copies.ts';
import type { FaxDrafts } from './fax-drafts.service.ts';
import { fingerprintOf } from './fingerprint.ts';
import type { Message } from './message.ts';
import { parseMessage } from './message.ts';
import { prepare } from './prepare-send.ts';
import type { PrepareDeps, Prepared, SendToPrepare } from './prepare-send.ts';
import { scanFiles } from './scan-files.ts';
import type { SendRequest } from './send-request.ts';

export type { FileToSend } from './send-request.ts';
export { checkFile } from './check-file.ts';
export { inMegabytes } from './file-type.ts';

export interface ComposeDeps extends PrepareDeps {
  outbox: Outbox;
  faxDrafts: FaxDrafts;
  /** Limits for attached files. */
  limits: UploadLimits;
  /** Scans every file for malware, if the operator has set this up. */
  scanner?: VirusScanner | undefined;
  faultPoint: FaultPoint;
  log: Pick<Logger, 'warn'>;
}

export interface Compose {
  /** Limits for files attached to a fax, from any source. */
  readonly limits: UploadLimits;
  /** Accepts a send. Resolves once the files are on disk and the jobs are committed (spec http-api 4.9). */
  send(request: SendRequest): Promise<AcceptedJob[]>;
  /** Does the same, and tells whether it was a repeat that sent nothing. */
  accept(request: SendRequest): Promise<Accepted>;
  /**
   * Returns the faxes of the earlier answer to the request's key; null if the key is new. Throws IDEMPOTENCY_MISMATCH.
   */
  earlier(request: SendRequest): Promise<AcceptedJob[] | null>;
}

/** An accepted send, new or repeated. */
export interface Accepted {
  jobs: AcceptedJob[];
  /** Whether its key was used before, so that nothing was sent now. */
  repeated: boolean;
}

/** Sends that are stored and committed at once, with half of a process's connections; the others wait in order. */
const SENDS = { inside: 6, waiting: 2_000 };

export function createCompose(deps: ComposeDeps): Compose {
  const refuseUnconvertible = convertibleTypes(deps.documents);
  const turns = new QueuedLimit(SENDS);
  const compose: Compose = {
    limits: deps.limits,
    send: async (request) => (await compose.accept(request)).jobs,
    earlier: async (request) => {
      const key = await keyOf(request);
      const known = key && (await findAnswer(deps.database.db, request.account, key));
      return known ? jobsOf(known) : null;
    },
    accept: async (request) => await acceptRequest({ ...deps, turns, refuseUnconvertible }, request),
  };
  return compose;
}

interface AcceptDeps extends ComposeDeps {
  turns: QueuedLimit;
  refuseUnconvertible: RefuseUnconvertible;
}

async function acceptRequest(deps: AcceptDeps, request: SendRequest): Promise<Accepted> {
  const { account, files, mostNumbers } = request;
  const key = await keyOf(request);
  const earlier = async () => (key ? await findAnswer(deps.database.db, account, key) : null);
  const known = await earlier();
  if (known) return { jobs: jobsOf(known), repeated: true };
  const sender = await readSender(deps.database.db, account);
  const abroad = sender?.international === true;
  const limits = { abroad, files: files.length, most: deps.limits.files, mostNumbers };
  const message = parseMessage(request.fields, limits);
  const later = parseLater(request.fields, sender?.zone ?? 'UTC');
  // A copy by mail goes with the fax: without a fax there is nothing that it could wait for.
  if (later.sendAt && message.numbers.length === 0) throw new AppError('NO_RECIPIENTS');
  await deps.refuseUnconvertible(files);
  await scanFiles(deps.scanner, deps.log, files);
  return await deps.turns.during(async () => {
    await checkSend(deps, request, message);
    const prepared = await prepare(deps, { request, key, message, sender }).catch(async (error: unknown) => {
      // A concurrent repeat finds its files gone because the first request has just sent them.
      const answer = await earlier();
      if (answer) return answer;
      throw error;
    });
    if (!('originals' in prepared)) return { jobs: jobsOf(prepared), repeated: true };
    return await commit(deps, { request, key, message, later, prepared });
  });
}

/** Checks the send before any file is written. The transaction checks again, and only that check counts. */
async function checkSend(deps: ComposeDeps, request: SendRequest, message: Message): Promise<void> {
  const { account } = request;
  await deps.covers.checkTemplate(account, message.templateId);
  // The numbers of a mail were checked when its session named them.
  if (request.origin !== 'email')
    await deps.outbox.checkRoutes(deps.database.db, account, message.numbers, request.program);
  await requireKnown(deps.database.db, account, message.emails);
}

async function keyOf(request: SendRequest): Promise<IdempotencyKey | undefined> {
  return request.key ? { key: request.key, fingerprint: await fingerprintOf(request) } : undefined;
}

/** A send that has been checked. */
interface Acceptance extends Omit<SendToPrepare, 'sender'> {
  later: Later;
  prepared: Prepared;
}

async function commit(deps: ComposeDeps, acceptance: Acceptance): Promise<Accepted> {
  const { request, message, prepared } = acceptance;
  const { jobs, repeated, left } = await deps.outbox
    .sending(request.account, async (tx) => await acceptOnce(deps, tx, acceptance))
    .catch(async (error: unknown) => {
      if (isUndone(error)) await removeUnsent(deps, prepared);
      throw error;
    });
  if (repeated) await removeUnsent(deps, prepared);
  else await deps.drafts.dropFiles([...draftKeysOf(message), ...left]);
  deps.faultPoint('after_commit_before_reply');
  return { jobs, repeated };
}

async function acceptOnce(
  deps: ComposeDeps,
  tx: Db,
  acceptance: Acceptance,
): Promise<Accepted & { left: string[] }> {
  let left: string[] = [];
  const { account } = acceptance.request;
  const { answer, repeated } = await once(tx, account, acceptance.key, async () => {
    const accepted = await accept(deps, tx, acceptance);
    ({ left } = accepted);
    return { jobs: accepted.jobs };
  });
  deps.faultPoint('before_commit');
  return { jobs: jobsOf(answer), repeated, left };
}

async function accept(
  deps: ComposeDeps,
  tx: Db,
  { request, message, later, prepared }: Acceptance,
): Promise<{ jobs: AcceptedJob[]; left: string[] }> {
  const { account } = request;
  const sender = await deps.outbox.checkRoutes(tx, account, message.numbers, request.program);
  await requireKnown(tx, account, message.emails);
  const documentId = await insertDocument(tx, account, {
    storageKey: prepared.storageKey,
    originals: prepared.originals,
    cover: prepared.cover,
    source: request.origin === 'email' ? 'email' : 'upload',
  });
  const jobs = await deps.outbox.enqueue(tx, account, {
    document: { documentId, pages: prepared.pages, bytes: 0, ready: false },
    numbers: message.numbers,
    person: {
      company: message.cover?.toCompany ?? '',
      sender: message.cover?.toPerson ?? '',
      toPerson: message.cover?.toPerson ?? '',
    },
    origin: request.origin,
    originatorEmail: request.originatorEmail ?? sender.adminEmail,
    later,
    ...request.program,
  });
  await addCopies(tx, account, documentId, message.emails);
  await deps.drafts.forget(tx, account, draftKeysOf(message));
  // Files of the draft that are not sent, because they cannot become pages, are removed with it.
  const left = message.written ? await deps.faxDrafts.end(tx, account, message.written) : [];
  await request.also?.(tx, { documentId, jobs });
  await writeAudit(tx, {
    actor: request.actor,
    accountId: account,
    action: 'fax.send',
    object: `document/${documentId}`,
    detail: auditedSend(jobs, { files: prepared.originals.length, request, message, later }),
    address: request.address,
  });
  return { jobs, left };
}

function draftKeysOf({ drafts }: Message): string[] {
  return drafts.map(({ key }) => key);
}

function jobsOf(answer: { jobs?: AcceptedJob[] }): AcceptedJob[] {
  return answer.jobs ?? [];
}

/** Removes files that nothing refers to: otherwise they would stay in the store forever. */
async function removeUnsent(deps: ComposeDeps, { storageKey }: Prepared): Promise<void> {
  await removeStored(deps.files, storageKey).catch((error: unknown) => {
    logEvent(deps.log, 'compose.cleanup-failed', { storageKey, reason: String(error) });
  });
}
