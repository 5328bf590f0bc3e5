import type { Logger } from 'pino';

import type { Database } from '#engine/database/port.ts';

import { CANCEL_CHANNEL, findUnwanted } from './cancel.store.ts';
import type { HeldWork } from './held-work.ts';

/** Hangs up calls of this worker that somebody has cancelled. */
export interface UnwantedCalls {
  /** Looks for them now: a notification may have been missed, or have come before the work was held. */
  look(): Promise<void>;
  stop(): Promise<void>;
}

/** Listens for people who cancel a fax while its call is under way. */
export async function watchUnwanted(
  database: Database,
  owner: string,
  held: HeldWork,
  log: Pick<Logger, 'warn'>,
): Promise<UnwantedCalls> {
  const look = async (): Promise<void> => {
    if (held.jobs.size === 0) return;
    for (const jobId of await findUnwanted(database.db, owner)) held.jobs.get(jobId)?.abort();
  };
  const stop = await database.listen(CANCEL_CHANNEL, () => {
    look().catch((error: unknown) => {
      log.warn({ reason: String(error) }, 'a cancelled call is hung up a little later');
    });
  });
  return { look, stop };
}
