import { setTimeout as pause } from 'node:timers/promises';
import type { Logger } from 'pino';

import { mayPass } from '#engine/database/port.ts';
import type { Database, Db } from '#engine/database/port.ts';

import { logEvent } from '#server/kit/log-event.ts';
import { LeaseLost } from './lease.ts';

/** The database was away when a call had ended: its outcome is kept and written as soon as it is back. */
const WRITE_RETRY_MS = 500;

/** Wrong data, a broken rule, wrong SQL: the same write fails for ever. */
const HOPELESS = /^(?:22|23|42)/;

/** An error that is neither hopeless nor one of the connection is given so many tries: a lease and a slot are held meanwhile. */
const MAX_TRIES = 5;

/**
 * Writes what only this process knows. While the database is away it waits for it, however long that takes; an error of
 * the write itself, and a lost lease, is thrown on.
 */
export async function untilWritten(
  { database, log }: { database: Pick<Database, 'transaction'>; log: Pick<Logger, 'error'> },
  write: (tx: Db) => Promise<void>,
): Promise<void> {
  let failures = 0;
  for (;;) {
    const state = { begun: false };
    try {
      await database.transaction(async (tx) => {
        state.begun = true;
        await write(tx);
      });
      return;
    } catch (error) {
      if (error instanceof LeaseLost) throw error;
      // A transaction that could not even begin says nothing about what was to be written.
      if (state.begun && !mayPass(error)) {
        failures += 1;
        if (failures >= MAX_TRIES || HOPELESS.test((error as { code?: string }).code ?? '')) throw error;
      }
      logEvent(log, 'call.outcome-delayed', { reason: String(error) });
      await pause(WRITE_RETRY_MS);
    }
  }
}
