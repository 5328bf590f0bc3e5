import { setTimeout as pause } from 'node:timers/promises';
import type { Logger } from 'pino';

import type { Database } from '#engine/database/port.ts';
import type { FileStore } from '#engine/file-store/port.ts';

import { logEvent } from '#server/kit/log-event.ts';
import { checkFiles } from './check-files.ts';
import { beginRound, endRound, noteFaults, noteProgress } from './scrub.store.ts';
import { readStored, stillHas } from './stored-faxes.store.ts';

/** Documents per database query. */
const DOCUMENTS_AT_ONCE = 100;

/** Bytes per second: leaves most of a slow disk's or bucket's throughput to people. */
const BYTES_A_SECOND = 20 * 1024 * 1024;

const DAY_MS = 86_400_000;

/** Dependencies of the comparison. */
export interface ScrubDeps {
  database: Pick<Database, 'db'>;
  files: FileStore;
  log: Pick<Logger, 'info' | 'error'>;
  /** Days from the start of one round over all files to the next; 0 for no rounds. */
  everyDays: number;
}

/**
 * Compares stored files with their hashes, slowly, one document after another, until `signal` aborts; continues where
 * the last run stopped. Damaged or missing files are recorded for the doctor and the metrics, and cleared once they are
 * whole again. Returns how many documents it read.
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
