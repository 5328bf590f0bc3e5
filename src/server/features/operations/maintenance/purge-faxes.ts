import { writeAudit } from '#server/features/audit/log/audit.service.ts';
import { deleteFaxes } from '#server/features/faxes/files/erase.service.ts';
import { removeGivenUp } from '#server/features/faxes/files/removal.service.ts';
import { AppError } from '#server/kit/app-error.ts';
import { logEvent } from '#server/kit/log-event.ts';
import { Parts } from '#server/kit/parts.ts';

import { noteDone } from './clean-up.store.ts';
import { BATCH, walk } from './in-batches.ts';
import type { MaintenanceDeps } from './maintenance-deps.ts';
import { FIRST, findDueFaxes, forgetSighted, noteDueFaxes } from './purge-faxes.store.ts';
import type { DueFax, SightedPlace } from './purge-faxes.store.ts';

/** The second pass that confirms a purge; less than a day, because the daily job does not start on the second. */
const SECOND_SIGHT_HOURS = 20;

/**
 * Removes for good the rows of faxes that were deleted long enough ago, also while a backup is under way: it takes their
 * files along, and they are removed after it. Gives back how many.
 */
export async function purgeDeletedFaxes(
  deps: MaintenanceDeps,
  signal: AbortSignal,
  now: boolean,
): Promise<number> {
  const { database, log, keepDays } = deps;
  const { db } = database;
  await walk(
    signal,
    FIRST as SightedPlace,
    async (after) => await forgetSighted(db, after, keepDays.deleted, BATCH),
  );
  await walk(signal, FIRST, async (after) => await noteDueFaxes(db, after, keepDays.deleted, BATCH));
  const parts = new Parts(log, signal);
  let purged = 0;
  await walk(signal, FIRST as SightedPlace, async (after) => {
    const { due, last } = await findDueFaxes(db, after, now ? 0 : SECOND_SIGHT_HOURS, BATCH);
    for (const [accountId, faxes] of Map.groupBy(due, (fax) => fax.accountId))
      purged += await parts.run(
        `account/${accountId}`,
        async () => await purgeSome(deps, accountId, faxes),
        0,
      );
    return last;
  });
  logEvent(log, 'maintenance.faxes-purged', { purged });
  await removeGivenUp(deps, signal);
  parts.end();
  await noteDone(db, 'purge-deleted-faxes');
  return purged;
}

/** Gives how many were removed: none where a legal hold was placed since they were found. */
async function purgeSome({ database }: MaintenanceDeps, accountId: number, faxes: DueFax[]): Promise<number> {
  const purge = database.transaction(async (tx) => {
    await deleteFaxes(tx, accountId, faxes);
    await writeAudit(tx, {
      actor: { kind: 'system' },
      accountId,
      action: 'fax.purge',
      detail: { faxIds: faxes.map(({ faxId }) => faxId) },
    });
    return faxes.length;
  });
  return await purge.catch((error: unknown) => {
    if (error instanceof AppError && error.code === 'FAX_HELD') return 0;
    throw error;
  });
}
