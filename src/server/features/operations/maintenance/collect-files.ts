import {
  forgetOrphans,
  giveUpFiles,
  noteOrphans,
  removeGivenUp,
} from '#server/features/faxes/files/removal.service.ts';
import {
  isSecondCopy,
  removeStored,
  unknownFolders,
} from '#server/features/faxes/files/stored-faxes.service.ts';
import { logEvent } from '#server/kit/log-event.ts';

import { noteDone, notePlace, readPlace } from './clean-up.store.ts';
import type { MaintenanceDeps } from './maintenance-deps.ts';

/** Files without a document or a description: an upload under way is one for minutes, a crashed one for ever. */
const ORPHAN_HOURS = 24;

const NAME = 'collect-orphan-files';

/**
 * Removes the files of documents that this database has deleted, of those that were never finished, and second copies
 * of a fax that the database has. Nothing else
 * goes: what the database does not know it may have forgotten, like every fax since the backup that it was restored
 * from (F-recv-14). `f2e fsck` brings those back. A run that `signal` ends is gone on with by the next one.
 */
export async function collectFiles(deps: MaintenanceDeps, signal: AbortSignal): Promise<number> {
  const { database, store, log } = deps;
  const { db } = database;
  const removed = await removeGivenUp(deps, signal);
  let collected = 0;
  let unknown = 0;
  const goOn = async (last: string): Promise<boolean> => {
    await notePlace(db, NAME, last);
    return !signal.aborted;
  };
  for await (const { storageKey, kind } of unknownFolders(database, store, {
    after: await readPlace(db, NAME),
    goOn,
  })) {
    if (kind === 'described' && (await isSecondCopy(db, store, storageKey))) {
      // Written down while it is known: what tells a second copy of a sent fax is forgotten after a day.
      await database.transaction(async (tx) => await giveUpFiles(tx, [storageKey]));
      continue;
    }
    if (kind !== 'unfinished') {
      unknown += 1;
      continue;
    }
    const [old] = await noteOrphans(db, [storageKey], ORPHAN_HOURS);
    if (old === undefined) continue;
    await removeStored(store, old);
    await forgetOrphans(db, [old]);
    collected += 1;
  }
  await forgetOrphans(db, []);
  if (!signal.aborted) await noteDone(db, NAME);
  logEvent(log, 'maintenance.files-removed', { removed, collected });
  if (unknown > 0) logEvent(log, 'maintenance.unknown-files', { unknown });
  return collected;
}
