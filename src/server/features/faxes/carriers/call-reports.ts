import type { Database } from '#engine/database/port.ts';
import type { CallReports } from '#engine/fax-line/port.ts';

import { REPORTS_CHANNEL, readReports } from './carriers.store.ts';

/** Carriers' reports on calls, for the workers that follow those calls. */
export interface ReportIntake {
  readonly of: (lineId: number, callRef: string) => CallReports;
  stop(): Promise<void>;
}

/**
 * Listens for carriers' reports. A notice may reach another process, or arrive while no one follows the call: it is
 * stored in the database by then, and the notification only says that there is something to read.
 */
export async function openReportIntake(database: Database): Promise<ReportIntake> {
  const waiting = new Map<string, Set<() => void>>();
  const stop = await database.listen(REPORTS_CHANNEL, (callRef) => {
    // A notification without a payload means that some may have been missed: all readers are woken.
    const bells = callRef === undefined ? [...waiting.values()] : [waiting.get(callRef) ?? new Set()];
    for (const ring of bells.flatMap((bell) => [...bell])) ring();
  });
  return { of: (lineId, callRef) => reportsOf(database, waiting, lineId, callRef), stop };
}

function reportsOf(
  database: Database,
  waiting: Map<string, Set<() => void>>,
  lineId: number,
  callRef: string,
): CallReports {
  const bells = (): Set<() => void> => {
    const known = waiting.get(callRef) ?? new Set();
    waiting.set(callRef, known);
    return known;
  };
  /** Whether a notification came between a reader's read and its wait: then it must not wait. */
  let missed = false;
  const note = (): void => {
    missed = true;
  };
  return {
    read: async () => {
      missed = false;
      bells().add(note);
      return await readReports(database.db, lineId, callRef);
    },
    wait: async (ms, signal) => {
      if (!missed && !signal.aborted) await rungOrOver(bells(), ms, signal);
      bells().delete(note);
      if (bells().size === 0) waiting.delete(callRef);
    },
  };
}

async function rungOrOver(bells: Set<() => void>, ms: number, signal: AbortSignal): Promise<void> {
  await new Promise<void>((resolve) => {
    const end = (): void => {
      clearTimeout(timer);
      signal.removeEventListener('abort', end);
      bells.delete(end);
      resolve();
    };
    const timer = setTimeout(end, ms);
    signal.addEventListener('abort', end);
    bells.add(end);
  });
}
