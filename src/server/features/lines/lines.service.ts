import type { Logger } from 'pino';

import { toE164 } from '#contract/kit/fax-number.ts';
import type { Database, Db } from '#engine/database/port.ts';
import type { ChooseLine, FaxLine } from '#engine/fax-line/port.ts';

import { findReceivers, readLines } from './lines.store.ts';
import type { StoredLine } from './lines.store.ts';

export type { StoredLine } from './lines.store.ts';
export { lockFreeChannel, readLines } from './lines.store.ts';

/** The way a number is reached: on-net into another account's inbox, or by a call over a line. */
export type Route =
  | { kind: 'onnet'; line: StoredLine; receiver: number }
  | { kind: 'call'; line: StoredLine; adapter: FaxLine };

/** What the line feature needs from the composition root. */
export interface LinesDeps {
  database: Database;
  chooseLine: ChooseLine;
  log: Pick<Logger, 'warn'>;
}

export interface Lines {
  /** The routes of several numbers over one look at the lines; numbers that nothing reaches are missing. */
  routes(db: Db, numbers: readonly string[]): Promise<Map<string, Route>>;
  /** The adapter of a line, also of one that is drained: its calls go on. */
  adapterOf(line: StoredLine): FaxLine | null;
}

/** Chooses routes: on-net first, then the first line that is on and reaches the number (running.md, Lines). */
export function createLines(deps: LinesDeps): Lines {
  const adapterOf = (line: StoredLine): FaxLine | null => {
    if (line.kind === 'onnet') return null;
    const chosen = deps.chooseLine(line);
    if (chosen.kind === 'ok') return chosen.line;
    deps.log.warn({ line: line.name, reason: chosen.reason }, 'a line cannot be used');
    return null;
  };
  return {
    adapterOf,
    routes: async (db, numbers) => {
      const lines = (await readLines(db)).filter((line) => line.state === 'on');
      const receivers = await findReceivers(db, numbers);
      const onnet = lines.find((line) => line.kind === 'onnet');
      const calls = lines.flatMap((line) => {
        const adapter = adapterOf(line);
        return adapter ? [{ kind: 'call' as const, line, adapter }] : [];
      });
      const routes = new Map<string, Route>();
      for (const number of numbers) {
        const receiver = receivers.get(number);
        const route =
          onnet && receiver !== undefined
            ? { kind: 'onnet' as const, line: onnet, receiver }
            : calls.find(({ adapter }) => adapter.reaches(toE164(number)));
        if (route) routes.set(number, route);
      }
      return routes;
    },
  };
}
