import { setTimeout as pause } from 'node:timers/promises';
import type { Logger } from 'pino';

import { mayPass } from '#engine/database/port.ts';
import type { Database, Db } from '#engine/database/port.ts';

import { logEvent } from '#server/kit/log-event.ts';
import { LeaseLost } from './lease.ts';

/**
 * Delay between attempts while the database is unavailable: the outcome of a call is kept and written once it is back.
 */
const WRITE_RETRY_MS = 500;

/** SQLSTATE classes of wrong data, violated constraints and wrong SQL: the same write always fails. */
const HOPELESS = /^(?:22|23|42)/;

/** Attempts after an error that is neither hopeless nor a connection error: a lease and a slot are held meanwhile. */
const MAX_TRIES = 5;

/**
 * Writes what only this process has. Waits for an unavailable database, however long that takes; throws errors of the
 * write itself, and LeaseLost.
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
      // A transaction that could not even begin says nothing about the write.
      if (state.begun && !mayPass(error)) {
        failures += 1;
        if (failures >= MAX_TRIES || HOPELESS.test((error as { code?: string }).code ?? '')) throw error;
      }
      logEvent(log, 'call.outcome-delayed', { reason: String(error) });
      await pause(WRITE_RETRY_MS);
    }
  }
}
