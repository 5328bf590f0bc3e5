import { setTimeout as pause } from 'node:timers/promises';
import type { Logger } from 'pino';

import type { Database, Db } from '#engine/database/port.ts';
import type { FaxLine, LineHealth } from '#engine/fax-line/port.ts';

import { logEvent } from '#server/kit/log-event.ts';
import { readLines } from './lines.store.ts';
import type { StoredLine } from './lines.store.ts';
import { takeDueLines, writeCheck } from './line-watch.store.ts';

export interface LineWatchDeps {
  database: Database;
  readonly adapterOf: (line: StoredLine) => FaxLine | null;
  /** Wakes the workers: jobs wait for the line that has come back. */
  wake(tx: Db): Promise<void>;
  log: Pick<Logger, 'info' | 'warn'>;
}

const ROUND_MS = 3_000;
/** How long a check may take: servers and carriers that are silent for longer cannot place a call either. */
const SILENT_MS = 20_000;
/** How long a check is claimed: longer than it takes. */
const HOLD_SECONDS = 60;

/** Watches every line that is on: a line with a fault takes no calls, and comes back by itself. */
export function startLineWatch(deps: LineWatchDeps): { stop(): Promise<void> } {
  const stopping = new AbortController();
  const spared = new Set<number>();
  const loop = async (): Promise<void> => {
    while (!stopping.signal.aborted) {
      await checkDueLines(deps, spared).catch((error: unknown) => {
        logEvent(deps.log, 'line.check-failed', { reason: String(error) });
      });
      await pause(ROUND_MS, undefined, { signal: stopping.signal }).catch(() => undefined); // Stopped.
    }
  };
  const ended = loop();
  return {
    stop: async () => {
      stopping.abort();
      await ended;
    },
  };
}

/** Checks the lines whose check is due; `spared` holds the lines whose passing fault was ignored at the last check. */
export async function checkDueLines(deps: LineWatchDeps, spared = new Set<number>()): Promise<void> {
  const due = await takeDueLines(deps.database.db, HOLD_SECONDS);
  if (due.length === 0) return;
  const lines = (await readLines(deps.database.db)).filter(({ id }) => due.includes(id));
  await Promise.all(lines.map(async (line) => await checkLine(deps, line, spared)));
}

async function checkLine(deps: LineWatchDeps, line: StoredLine, spared: Set<number>): Promise<void> {
  const health = await healthOf(deps, line);
  // A passing fault counts if it is still there at the next check.
  const spare = !health.ok && health.passing === true && line.fault === null && !spared.has(line.id);
  if (spare) spared.add(line.id);
  else spared.delete(line.id);
  const fault = health.ok || spare ? null : health.reason;
  const news = await deps.database.transaction(async (tx) => {
    const changed = await writeCheck(tx, line.id, fault);
    if (changed && fault === null) await deps.wake(tx);
    return changed;
  });
  if (!news) return;
  if (fault === null) logEvent(deps.log, 'line.up', { line: line.name });
  else logEvent(deps.log, 'line.down', { line: line.name, reason: fault });
}

async function healthOf(deps: LineWatchDeps, line: StoredLine): Promise<LineHealth> {
  const adapter = deps.adapterOf(line);
  // An unusable line is not routed over anyway; the doctor says what to do about it.
  if (!adapter) return { ok: true };
  const waited = new AbortController();
  const silent = pause(
    SILENT_MS,
    { ok: false as const, reason: 'The line does not answer.' },
    { signal: waited.signal },
  );
  const health = await Promise.race([
    adapter.check().catch((error: unknown) => ({ ok: false as const, reason: String(error) })),
    silent.catch(() => ({ ok: true as const })),
  ]);
  waited.abort();
  return health;
}
