import type { ConsideredLine } from '#contract/faxes/queue.admin.ts';
import type { CallTrace } from '#engine/fax-line/call-watch-port.ts';
import type { Database } from '#engine/database/port.ts';

import type { Lines } from '../lines.service.ts';
import { readLines } from '../lines.store.ts';
import { exportOf } from './call-export.ts';
import {
  askLineCallToStop,
  readEndedCalls,
  readLineCall,
  readLineFigures,
  readLiveCalls,
} from './line-calls.store.ts';
import type { LineCall, LineFigures } from './line-calls.store.ts';
import { openTrace } from './recorded-call.ts';

/** The calls over lines as the console shows them. */
export interface LineCallAdmin {
  /** Returns the calls of a line; its day begins at midnight in `zone`. Undefined if no line has this name. */
  ofLine(name: string, zone: string): Promise<LineCalls | undefined>;
  show(id: number): Promise<ShownCall | undefined>;
  /** Returns the call as a text with masked numbers; undefined if its trace is gone. */
  export(id: number): Promise<string | undefined>;
  /** Requests the end of a test call, which ends within two seconds. */
  stop(id: number): Promise<{ kind: 'ok' } | { kind: 'refused'; reason: string }>;
}

export interface LineCalls {
  tells: boolean;
  live: LineCall[];
  recent: LineCall[];
  test: LineCall | null;
  today: LineFigures;
}

/** A call, and its trace as long as that is kept. */
export interface ShownCall {
  call: LineCall;
  trace: CallTrace | null;
  tracedUntil: Date;
  /** Why this line was chosen; empty if there was no choice. */
  why: ConsideredLine[];
}

/** How many ended calls the page of a line lists. */
const RECENT = 20;

export function createLineCallAdmin({
  database,
  lineKey,
  lines,
}: {
  database: Database;
  lineKey: Buffer;
  lines: Pick<Lines, 'adapterOf'>;
}): LineCallAdmin {
  const show = async (id: number): Promise<ShownCall | undefined> => {
    const found = await readLineCall(database.db, id);
    if (!found) return undefined;
    const { trace, tracedUntil, why, ...call } = found;
    return { call, trace: trace === null ? null : openTrace(lineKey, id, trace), tracedUntil, why };
  };
  return {
    ofLine: async (name, zone) => {
      const { db } = database;
      const line = (await readLines(db)).find((one) => one.name === name);
      if (!line) return undefined;
      const [live, recent, tests, today] = await Promise.all([
        readLiveCalls(db, name),
        readEndedCalls(db, name, RECENT),
        readEndedCalls(db, name, 1, 'test'),
        readLineFigures(db, name, zone),
      ]);
      const tells = lines.adapterOf(line)?.tells ?? false;
      return { tells, live, recent, test: tests[0] ?? null, today };
    },
    show,
    export: async (id) => {
      const shown = await show(id);
      return shown?.trace ? exportOf(shown.call, shown.trace) : undefined;
    },
    stop: async (id) =>
      (await askLineCallToStop(database.db, id))
        ? { kind: 'ok' }
        : { kind: 'refused', reason: 'The call has ended already.' },
  };
}
