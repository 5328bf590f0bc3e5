import type { Logger } from 'pino';

import { DRAFT_HOURS } from '#contract/faxes/drafts.ts';
import type { Database } from '#engine/database/port.ts';
import type { FileStore } from '#engine/file-store/port.ts';

import { oldOrphans } from '#server/features/faxes/files/removal.service.ts';
import { logEvent } from '#server/kit/log-event.ts';
import { DRAFT_FOLDER, removeDraftFiles } from './draft-files.ts';
import { deleteOldDrafts, knownDrafts } from './drafts.store.ts';
import { deleteFaxDrafts, findOldFaxDrafts } from './fax-drafts.store.ts';

/** Keys per database query. */
const KEYS_AT_ONCE = 500;

export interface SweepDeps {
  database: Database;
  files: FileStore;
  log: Logger;
}

/**
 * Removes drafts that were discarded or are too old, their files, files of no draft, and what a crash left without a
 * row. Returns how many files with a row were removed.
 */
export async function sweepDrafts(deps: SweepDeps, signal: AbortSignal): Promise<number> {
  const { database, files, log } = deps;
  const ended = await database.transaction(
    async (tx) => await deleteFaxDrafts(tx, await findOldFaxDrafts(tx)),
  );
  const old = [...ended, ...(await deleteOldDrafts(database.db, DRAFT_HOURS))];
  await removeDraftFiles(deps, old);
  const seen = new Set<string>();
  for await (const name of files.list(DRAFT_FOLDER)) seen.add(name.split('/', 2)[1] ?? '');
  const keys = [...seen];
  for (let at = 0; at < keys.length; at += KEYS_AT_ONCE) {
    signal.throwIfAborted();
    const some = keys.slice(at, at + KEYS_AT_ONCE);
    const known = await knownDrafts(database.db, some);
    // Rows are written before files, so a file without a row is left over, or an older database has lost its row. It is
    // removed when it would have expired anyway, so that a product started with the wrong database does no harm until
    // then.
    const orphans = some.filter((key) => !known.has(key));
    await removeDraftFiles(deps, await oldOrphans(database.db, DRAFT_FOLDER, orphans, DRAFT_HOURS));
  }
  logEvent(log, 'draft.files-removed', { removed: old.length });
  return old.length;
}
