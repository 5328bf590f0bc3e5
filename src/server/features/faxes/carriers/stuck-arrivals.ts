import type { Database, Db } from '#engine/database/port.ts';

import { writeAudit } from '#server/features/audit/log/audit.service.ts';
import { giveUpFiles } from '#server/features/faxes/files/removal.service.ts';
import { countStuckArrivals, markDiscarded, readStuckArrivals } from './carriers.store.ts';
import type { OpenArrival } from './carriers.store.ts';

/** Lists some of the faxes that could not be fetched from their carriers, oldest first, and says how many there are. */
export async function listStuck(
  db: Db,
  window: { limit: number; offset: number },
): Promise<{ faxes: OpenArrival[]; total: number }> {
  return { faxes: await readStuckArrivals(db, window), total: await countStuckArrivals(db) };
}

/**
 * Gives up such a fax: it is no longer listed, and what came instead of its pages goes with the next clean-up of files.
 * Returns false if there is none.
 */
export async function discardStuck(database: Pick<Database, 'transaction'>, id: number): Promise<boolean> {
  return await database.transaction(async (tx) => {
    const fax = await markDiscarded(tx, id);
    if (!fax) return false;
    const { line, faxRef: carrierRef, called, reason, fileKey } = fax;
    await writeAudit(tx, {
      actor: { kind: 'operator' },
      action: 'fax.discard-stuck',
      object: `line/${line}`,
      detail: { carrierRef, called, reason, ...(fileKey !== null && { fileKey }) },
    });
    if (fileKey !== null) await giveUpFiles(tx, [fileKey]);
    return true;
  });
}
