import type { Logger } from 'pino';

import type { Database } from '#engine/database/port.ts';

import { logEvent } from '#server/kit/log-event.ts';
import { CANCEL_CHANNEL, findCancelled } from './cancel.store.ts';
import type { LeasedWork } from './leased-work.ts';

/** Hangs up this worker's calls that someone has canceled. */
export interface CancelledCalls {
  /** Checks for them now: a notification may have been missed, or may have come before the work was held. */
  look(): Promise<void>;
  stop(): Promise<void>;
}

/** Listens for people who cancel a fax during its call. */
export async function watchCancelled(
  database: Database,
  owner: string,
  held: LeasedWork,
  log: Pick<Logger, 'warn'>,
): Promise<CancelledCalls> {
  const look = async (): Promise<void> => {
    if (held.jobs.size === 0) return;
    for (const jobId of await findCancelled(database.db, owner)) held.jobs.get(jobId)?.abort();
  };
  const stop = await database.listen(CANCEL_CHANNEL, () => {
    look().catch((error: unknown) => {
      logEvent(log, 'call.hang-up-delayed', { reason: String(error) });
    });
  });
  return { look, stop };
}
