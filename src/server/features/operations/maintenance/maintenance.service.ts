import { removeGivenUp } from '#server/features/faxes/files/removal.service.ts';

import { collectFiles } from './collect-files.ts';
import { forgetExpired } from './forget-expired.ts';
import { BATCH, inBatches } from './in-batches.ts';
import type { MaintenanceDeps } from './maintenance-deps.ts';
import { eraseOldTraces } from './old-calls.store.ts';
import { purgeDeletedFaxes } from './purge-faxes.ts';

/** What passed between both ends of a call is for finding faults of today. */
const TRACE_HOURS = 24;

/** The clean-up verbs; each may be repeated at any time and goes on where a killed one stopped. */
export interface Maintenance {
  /** Removes what has expired: sessions, failed logins, answers kept for repeated sends, mails taken, deleted contacts, people who work nowhere, calls of long ago. */
  forgetExpired(signal: AbortSignal): Promise<void>;
  /**
   * Removes for good the faxes that were deleted long enough ago, with files that no other fax uses. Gives back how many.
   * A second look on another day, which a clock that was set wrong does not outlive, is left out with `now`.
   */
  readonly purgeDeletedFaxes: (signal: AbortSignal, now?: boolean) => Promise<number>;
  /** Removes files of deleted faxes, unless a backup is under way; the next run goes on. Gives back of how many. */
  readonly removeGivenUp: (signal: AbortSignal) => Promise<number>;
  /** Removes files of deleted documents, and what crashes left unfinished. Gives back how many of those. */
  collectOrphanFiles(signal: AbortSignal): Promise<number>;
  /** Removes what passed between both ends of calls a day ago; their figures stay. Gives back of how many. */
  readonly eraseTraces: (signal: AbortSignal) => Promise<number>;
}

export function createMaintenance(deps: MaintenanceDeps): Maintenance {
  return {
    forgetExpired: async (signal) => {
      await forgetExpired(deps, signal);
    },
    purgeDeletedFaxes: async (signal, now = false) => await purgeDeletedFaxes(deps, signal, now),
    removeGivenUp: async (signal) => await removeGivenUp(deps, signal),
    collectOrphanFiles: async (signal) => await collectFiles(deps, signal),
    eraseTraces: async (signal) =>
      await inBatches(signal, async () => await eraseOldTraces(deps.database.db, TRACE_HOURS, BATCH)),
  };
}
