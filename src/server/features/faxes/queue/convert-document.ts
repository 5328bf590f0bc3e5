import { createHash } from 'node:crypto';

import { mayPass } from '#engine/database/port.ts';
import type { Db } from '#engine/database/port.ts';
import type { ConversionOutcome } from '#engine/documents/port.ts';
import { DamagedFile, FileStoreAway } from '#engine/file-store/port.ts';

import { measure, secondsSince } from '#server/kit/meter.ts';

import { writeAudit } from '#server/features/audit/log/audit.service.ts';
import { describeConverted } from '#server/features/faxes/files/stored-faxes.service.ts';
import { logEvent } from '#server/kit/log-event.ts';
import {
  failJobs,
  finishDocument,
  markDocumentFailed,
  releaseJobs,
  returnDocument,
} from './convert.store.ts';
import type { ClaimedDocument, Mishap } from './convert.store.ts';
import type { DayDefaults } from './day-limit.store.ts';
import { DayLimitReached, checkDayPages, noteDayLimit } from './day-limits.ts';
import { LeaseLost } from './lease.ts';
import { lockAccountQueue, pagesLeft } from './limit.store.ts';
import { makePages } from './make-pages.ts';
import type { MadePages, MakePagesDeps } from './make-pages.ts';
import { wakeWorkers } from './outbox.store.ts';
import type { RecordOutcomeDeps } from './record-outcome.ts';
import { untilWritten } from './until-written.ts';

export interface ConvertDeps extends RecordOutcomeDeps, MakePagesDeps {
  /** An account's daily limits unless it or its product sets others. */
  dayLimits: DayDefaults;
  /**
   * Called in the transaction in which a document gets its pages or is given up, so that its sender can be answered.
   */
  documentEnded?: ((tx: Db, documentId: number) => Promise<void>) | undefined;
  /** Text recognition for the pages of faxes. */
  texts: ConvertedTexts;
}

/** Notified in the transaction in which a document gets its pages. */
export interface ConvertedTexts {
  converted(tx: Db, document: { accountId: number; documentId: number }): Promise<void>;
}

/** Delay before the next attempt while the converters are unavailable. */
const AWAY_SECONDS = 5;
/**
 * Delay after a failure of our own code, or while a bucket refuses us: long enough for somebody to fix it before the
 * document is given up.
 */
const FAILED_SECONDS = 30;

/** The reason people see for a document that crashes every converter (F-send-15). */
const POISON = 'DOCUMENT_DAMAGED';
/** The reason people see if our own code failed. */
const OURS = 'INTERNAL';

/** Converts a document to fax pages, once for all its jobs, and then releases or fails the jobs. Throws LeaseLost. */
export async function convertDocument(
  deps: ConvertDeps,
  document: ClaimedDocument,
  signal: AbortSignal,
): Promise<void> {
  const began = performance.now();
  const made = await convert(deps, document, signal);
  const seconds = secondsSince(began);
  const ms = Math.round(seconds * 1000);
  noteConversion(deps, document, made, seconds);
  const outcome = made.kind === 'ok' ? await store(deps, document, { ...made, ms }) : made;
  if (outcome.kind === 'stored') return;
  // This process is stopping: the document waits for another one, and nothing counts against it.
  if (signal.aborted) return await tryAgain(deps, document, 'none', 0);
  if (outcome.kind === 'refused') return await refuse(deps, document, outcome.reason, ms);
  if (outcome.reason === 'CONVERTER_CRASHED') return await tryAgain(deps, document, 'crashed', 0);
  const { mishap = 'none' } = outcome;
  await tryAgain(deps, document, mishap, mishap === 'failed' ? FAILED_SECONDS : AWAY_SECONDS);
}

/** Measures and logs a conversion, by the type of the first file, because that takes the time. */
function noteConversion(
  { log }: ConvertDeps,
  { id, accountId, originals }: ClaimedDocument,
  outcome: ConversionOutcome,
  seconds: number,
): void {
  const kind = originals[0]?.type ?? 'cover';
  const result = outcome.kind === 'ok' ? 'ok' : outcome.reason;
  measure('conversion', { kind, result, seconds });
  logEvent(log, 'conversion.ended', { documentId: id, accountId, kind, result, seconds });
}

/** Releases the document for another attempt after `seconds`, unless it had too many mishaps. */
export async function tryAgain(
  deps: ConvertDeps,
  document: ClaimedDocument,
  mishap: Mishap,
  seconds: number,
): Promise<void> {
  await untilWritten(deps, async (tx) => {
    const verdict = await returnDocument(tx, document, { mishap, seconds });
    const fault = mishap === 'failed' ? OURS : POISON;
    if (verdict === 'given-up') await writeRefusal(deps, tx, document, { fault, ms: null });
    await wakeWorkers(tx);
  });
}

type Trouble = Extract<MadePages, { kind: 'retry' }>;

