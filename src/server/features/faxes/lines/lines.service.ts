import type { Logger } from 'pino';

import type { ConsideredLine } from '#contract/faxes/queue.admin.ts';
import { toE164 } from '#contract/kit/fax-number.ts';
import type { Database, Db } from '#engine/database/port.ts';
import type { ChooseLine, FaxLine } from '#engine/fax-line/port.ts';

import { logEvent } from '#server/kit/log-event.ts';
import type { NewLineCall } from './calls/line-calls.store.ts';
import { recordCall } from './calls/recorded-call.ts';
import type { RecordedCall } from './calls/recorded-call.ts';
import { withHours } from './line-hours.ts';
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

/** A fax that failed so often in a row because of lines may be what the carrier refuses: it lets others go first. */
export const MANY_FAULTS = 8;

/** The way a number is reached: on-net into another account's inbox, or by a call over a line. */
export type Route =
  | { kind: 'onnet'; line: StoredLine; receiver: number }
  | { kind: 'call'; line: StoredLine; adapter: FaxLine };

/** Dependencies of lines. */
export interface LinesDeps {
  database: Database;
  chooseLine: ChooseLine;
  /** Opens the configurations of lines, which hold passwords. */
  lineKey: Buffer;
  log: Pick<Logger, 'warn'>;
  /** The time zone of the lines' hours. */
  zone: string;
}

/** The line that calls of test faxes show. It has no row, so nobody can drain, remove or configure it. */
const TEST_LINE: StoredLine = {
  id: 0,
  name: 'test',
  kind: 'simulator',
  pattern: '*',
  priority: 0,
  price: null,
  channels: 1_000,
  hours: '',
  config: {},
  state: 'on',
  fault: null,
  restUntil: null,
  rested: false,
  busy: 0,
};

export interface Lines {
  /** Returns the route of test faxes: a simulated line that is not one of the installation's. */
  testRoute(): Extract<Route, { kind: 'call' }>;
  /**
   * Returns every route to several numbers from one query of the lines, in the order in which they are tried; numbers
   * that nothing reaches are missing. Lines with a fault are included, because they come back by themselves.
   */
  ways(db: Db, numbers: readonly string[]): Promise<Map<string, Route[]>>;
  /** Returns the adapter of a line, even of one that is drained, because its calls continue. */
  readonly adapterOf: (line: StoredLine) => FaxLine | null;
  /** Begins to record a call over a line; undefined if that fails. */
  readonly recordCall: (call: NewLineCall) => Promise<RecordedCall | undefined>;
}

/** Keeps one adapter per line until the line changes: the calls of a process share their connection to the far side. */
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

/** The route to take now, and why not the others. If it is full, its fax waits. */
export interface Choice {
  way: Route;
  /**
   * For every route: faulty, outside its hours, resting at its carrier's request, failed for this fax just now, full,
   * more expensive, or of a later priority.
   */
  why: ConsideredLine[];
}

/**
 * Returns the route to take now; null while none works. Routes that have just failed for this job are taken only if
 * there is no other. Among the routes of the first priority that works, the first one with a free channel is taken:
 * later priorities are for faults.
 */
export function chooseWay(ways: readonly Route[], failed: readonly number[]): Choice | null {
  const working = ways.filter(({ line }) => line.fault === null && line.restUntil === null);
  const fresh = working.filter(({ line }) => !failed.includes(line.id));
  const usable = fresh.length > 0 ? fresh : working;
  const priority = usable[0]?.line.priority;
  const equal = usable.filter(({ line }) => line.priority === priority);
  const way = equal.find(({ line }) => hasFreeChannel(line)) ?? equal[0];
  if (!way) return null;
  const because = ({ line }: Route): ConsideredLine['because'] => {
    if (line === way.line) return 'CHOSEN';
    if (line.fault !== null) return 'FAULT';
    if (line.closed === true) return 'CLOSED';
    if (line.restUntil !== null) return 'RESTING';
    if (!usable.some((one) => one.line === line)) return 'FAILED';
    if (line.priority !== priority) return 'PRIORITY';
    return hasFreeChannel(line) ? 'PRICE' : 'FULL';
  };
  const why = ways.map((one) => ({
    line: one.line.name,
    because: because(one),
    price: one.line.price,
  }));
  return { way, why };
}

/** After a rest, one call at a time tries until the carrier accepts a call (`lockFreeChannel` counts the same way). */
function hasFreeChannel({ busy, channels, rested }: StoredLine): boolean {
  return busy < (rested ? 1 : channels);
}

/**
 * Creates the lines. Routes are on-net first, then the lines that are on and reach the number, by priority and price
 * (spec operation 6).
 */
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
      const now = new Date();
      const on = (await readLines(db)).filter((line) => line.state === 'on');
      const lines = on.map((line) => withHours(line, deps.zone, now));
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
