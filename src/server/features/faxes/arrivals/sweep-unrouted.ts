import type { Database } from '#engine/database/port.ts';
import type { FileStore } from '#engine/file-store/port.ts';
import { oldOrphans, removeFiles } from '#server/features/faxes/files/removal.service.ts';

import { UNROUTED } from './arrivals.service.ts';
import { keptUnrouted } from './unrouted.store.ts';

/** Folders a question to the database. */
const FOLDERS_AT_ONCE = 500;

/** The file comes first and its row after it; a day is plenty, also for a process that was halted meanwhile. */
const ORPHAN_HOURS = 24;

/** What it needs. */
export interface SweepUnroutedDeps {
  database: Database;
  files: FileStore;
}

/**
 * Removes files of faxes that reached no account and that nobody decides on any more: a crash between the decision and
 * the removal has left them, or one between the file and its row. Gives back of how many faxes.
 */
export async function sweepUnrouted(deps: SweepUnroutedDeps, signal: AbortSignal): Promise<number> {
  let removed = 0;
  let names = new Set<string>();
  for await (const key of deps.files.list(UNROUTED)) {
    names.add(key.slice(UNROUTED.length).split('/', 1)[0] ?? '');
    if (names.size < FOLDERS_AT_ONCE) continue;
    signal.throwIfAborted();
    removed += await sweepSome(deps, [...names]);
    names = new Set();
  }
  return removed + (await sweepSome(deps, [...names]));
}

async function sweepSome({ database, files }: SweepUnroutedDeps, names: readonly string[]): Promise<number> {
  const kept = await keptUnrouted(database.db, names, UNROUTED);
  const orphans = names.filter((name) => !kept.has(name));
  const old = await oldOrphans(database.db, UNROUTED, orphans, ORPHAN_HOURS);
  for (const name of old) await removeFiles(files, UNROUTED + name);
  return old.length;
}