async function convert(
  deps: ConvertDeps,
  document: ClaimedDocument,
  signal: AbortSignal,
): Promise<MadePages> {
  try {
    return await makePages(deps, document, signal);
  } catch (error) {
    return troubleOf(error, deps, document, signal);
  }
}

async function store(
  deps: ConvertDeps,
  document: ClaimedDocument,
  made: Parameters<typeof storePages>[2],
): Promise<{ kind: 'stored' } | Trouble> {
  try {
    await storePages(deps, document, made);
    return { kind: 'stored' };
  } catch (error) {
    if (error instanceof LeaseLost) throw error;
    return troubleOf(error, deps, document);
  }
}

function troubleOf(
  error: unknown,
  deps: ConvertDeps,
  { id }: ClaimedDocument,
  signal?: AbortSignal,
): Trouble {
  if (!signal?.aborted) logEvent(deps.log, 'conversion.failed', { documentId: id, err: error });
  if (error instanceof DamagedFile) return { kind: 'retry', reason: 'CONVERTER_CRASHED' };
  // A shortage on the machine is not the document's fault. Neither is an error of ours, but that may last forever.
  return { kind: 'retry', reason: 'CONVERTER_UNAVAILABLE', mishap: isOfMachine(error) ? 'none' : 'failed' };
}

/** Returns whether the store or the database is unavailable, or the system lacks a resource, as with EMFILE. */
function isOfMachine(error: unknown): boolean {
  const { code } = error as { code?: unknown };
  return (
    error instanceof FileStoreAway ||
    mayPass(error) ||
    (typeof code === 'string' && /^E[A-Z0-9]+$/u.test(code))
  );
}

async function storePages(
  deps: ConvertDeps,
  document: ClaimedDocument,
  { tiff, pages, ms }: { tiff: Uint8Array; pages: number; ms: number },
): Promise<void> {
  // The token in the name keeps a worker that was presumed dead from overwriting what its successor stored.
  const tiffKey = `${document.storageKey}/fax-${document.token}.tiff`;
  await deps.files.put(tiffKey, tiff);
  const made = { tiffKey, pages, bytes: tiff.byteLength, sha256: createHash('sha256').update(tiff).digest() };
  await describeConverted(deps.database.db, deps.files, document.id, made);
  await untilWritten(deps, async (tx) => {
    await lockAccountQueue(tx, document.accountId);
    const { numbers, at } = await finishDocument(tx, document, { ...made, ms });
    await deps.texts.converted(tx, { accountId: document.accountId, documentId: document.id });
    const judged = { exceptDocument: document.id, at };
    const month = await pagesLeft(tx, document.accountId, deps.zone, judged);
    if (numbers === 0) await releaseJobs(tx, document);
    else if (month && pages * numbers > month.left) await failWaiting(deps, tx, document, 'LIMIT_REACHED');
    else if (await isOverDay(deps, tx, document.accountId, { pages: pages * numbers, ...judged }))
      await failWaiting(deps, tx, document, 'DAY_LIMIT');
    else await releaseJobs(tx, document);
    await deps.documentEnded?.(tx, document.id);
    await wakeWorkers(tx);
  });
}

/** Returns whether these pages, known only now, exceed what the account may send in a day. */
async function isOverDay(
  deps: ConvertDeps,
  tx: Db,
  accountId: number,
  judged: Parameters<typeof checkDayPages>[2],
): Promise<boolean> {
  try {
    await checkDayPages(tx, accountId, judged, deps.dayLimits);
    return false;
  } catch (error) {
    if (!(error instanceof DayLimitReached)) throw error;
    await noteDayLimit(tx, deps, accountId, error);
    return true;
  }
}

async function refuse(
  deps: ConvertDeps,
  document: ClaimedDocument,
  fault: string,
  ms: number,
): Promise<void> {
  await untilWritten(deps, async (tx) => await writeRefusal(deps, tx, document, { fault, ms }));
}

async function writeRefusal(
  deps: ConvertDeps,
  tx: Db,
  document: ClaimedDocument,
  { fault, ms }: { fault: string; ms: number | null },
): Promise<void> {
  await markDocumentFailed(tx, document, fault, ms);
  await failWaiting(deps, tx, document, fault);
  await deps.documentEnded?.(tx, document.id);
}

async function failWaiting(
  deps: ConvertDeps,
  tx: Db,
  document: ClaimedDocument,
  reason: string,
): Promise<void> {
  const jobs = await failJobs(tx, document, reason);
  await writeAudit(tx, {
    actor: { kind: 'system' },
    accountId: document.accountId,
    action: 'fax.failed',
    object: `document/${document.id}`,
    detail: { reason, jobIds: jobs.map(({ id }) => id) },
  });
  for (const job of jobs.filter(({ is_test: isTest }) => !isTest)) {
    await deps.notices.failed(tx, { accountId: document.accountId, faxId: job.fax_id });
  }
}
