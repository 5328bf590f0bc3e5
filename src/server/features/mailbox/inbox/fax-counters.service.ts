import type { Database } from '#engine/database/port.ts';

import { rebuildCounters, recountCounters } from './fax-counters.store.ts';
import type { CounterDifference } from './fax-counters.store.ts';

/** Counters of mailboxes that differ from the faxes; none is how it must be (architecture: what must always hold, 6). */
export async function checkCounters(database: Database): Promise<CounterDifference[]> {
  return await recountCounters(database.db);
}

/** Counts everything anew; new faxes wait meanwhile. */
export async function repairCounters(database: Database): Promise<void> {
  await database.transaction(rebuildCounters);
}
