import { randomUUID } from 'node:crypto';
import { existsSync, watch } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';

import type { Database } from '#engine/database/port.ts';
import type { FaxLine } from '#engine/fax-line/port.ts';

import {
  holdFetching,
  readAnswers,
  readLines,
  writeAnswerFile,
} from '#server/features/faxes/lines/lines.service.ts';
import type { Lines, StoredLine } from '#server/features/faxes/lines/lines.service.ts';
import { logEvent } from '#server/kit/log-event.ts';
import { AnsweringLines } from './answering-lines.ts';
import { fetchArrivals } from './fetch-arrivals.ts';
import type { FetchDeps } from './fetch-arrivals.ts';

/** Dependencies of the worker of arrivals. */
export interface ArrivalsWorkerDeps extends FetchDeps {
  database: Database;
  lines: Lines;
  /** Whether there is room for more faxes. Without room, lines are asked to refuse calls. */
  hasRoom(): Promise<boolean>;
}

/**
 * How often lines are fetched: a fax is in the inbox within five seconds of the line's commit even if no script rings.
 */
const ROUND_MS = 2_000;

/** How long a hold lasts: after a crash, the next process fetches once it has expired. */
const HOLD_SECONDS = 5;
/** How often the hold is renewed during a long fetch: two processes at once would do the same work twice. */
const RENEW_MS = 2_000;

/** Starts fetching what lines receive: now, every few seconds, and whenever a line's scripts ring. */
export function startArrivalsWorker(deps: ArrivalsWorkerDeps): { stop(): Promise<void> } {
  const holder: Holder = { name: randomUUID(), lines: new Set() };
  const stopping = new AbortController();
  const bell = new Bell();
  const answered = new Map<string, string>();
  const fetching = new Map<number, Fetching>();
  const answering = new AnsweringLines(deps, {
    arrived: () => bell.ring(),
    takeIn: async (line, { arrivals }) =>
      arrivals && void (await fetchArrivals(deps, line, arrivals, async () => true)),
  });
  const begin = (line: StoredLine, adapter: FaxLine): void => {
    const mayGoOn = goesOn(deps, line.id, holder, stopping.signal);
    fetchOnce(fetching, line.id, bell, async () => await fetchLine(deps, line, adapter, mayGoOn)).catch(
      (error: unknown) => notFetched(deps, error),
    );
  };
  const round = async (): Promise<void> => {
    const lines = await readLines(deps.database.db);
    answering.forgetAllBut(lines);
    for (const line of lines) {
      const adapter = line.state === 'off' ? null : deps.lines.adapterOf(line);
      if (!adapter || stopping.signal.aborted) continue;
      if (adapter.answer)
        await answering.keep(line, adapter, line.state === 'on' && (await holds(deps, line.id, holder)));
      if (adapter.hooks !== undefined) await answer(deps, adapter.hooks, answered, bell);
      begin(line, adapter);
    }
  };
  const loop = async (): Promise<void> => {
    while (!stopping.signal.aborted) {
      const rung = bell.next();
      await round().catch((error: unknown) => notFetched(deps, error));
      const paused = pause(ROUND_MS, undefined, { signal: stopping.signal });
      await Promise.race([rung, paused]).catch(() => undefined); // Stopped.
    }
    await answering.stop();
    await Promise.allSettled([...fetching.values()].map(async ({ ended }) => await ended));
    await letGo(deps, holder).catch((error: unknown) => notFetched(deps, error));
  };
  const ended = loop();
  return {
    stop: async () => {
      stopping.abort();
      bell.close();
      await ended;
    },
  };
}

/** This process, and the lines that it has held. */
interface Holder {
  name: string;
  lines: Set<number>;
}

/**
 * A fetch in progress. Lines are fetched separately, so that a silent line or one with a thousand faxes delays no
 * other.
 */
interface Fetching {
  /** Whether another fetch was requested meanwhile: there may be more faxes than its listing named. */
  rung: boolean;
  ended: Promise<void>;
}

