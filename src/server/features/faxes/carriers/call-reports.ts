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
  const bells: Bells = { rung: 0, waiting: new Map() };
  const stop = await database.listen(REPORTS_CHANNEL, (callRef) => {
    bells.rung += 1;
    // Without a payload some notifications may have been missed: everybody looks.
    const rings =
      callRef === undefined ? [...bells.waiting.values()].flat() : (bells.waiting.get(callRef) ?? []);
    for (const ring of rings.slice()) ring();
  });
  return { of: (lineId, callRef) => reportsOf(database, bells, lineId, callRef), stop };
}

/** Those who wait, by call: nobody else is kept, so that a call that ends after a look leaves nothing behind. */
interface Bells {
  /** How often there was a notification, about whichever call. */
  rung: number;
  waiting: Map<string, (() => void)[]>;
}

function reportsOf(database: Database, bells: Bells, lineId: number, callRef: string): CallReports {
  let seen = bells.rung;
  return {
    read: async () => {
      seen = bells.rung;
      return await readReports(database.db, lineId, callRef);
    },
    // What rang between the look and the wait may have been for this call: then it looks again.
    wait: async (ms, signal) => {
      if (seen === bells.rung && !signal.aborted) await rungOrOver(bells.waiting, callRef, ms, signal);
    },
  };
}

async function rungOrOver(
  waiting: Bells['waiting'],
  callRef: string,
  ms: number,
  signal: AbortSignal,
): Promise<void> {
  await new Promise<void>((resolve) => {
    const end = (): void => {
      clearTimeout(timer);
      signal.removeEventListener('abort', end);
      const others = (waiting.get(callRef) ?? []).filter((ring) => ring !== end);
      if (others.length > 0) waiting.set(callRef, others);
      else waiting.delete(callRef);
      resolve();
    };
    const timer = setTimeout(end, ms);
    signal.addEventListener('abort', end);
    waiting.set(callRef, [...(waiting.get(callRef) ?? []), end]);
  });
}
