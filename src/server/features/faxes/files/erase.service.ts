import { MAX_ACTION_FAXES } from '#contract/mailbox/inbox.ts';
import type { Database } from '#engine/database/port.ts';
import type { FileStore } from '#engine/file-store/port.ts';
import { AppError } from '#server/kit/app-error.ts';
import { byAccount } from '#server/kit/scope.ts';
import type { AccountCaller } from '#server/kit/scope.ts';

import { writeAudit } from '#server/features/audit/log/audit.service.ts';
import { countHeldFaxes, lockDeletedFaxes } from '#server/features/mailbox/inbox/deleted-faxes.service.ts';
import { deleteFaxes } from './erase.store.ts';
import { mayRemoveFiles } from './removal.store.ts';
import { removeStored } from './stored-faxes.service.ts';

export { deleteFaxes } from './erase.store.ts';

/** Dependencies of erasing. Deleted faxes can be erased for `deletedDays`; after that the cleanup erases them. */
export interface EraseDeps {
  database: Database;
  files: FileStore;
  deletedDays: number;
}

/** How many faxes were erased, and how many a legal hold keeps. */
export interface Erased {
  erased: number;
  held: number;
}

/**
 * Erases faxes in Recently deleted with their files (spec http-api 4.1): those with these ids, or all. Throws NOT_FOUND
 * if none of the ids is there, FAX_HELD if legal holds keep all of them.
 */
export async function eraseFaxes(
  deps: EraseDeps,
  caller: AccountCaller,
  ids: readonly number[] | 'all',
): Promise<Erased> {
  let erased = 0;
  if (ids === 'all') {
    for (;;) {
      const some = await eraseSome(deps, caller, { limit: MAX_ACTION_FAXES });
      erased += some.erased;
      if (some.erased < MAX_ACTION_FAXES) break;
    }
  } else {
    const some = await eraseSome(deps, caller, { ids });
    if (some.erased === 0) throw new AppError(some.held === 0 ? 'NOT_FOUND' : 'FAX_HELD');
    return some;
  }
  const held = await countHeldFaxes(deps.database.db, caller.accountId, deps.deletedDays);
  if (erased === 0 && held > 0) throw new AppError('FAX_HELD');
  return { erased, held };
}

/**
 * Erases one fax with its files, whether or not it was deleted before. Throws NOT_FOUND if it does not exist or is
 * still being sent, FAX_HELD if a legal hold keeps it.
 */
export async function eraseFax(deps: EraseDeps, caller: AccountCaller, id: number): Promise<void> {
  const { erased, held } = await eraseSome(deps, caller, { ids: [id], kept: true });
  if (erased === 0) throw new AppError(held === 0 ? 'NOT_FOUND' : 'FAX_HELD');
}

/**
 * Deletes the rows first, in one transaction. During a backup, which may have seen the rows, the files are left to the
 * nightly cleanup, which finds them by the removed documents.
 */
async function eraseSome(
  { database, files, deletedDays }: EraseDeps,
  caller: AccountCaller,
  which: Parameters<typeof lockDeletedFaxes>[3],
): Promise<Erased> {
  const { accountId } = caller;
  const { keys, ...counts } = await database.transaction(async (tx) => {
    const found = await lockDeletedFaxes(tx, accountId, deletedDays, which);
    const faxes = found.filter(({ held }) => !held);
    const held = found.length - faxes.length;
    if (faxes.length === 0) return { erased: 0, held, keys: [] };
    const unused = await deleteFaxes(tx, accountId, faxes);
    await writeAudit(tx, {
      ...byAccount(caller),
      action: 'fax.erase',
      detail: { faxes: faxes.map(({ faxId }) => faxId) },
    });
    return { erased: faxes.length, held, keys: (await mayRemoveFiles(tx)) ? unused : [] };
  });
  for (const key of keys) await removeStored(files, key);
  return counts;
}
