import { createHash } from 'node:crypto';

import type { ConversionOutcome, DocumentEngine, SourceFile } from '#engine/documents/port.ts';
import type { FileStore } from '#engine/file-store/port.ts';

import { writeAudit } from '../audit/audit.service.ts';
import {
  MAX_DEATHS,
  failJobs,
  finishDocument,
  markDocumentFailed,
  releaseJobs,
  returnDocument,
} from './convert.store.ts';
import type { ClaimedDocument } from './convert.store.ts';
import { lockAccountQueue, pagesLeft } from './limit.store.ts';
import { wakeWorkers } from './outbox.store.ts';
import { untilWritten } from './settle.ts';
import type { SettleDeps } from './settle.ts';

export interface ConvertDeps extends SettleDeps {
  files: FileStore;
  documents: DocumentEngine;
}

/** The converters are away, or one crashed: this long until the next try. */
const AGAIN_SECONDS = 5;

/** What people are told of a document that kills every converter (F-send-15). */
const POISON = 'DOCUMENT_DAMAGED';

/** Makes fax pages of a document, once for all its jobs, and lets the jobs go or fails them. Throws LeaseLost. */
export async function convertDocument(
  deps: ConvertDeps,
  document: ClaimedDocument,
  signal: AbortSignal,
): Promise<void> {
  const outcome = await convert(deps, document, signal);
  if (signal.aborted && outcome.kind !== 'ok') return await handBack(deps, document);
  if (outcome.kind === 'ok') return await storePages(deps, document, outcome);
  if (outcome.kind === 'refused') return await refuse(deps, document, outcome.reason);
  await tryAgain(deps, document, outcome.reason === 'CONVERTER_CRASHED');
}

/** Another try later; `died` counts against the document, and three deaths are the end of it. */
export async function tryAgain(deps: ConvertDeps, document: ClaimedDocument, died: boolean): Promise<void> {
  await untilWritten(deps, async (tx) => {
    const deaths = await returnDocument(tx, document, { died, seconds: died ? 0 : AGAIN_SECONDS });
    if (deaths >= MAX_DEATHS) await writeRefusal(tx, document, POISON);
    await wakeWorkers(tx);
  });
}

/** This process stops: the document waits for another one, and nothing counts against it. */
async function handBack(deps: ConvertDeps, document: ClaimedDocument): Promise<void> {
  await untilWritten(deps, async (tx) => {
    await returnDocument(tx, document, { died: false, seconds: 0 });
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
