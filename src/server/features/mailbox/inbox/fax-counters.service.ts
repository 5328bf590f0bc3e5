import type { Database } from '#engine/database/port.ts';

import { rebuildCounters, recountCounters } from './fax-counters.store.ts';
import type { CounterDifference } from './fax-counters.store.ts';

/** Returns the counters that differ from the faxes. There must be none (architecture: what must always hold, 6). */
export async function checkCounters(database: Database): Promise<CounterDifference[]> {
  return await recountCounters(database.db);
}

/** Recounts everything; new faxes wait until that is done. */
export async function repairCounters(database: Database): Promise<void> {
  await database.transaction(rebuildCounters);
}
