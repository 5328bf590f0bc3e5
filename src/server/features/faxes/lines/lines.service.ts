import type { Logger } from 'pino';

import { toE164 } from '#contract/kit/fax-number.ts';
import type { Database, Db } from '#engine/database/port.ts';
import type { ChooseLine, FaxLine } from '#engine/fax-line/port.ts';

import { logEvent } from '#server/kit/log-event.ts';
import type { NewLineCall } from './calls/line-calls.store.ts';
import { recordCall } from './calls/recorded-call.ts';
import type { RecordedCall } from './calls/recorded-call.ts';
import { openConfig } from './line-config.ts';
import { findReceivers, readLines } from './lines.store.ts';
import type { StoredLine } from './lines.store.ts';

export { writeAnswerFile } from './answer-file.ts';
export type { StoredLine } from './lines.store.ts';
export {
  countRecentResults,
  endRest,
  holdFetching,
  lockFreeChannel,
  readAnswers,
  readLines,
  restLine,
} from './lines.store.ts';

/** The way a number is reached: on-net into another account's inbox, or by a call over a line. */
export type Route =
  | { kind: 'onnet'; line: StoredLine; receiver: number }
  | { kind: 'call'; line: StoredLine; adapter: FaxLine };

/** What the line feature needs from the composition root. */
export interface LinesDeps {
  database: Database;
  chooseLine: ChooseLine;
  /** Opens the configurations of lines, which hold passwords. */
  lineKey: Buffer;
  log: Pick<Logger, 'warn'>;
}

/** What calls of test faxes are shown with. It has no row, so that nobody can drain, remove or configure it. */
const TEST_LINE: StoredLine = {
  id: 0,
  name: 'test',
  kind: 'simulator',
  pattern: '*',
  priority: 0,
  channels: 1_000,
  config: {},
  state: 'on',
  fault: null,
  restUntil: null,
  rested: false,
  busy: 0,
};

export interface Lines {
  /** The way of test faxes: a simulated line that is none of the installation's. */
  testRoute(): Extract<Route, { kind: 'call' }>;
  /**
   * Every way to several numbers over one look at the lines, in the order in which they are tried; numbers that nothing
   * reaches are missing. Lines with a fault are among them: they come back by themselves.
   */
  ways(db: Db, numbers: readonly string[]): Promise<Map<string, Route[]>>;
  /** The adapter of a line, also of one that is drained: its calls go on. */
  readonly adapterOf: (line: StoredLine) => FaxLine | null;
  /** Begins to write down how a call over a line that tells goes; undefined where that fails. */
  readonly recordCall: (call: NewLineCall) => Promise<RecordedCall | undefined>;
}

/** One adapter for each line as long as it stays as it is: calls of a process share their connection to the far side. */
function rememberAdapters(deps: LinesDeps): (line: StoredLine) => FaxLine | null {
  const known = new Map<number, { as: string; adapter: FaxLine | null }>();
  return (line) => {
    if (line.kind === 'onnet') return null;
    const as = JSON.stringify([line.name, line.pattern, line.config]);
    const remembered = known.get(line.id);
    if (remembered?.as === as) return remembered.adapter;
    const config = openConfig(deps.lineKey, line.name, line.config);
    const chosen = deps.chooseLine({ ...line, config });
    if (chosen.kind === 'refused') {
      logEvent(deps.log, 'line.unusable', { line: line.name, reason: chosen.reason });
    }
    const adapter = chosen.kind === 'ok' ? chosen.line : null;
    known.set(line.id, { as, adapter });
    return adapter;
  };
}

/** The way to take now: the first whose line works and has not just failed this job; null while none works. */
export function chooseWay(ways: readonly Route[], failed: readonly number[]): Route | null {
  const working = ways.filter(({ line }) => line.fault === null && line.restUntil === null);
  return working.find(({ line }) => !failed.includes(line.id)) ?? working[0] ?? null;
}

/** Finds ways: on-net first, then the lines that are on and reach the number, by priority (spec operation 6). */
export function createLines(deps: LinesDeps): Lines {
  const adapterOf = rememberAdapters(deps);
  return {
    adapterOf,
    recordCall: async (call) => await recordCall(deps, call),
    testRoute: () => {
      const adapter = adapterOf(TEST_LINE);
      if (!adapter) throw new Error('the simulated line of test faxes is missing');
      return { kind: 'call', line: TEST_LINE, adapter };
    },
    ways: async (db, numbers) => {
      const lines = (await readLines(db)).filter((line) => line.state === 'on');
      const receivers = await findReceivers(db, numbers);
      const onnet = lines.find((line) => line.kind === 'onnet');
      const calls = lines.flatMap((line) => {
        const adapter = adapterOf(line);
        return adapter ? [{ kind: 'call' as const, line, adapter }] : [];
      });
      const found = new Map<string, Route[]>();
      for (const number of numbers) {
        const receiver = receivers.get(number);
        const ways: Route[] =
          onnet && receiver !== undefined
            ? [{ kind: 'onnet', line: onnet, receiver }]
            : calls.filter(({ adapter }) => adapter.reaches(toE164(number)));
        if (ways.length > 0) found.set(number, ways);
      }
      return found;
    },
  };
}
