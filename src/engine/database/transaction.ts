import type { Kysely, Transaction } from 'kysely';
import { setTimeout as pause } from 'node:timers/promises';

import type { Tables } from './tables.ts';

/** Five attempts resolve any realistic contention on one row; more would hide a design fault as slowness. */
const ATTEMPTS = 5;

const FIRST_WAIT_MS = 10;

/** serialization_failure and deadlock_detected: PostgreSQL rolled everything back, and a retry may succeed. */
const RETRYABLE = new Set(['40001', '40P01']);

/**
 * Runs `work` in one transaction: when this resolves, all of it is committed and on disk, otherwise nothing is.
 * After a deadlock or serialization failure the work runs again, so it must do nothing outside the database.
 */
export async function inTransaction<T>(
  db: Kysely<Tables>,
  work: (transaction: Transaction<Tables>) => Promise<T>,
): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await db.transaction().execute(work);
    } catch (error) {
      if (attempt >= ATTEMPTS || !RETRYABLE.has((error as { code?: string }).code ?? '')) throw error;
      // Random, so that the two that collided do not collide again.
      await pause(FIRST_WAIT_MS * 2 ** attempt * (0.5 + Math.random()));
    }
  }
}
