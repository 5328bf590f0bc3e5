import { removeGivenUp } from '#server/features/faxes/files/removal.service.ts';

import { collectFiles } from './collect-files.ts';
import { forgetExpired } from './forget-expired.ts';
import { BATCH, inBatches } from './in-batches.ts';
import type { MaintenanceDeps } from './maintenance-deps.ts';
import { eraseOldTraces } from './old-calls.store.ts';
import { purgeDeletedFaxes } from './purge-faxes.ts';

/** Traces of calls are for investigating faults of the same day. */
const TRACE_HOURS = 24;

/** The clean-up verbs; each may be repeated at any time and goes on where a killed one stopped. */
export interface Maintenance {
  /**
   * Removes what has expired: sessions, failed logins, kept answers, mail marks, deleted contacts, old calls, and so
   * on.
   */
  forgetExpired(signal: AbortSignal): Promise<void>;
  /**
   * Permanently removes the faxes that were deleted long enough ago, with files that no other fax uses. Returns how
   * many. `now` skips the second pass on another day, which protects against a clock that was temporarily wrong.
   */
  readonly purgeDeletedFaxes: (signal: AbortSignal, now?: boolean) => Promise<number>;
  /** Removes files of deleted faxes, unless a backup is under way; the next run goes on. Gives back of how many. */
  readonly removeGivenUp: (signal: AbortSignal) => Promise<number>;
  /** Removes files of deleted documents, and what crashes left unfinished. Gives back how many of those. */
  collectOrphanFiles(signal: AbortSignal): Promise<number>;
  /** Removes the traces of calls that are a day old; the calls' figures stay. Returns how many. */
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