/** Fetches from a line. If a fetch is already in progress, another one follows it. */
async function fetchOnce(
  fetching: Map<number, Fetching>,
  lineId: number,
  bell: Bell,
  fetch: () => Promise<void>,
): Promise<void> {
  const under = fetching.get(lineId);
  if (under) {
    under.rung = true;
    return;
  }
  const begun: Fetching = { rung: false, ended: fetch() };
  fetching.set(lineId, begun);
  try {
    await begun.ended;
  } finally {
    fetching.delete(lineId);
    if (begun.rung) bell.ring();
  }
}

function notFetched({ log }: ArrivalsWorkerDeps, error: unknown): void {
  logEvent(log, 'arrival.fetch-paused', { err: error });
}

/** Returns a check of whether this process may fetch or continue: it holds the line and is not stopping. */
function goesOn(
  { database }: ArrivalsWorkerDeps,
  lineId: number,
  holder: Holder,
  stopping: AbortSignal,
): () => Promise<boolean> {
  let asked = -RENEW_MS;
  return async () => {
    if (stopping.aborted) return false;
    if (performance.now() - asked < RENEW_MS) return true;
    asked = performance.now();
    return await holds({ database }, lineId, holder);
  };
}

async function holds(
  { database }: Pick<ArrivalsWorkerDeps, 'database'>,
  lineId: number,
  { name, lines }: Holder,
): Promise<boolean> {
  const held = await holdFetching(database.db, lineId, name, HOLD_SECONDS);
  if (held) lines.add(lineId);
  return held;
}

/** Releases the lines, so that another process can take over at once instead of when the hold expires. */
async function letGo(
  { database }: Pick<ArrivalsWorkerDeps, 'database'>,
  { name, lines }: Holder,
): Promise<void> {
  for (const lineId of lines) await holdFetching(database.db, lineId, name, 0);
}

async function fetchLine(
  deps: ArrivalsWorkerDeps,
  line: StoredLine,
  adapter: FaxLine,
  mayGoOn: () => Promise<boolean>,
): Promise<void> {
  if (adapter.arrivals && (await mayGoOn())) await fetchArrivals(deps, line, adapter.arrivals, mayGoOn);
}

/** Writes for a line's scripts how its numbers answer, if that has changed. */
async function answer(
  deps: ArrivalsWorkerDeps,
  folder: string,
  answered: Map<string, string>,
  bell: Bell,
): Promise<void> {
  if (!existsSync(folder)) {
    // Only the fax server's machine has the folder; workers on other machines log this once.
    if (answered.get(folder) === '') return;
    answered.set(folder, '');
    return logEvent(deps.log, 'line.scripts-not-written', { folder, reason: 'it is not on this machine' });
  }
  bell.listen(folder);
  const answers = await readAnswers(deps.database.db);
  const open = await deps.hasRoom();
  const state = JSON.stringify([open, answers]);
  if (answered.get(folder) === state) return;
  try {
    await writeAnswerFile(folder, answers, open);
    answered.set(folder, state);
  } catch (error) {
    logEvent(deps.log, 'line.scripts-not-written', { folder, reason: String(error) });
  }
}

/** Rings when a script of a line touches the file `wake` in its folder. */
class Bell {
  readonly #watched = new Map<string, () => void>();
  #ring: () => void = () => undefined;

  /** Resolves at the next ring. */
  async next(): Promise<void> {
    await new Promise<void>((resolve) => {
      this.#ring = resolve;
    });
  }

  ring(): void {
    this.#ring();
  }

  listen(folder: string): void {
    if (this.#watched.has(folder)) return;
    try {
      const watcher = watch(folder, (_event, name) => {
        if (name === 'wake') this.ring();
      });
      // A folder that disappears is watched again in the next round.
      watcher.on('error', () => this.#watched.delete(folder));
      this.#watched.set(folder, () => watcher.close());
    } catch {
      // The folder is not there yet: rounds find the faxes meanwhile and log the folder's fault.
    }
  }

  close(): void {
    for (const close of this.#watched.values()) close();
    this.ring();
  }
}
