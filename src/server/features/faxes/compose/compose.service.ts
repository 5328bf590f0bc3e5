import type { Logger } from 'pino';

import type { UploadLimits } from '#contract/faxes/compose.ts';
import type { Database, Db } from '#engine/database/port.ts';
import type { OriginalFile } from '#engine/database/tables-faxes.ts';
import type { DocumentEngine } from '#engine/documents/port.ts';
import type { FileStore } from '#engine/file-store/port.ts';
import type { VirusScanner } from '#engine/virus-scan/port.ts';
import { AppError } from '#server/kit/app-error.ts';
import type { FaultPoint } from '#server/kit/fault-point.ts';

import { writeAudit } from '#server/features/audit/log/audit.service.ts';
import { logEvent } from '#server/kit/log-event.ts';
import type { CoverPages, StoredCover } from './cover-pages/cover-pages.service.ts';
import { parseLater, readSender } from '#server/features/faxes/queue/outbox.service.ts';
import type { AcceptedJob, Later, Outbox, Sender } from '#server/features/faxes/queue/outbox.service.ts';
import { removeStored } from '#server/features/faxes/files/stored-faxes.service.ts';
import { findAnswer, insertDocument, saveAnswer, takeKey } from './compose.store.ts';
import type { SendKey } from './compose.store.ts';
import { convertibleTypes } from './convertible.ts';
import type { Drafts } from './drafts.service.ts';
import { describeSend, isUndone } from './describe-send.ts';
import { addCopies, requireKnown } from './fax-copies.ts';
import type { FaxDrafts } from './fax-drafts.service.ts';
import { fingerprintOf } from './fingerprint.ts';
import type { Message } from './message.ts';
import { parseMessage } from './message.ts';
import { scanFiles } from './scan-files.ts';
import type { SendRequest } from './send-request.ts';
import { storeOriginals } from './store-originals.ts';
import type { Part } from './store-originals.ts';

export type { FileToSend } from './send-request.ts';
export { checkFile } from './check-file.ts';
export { inMegabytes } from './file-type.ts';

/** Files without a place of their own come after all that have one: those have three digits. */
const LAST = 1_000;

export interface ComposeDeps {
  database: Database;
  files: FileStore;
  documents: Pick<DocumentEngine, 'status' | 'arrangePages'>;
  outbox: Outbox;
  covers: CoverPages;
  drafts: Drafts;
  faxDrafts: FaxDrafts;
  /** What may be attached. */
  limits: UploadLimits;
  /** Looks for malware in every file, where the operator wants that. */
  scanner?: VirusScanner | undefined;
  faultPoint: FaultPoint;
  log: Pick<Logger, 'warn'>;
}

export interface Compose {
  /** What may be attached to a fax here, whatever way it comes. */
  readonly limits: UploadLimits;
  /** Accepts a send: resolves after the files are on the disk and the jobs are committed (spec http-api 4.9). */
  send(request: SendRequest): Promise<AcceptedJob[]>;
  /** The same, for who has to know whether it was a repeat that sent nothing. */
  accept(request: SendRequest): Promise<Accepted>;
  /** The faxes that the request's key was answered with before; null where it is new. Throws IDEMPOTENCY_MISMATCH. */
  earlier(request: SendRequest): Promise<AcceptedJob[] | null>;
}

/** A send that was accepted, now or before. */
export interface Accepted {
  jobs: AcceptedJob[];
  /** Its key was used before: nothing was sent now. */
  repeated: boolean;
}

export function createCompose(deps: ComposeDeps): Compose {
  const refuseUnconvertible = convertibleTypes(deps.documents);
  const compose: Compose = {
    limits: deps.limits,
    send: async (request) => (await compose.accept(request)).jobs,
    earlier: async (request) => {
      const key = await keyOf(request);
      const known = key && (await findAnswer(deps.database.db, request.account, key));
      return known ? jobsOf(known) : null;
    },
    accept: async (request) => {
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
      // A copy by mail goes with the fax: alone it has nothing to wait with.
      if (later.sendAt && message.numbers.length === 0) throw new AppError('NO_RECIPIENTS');
      await refuseUnconvertible(files);
      await scanFiles(deps.scanner, deps.log, files);
      await deps.covers.checkTemplate(account, message.templateId);
      // Asked before any file is written, and again inside the transaction, where the answer counts. A mail's numbers have
      // been asked about when its session named them.
      if (request.origin !== 'email')
        await deps.outbox.checkRoutes(deps.database.db, account, message.numbers, request.program);
      await requireKnown(deps.database.db, account, message.emails);
      const prepared = await prepare(deps, { request, key, message, sender }).catch(
        async (error: unknown) => {
          // A repeat at the same moment finds its files gone because the first one has just sent them.
          const answer = await earlier();
          if (answer) return answer;
          throw error;
        },
      );
      if (!('originals' in prepared)) return { jobs: jobsOf(prepared), repeated: true };
      const outcome = await deps.outbox
        .sending(account, async (tx) => await accept(deps, tx, { request, key, message, later, prepared }))
        .catch(async (error: unknown) => {
          if (isUndone(error)) await removeUnsent(deps, prepared);
          throw error;
        });
      if (outcome.repeated) await removeUnsent(deps, prepared);
      else await deps.drafts.dropFiles([...draftKeysOf(message), ...outcome.left]);
      deps.faultPoint('after_commit_before_reply');
      return { jobs: outcome.jobs, repeated: outcome.repeated };
    },
  };
  return compose;
}

