import type { Database } from '#engine/database/port.ts';

import { forgetRenamedParty, nameNextFaxes, readRenamedParties } from './name-faxes.store.ts';
import type { RenamedParty } from './name-faxes.store.ts';

/** Parties read at a time. */
const PARTIES = 100;

/**
 * Gives the faxes of every renamed party its name, in batches: the statement that saved the contact named only the
 * first thousand (migration 0960). Stops after the batch in progress if `signal` is aborted.
 */
export async function nameFaxes(database: Database, signal?: AbortSignal): Promise<void> {
  for (;;) {
    const parties = await readRenamedParties(database.db, PARTIES);
    if (parties.length === 0) return;
    for (const party of parties) {
      if (!(await nameFaxesOf(database, party, signal))) return;
    }
  }
}

/**
 * Names the faxes of one party. A contact saved meanwhile renames the party again, also the faxes behind us, so this
 * starts over until one transaction has found nothing to name from the first fax on. False if `signal` was aborted.
 */
async function nameFaxesOf(database: Database, party: RenamedParty, signal?: AbortSignal): Promise<boolean> {
  let after: number | null = 0;
  for (;;) {
    if (signal?.aborted === true) return false;
    const from: number = after ?? 0;
    after = await database.transaction(async (tx) => {
      const last = await nameNextFaxes(tx, party, from);
      if (last === null && from === 0) await forgetRenamedParty(tx, party);
      return last;
    });
    if (after === null && from === 0) return true;
  }
}
