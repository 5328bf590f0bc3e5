import { setTimeout as pause } from 'node:timers/promises';
import type { Logger } from 'pino';

import type { Database } from '#engine/database/port.ts';
import type { FileStore } from '#engine/file-store/port.ts';

import { logEvent } from '#server/kit/log-event.ts';
import { checkFiles } from './check-files.ts';
import { beginRound, endRound, noteFaults, noteProgress } from './scrub.store.ts';
import { readStored, stillHas } from './stored-faxes.store.ts';

/** Documents a question to the database. */
const DOCUMENTS_AT_ONCE = 100;

/** Bytes a second: a slow disk or bucket has most of itself left for people. */
const BYTES_A_SECOND = 20 * 1024 * 1024;

const DAY_MS = 86_400_000;

/** What the comparison needs. */
export interface ScrubDeps {
  database: Pick<Database, 'db'>;
  files: FileStore;
  log: Pick<Logger, 'info' | 'error'>;
  /** How many days there are from the beginning of one round over all files to the next; 0 for no rounds. */
  everyDays: number;
}

/**
 * Compares stored files with their hashes, a document after the other, slowly, until `signal` ends it; goes on where the
 * last run stopped. What is damaged or missing is noted for the doctor and the metrics, and forgotten once it is whole
 * again. Gives back how many documents it read.
 */
export async function scrub(deps: ScrubDeps, signal: AbortSignal): Promise<number> {
  const { database, files, log, everyDays } = deps;
  const { db } = database;
  const since = new Date(Date.now() - everyDays * DAY_MS);
  let after = everyDays === 0 ? null : await beginRound(db, since);
  let read = 0;
  while (after !== null && !signal.aborted) {
    const documents = await readStored(db, after, DOCUMENTS_AT_ONCE);
    if (documents.length === 0) {
      await endRound(db);
      logEvent(log, 'files.compared', { read });
      return read;
    }
    for (const document of documents) {
      if (signal.aborted) break;
      const { bytes, faults } = await checkFiles(files, document);
      const real = faults.length > 0 && (await stillHas(db, document)) ? faults : [];
      await noteFaults(db, document.id, real);
      for (const { problem } of real)
        logEvent(log, 'files.damaged', { documentId: document.id, faxIds: document.faxIds, problem });
      after = document.id;
      read += 1;
      await pause((bytes / BYTES_A_SECOND) * 1_000, undefined, { signal }).catch(() => undefined);
    }
    await noteProgress(db, after);
  }
  return read;
}