async function keyOf(request: SendRequest): Promise<SendKey | undefined> {
  return request.key ? { key: request.key, fingerprint: await fingerprintOf(request) } : undefined;
}

/** What a document is made of, its files stored. */
interface Prepared {
  storageKey: string;
  originals: OriginalFile[];
  cover: StoredCover | null;
  /** 0 while one of its files is still to be converted. */
  pages: number;
}

async function prepare(
  deps: ComposeDeps,
  { request, key, message, sender }: Omit<Acceptance, 'prepared' | 'later'> & { sender: Sender | undefined },
): Promise<Prepared> {
  const { account, files, say, origin } = request;
  const { numbers, templateId } = message;
  const fields = message.cover;
  const drafts = await deps.drafts.require(account, message.drafts);
  const parts: Part[] = [
    ...message.drafts.flatMap(({ index, plan }, at) => {
      const draft = drafts[at];
      return draft ? [{ index, draft, plan }] : [];
    }),
    ...files.map((file, at) => ({ index: file.index ?? LAST + at, file, photos: message.photos })),
  ];
  const cover = fields
    ? await deps.covers.write(deps.database.db, account, { fields, numbers, templateId, say })
    : null;
  const known = files.length === 0 && drafts.length > 0 && drafts.every(({ state }) => state === 'ready');
  const chosen = drafts.map(({ pages }, at) => message.drafts[at]?.plan?.length ?? pages);
  const pages = known ? chosen.reduce((sum, one) => sum + one, cover ? 1 : 0) : 0;
  const prepared = { ...(await storeOriginals(deps, parts)), cover, pages };
  // Before the fax is accepted: a database that forgets it gets it back from here (F-recv-14).
  if (sender) await describeSend(deps.files, prepared, { account, sender, origin, numbers, key });
  return prepared;
}

/** A send that has been looked at. */
interface Acceptance {
  request: SendRequest;
  key: SendKey | undefined;
  message: Message;
  later: Later;
  prepared: Prepared;
}

async function accept(
  deps: ComposeDeps,
  tx: Db,
  { request, key, message, later, prepared }: Acceptance,
): Promise<{ jobs: AcceptedJob[]; repeated: boolean; left: string[] }> {
  const { account } = request;
  if (key && !(await takeKey(tx, account, key))) {
    return { jobs: jobsOf((await findAnswer(tx, account, key)) ?? {}), repeated: true, left: [] };
  }
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
  // Files of the draft that are not sent, because they can't become pages, go with it.
  const left = message.written ? await deps.faxDrafts.end(tx, account, message.written) : [];
  await request.also?.(tx, { documentId, jobs });
  await writeAudit(tx, {
    actor: request.actor,
    accountId: account,
    action: 'fax.send',
    object: `document/${documentId}`,
    detail: {
      jobs: jobs.map((job) => ({ job: job.jobId, to: job.to })),
      files: prepared.originals.length,
      ...(request.program?.isTest && { test: true }),
      ...(later.sendAt && { sendAt: later.sendAt.toISOString() }),
      ...(message.emails.length > 0 && { copies: message.emails }),
    },
    address: request.address,
  });
  if (key) await saveAnswer(tx, account, key.key, { jobs });
  deps.faultPoint('before_commit');
  return { jobs, repeated: false, left };
}

function draftKeysOf({ drafts }: Message): string[] {
  return drafts.map(({ key }) => key);
}

function jobsOf(answer: { jobs?: AcceptedJob[] }): AcceptedJob[] {
  return answer.jobs ?? [];
}

/** Nothing refers to these files: without this they would lie in the store for ever. */
async function removeUnsent(deps: ComposeDeps, { storageKey }: Prepared): Promise<void> {
  await removeStored(deps.files, storageKey).catch((error: unknown) => {
    logEvent(deps.log, 'compose.cleanup-failed', { storageKey, reason: String(error) });
  });
}
