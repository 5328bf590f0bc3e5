import { createHash } from 'node:crypto';

import type { ConversionOutcome, DocumentEngine, SourceFile } from '#engine/documents/port.ts';
import type { FileStore } from '#engine/file-store/port.ts';

import { writeAudit } from '../audit/audit.service.ts';
import {
  failJobs,
  finishDocument,
  markDocumentFailed,
  releaseJobs,
  returnDocument,
} from './convert.store.ts';
import type { ClaimedDocument, Mishap } from './convert.store.ts';
import { lockAccountQueue, pagesLeft } from './limit.store.ts';
import { wakeWorkers } from './outbox.store.ts';
import { untilWritten } from './settle.ts';
import type { SettleDeps } from './settle.ts';

export interface ConvertDeps extends SettleDeps {
  files: FileStore;
  documents: DocumentEngine;
}

/** The converters are away: this long until the next try. */
const AWAY_SECONDS = 5;

/** What people are told of a document that kills every converter (F-send-15). */
const POISON = 'DOCUMENT_DAMAGED';

/** Makes fax pages of a document, once for all its jobs, and lets the jobs go or fails them. Throws LeaseLost. */
export async function convertDocument(
  deps: ConvertDeps,
  document: ClaimedDocument,
  signal: AbortSignal,
): Promise<void> {
  const outcome = await convert(deps, document, signal);
  // This process stops: the document waits for another one, and nothing counts against it.
  if (signal.aborted && outcome.kind !== 'ok') return await tryAgain(deps, document, 'none', 0);
  if (outcome.kind === 'ok') return await storePages(deps, document, outcome);
  if (outcome.kind === 'refused') return await refuse(deps, document, outcome.reason);
  if (outcome.reason === 'CONVERTER_CRASHED') return await tryAgain(deps, document, 'crashed', 0);
  await tryAgain(deps, document, 'none', AWAY_SECONDS);
}

/** Another try after so many seconds, unless there were too many mishaps. */
export async function tryAgain(
  deps: ConvertDeps,
  document: ClaimedDocument,
  mishap: Mishap,
  seconds: number,
): Promise<void> {
  await untilWritten(deps, async (tx) => {
    const verdict = await returnDocument(tx, document, { mishap, seconds });
    if (verdict === 'given-up') await writeRefusal(tx, document, POISON);
    await wakeWorkers(tx);
  });
}

async function convert(
  deps: ConvertDeps,
  document: ClaimedDocument,
  signal: AbortSignal,
): Promise<ConversionOutcome> {
  try {
    const files: SourceFile[] = [];
    for (const { name, key } of document.originals) {
      const bytes = await deps.files.get(key);
      if (!bytes) throw new Error('an uploaded file is missing in the file store');
      files.push({ name, bytes });
    }
    return await deps.documents.toFaxPages(files, signal);
  } catch (error) {
    if (!signal.aborted) deps.log.error({ documentId: document.id, err: error }, 'a conversion failed');
    return { kind: 'retry', reason: 'CONVERTER_CRASHED' };
  }
}

async function storePages(
  deps: ConvertDeps,
  document: ClaimedDocument,
  { tiff, pages }: { tiff: Uint8Array; pages: number },
): Promise<void> {
  // The token in the name: a worker that was given up for dead cannot overwrite what its successor stored.
  const tiffKey = `${document.storageKey}/fax-${document.token}.tiff`;
  await deps.files.put(tiffKey, tiff);
  await untilWritten(deps, async (tx) => {
    await lockAccountQueue(tx, document.accountId);
    const numbers = await finishDocument(tx, document, {
      tiffKey,
      pages,
      bytes: tiff.byteLength,
      sha256: createHash('sha256').update(tiff).digest(),
    });
    const month = await pagesLeft(tx, document.accountId, deps.zone, document.id);
    if (month && pages * numbers > month.left) await failWaiting(tx, document, 'LIMIT_REACHED');
    else await releaseJobs(tx, document);
    await wakeWorkers(tx);
  });
}

async function refuse(deps: ConvertDeps, document: ClaimedDocument, fault: string): Promise<void> {
  await untilWritten(deps, async (tx) => await writeRefusal(tx, document, fault));
}

type Tx = Parameters<typeof failJobs>[0];

async function writeRefusal(tx: Tx, document: ClaimedDocument, fault: string): Promise<void> {
  await markDocumentFailed(tx, document, fault);
  await failWaiting(tx, document, fault);
}

async function failWaiting(tx: Tx, document: ClaimedDocument, reason: string): Promise<void> {
  const jobIds = await failJobs(tx, document, reason);
  await writeAudit(tx, {
    actor: { kind: 'system' },
    accountId: document.accountId,
    action: 'fax.failed',
    object: `document/${document.id}`,
    detail: { reason, jobIds },
  });
}
