import { setTimeout as pause } from 'node:timers/promises';
import type { Logger } from 'pino';

import type { Database } from '#engine/database/port.ts';
import type { CallAnswer } from '#engine/fax-line/answering-port.ts';
import type { CallWatch } from '#engine/fax-line/call-watch-port.ts';
import type { FaxLine } from '#engine/fax-line/port.ts';

import { readAnswers } from '#server/features/faxes/lines/lines.service.ts';
import type { Lines, StoredLine } from '#server/features/faxes/lines/lines.service.ts';
import { logEvent } from '#server/kit/log-event.ts';

/** Dependencies of `AnsweringLines`. */
export interface AnsweringDeps {
  database: Database;
  /** Whether there is room for more faxes. Without room, calls are refused. */
  hasRoom(): Promise<boolean>;
  lines: Pick<Lines, 'recordCall'>;
  log: Pick<Logger, 'info' | 'warn' | 'error'>;
}

type Line = Pick<StoredLine, 'id' | 'name' | 'fault'>;

interface Answered {
  line: Line;
  adapter: FaxLine;
  /** Undefined while the line cannot answer; answering is retried. */
  under: { stop(): Promise<void> } | undefined;
  fault: string;
}

/** Grace period for calls in progress when this process stops. After it, the network is told that they are over. */
const STOP_GRACE_MS = 30_000;

/** How often a line that another process answers is checked on this machine, too. A check costs one folder listing. */
const LOOK_AGAIN_MS = 30_000;

/** The lines that answer calls themselves, each in the process that also fetches its faxes. */
export class AnsweringLines {
  readonly #deps: AnsweringDeps;
  readonly #arrived: () => void;
  readonly #takeIn: (line: Line, adapter: FaxLine) => Promise<void>;
  /** When each line was last checked on this machine (`performance.now()`); Infinity while a check runs. */
  readonly #lookedAt = new Map<number, number>();
  readonly #lines = new Map<number, Answered>();
  readonly #stopping = new Set<Promise<void>>();

  /**
   * `arrived` is called when a fax is ready to fetch. `takeIn` fetches everything that a line has received: those faxes
   * are on the disk of the machine that answered, where nobody looks for them once another process, or none, answers.
   */
  constructor(
    deps: AnsweringDeps,
    { arrived, takeIn }: { arrived: () => void; takeIn: (line: Line, adapter: FaxLine) => Promise<void> },
  ) {
    this.#deps = deps;
    this.#arrived = arrived;
    this.#takeIn = takeIn;
  }

  /** Starts or stops answering on a line. Restarts a line whose configuration has changed. */
  async keep(line: Line, adapter: FaxLine, answers: boolean): Promise<void> {
    this.#lookThrough(line, adapter, answers);
    const known = this.#lines.get(line.id);
    if (known && (!answers || known.adapter !== adapter)) this.#end(line.id, known);
    const going = this.#lines.get(line.id);
    if (!answers || going?.under || !adapter.answer) return;
    const begun = going ?? { line, adapter, under: undefined, fault: '' };
    this.#lines.set(line.id, begun);
    try {
      begun.under = await adapter.answer({
        answerFor: async (call) => await this.#answerFor(line, call),
        arrived: this.#arrived,
        failed: (reason) => logEvent(this.#deps.log, 'line.call-failed', { line: line.name, reason }),
      });
      begun.fault = '';
      logEvent(this.#deps.log, 'line.answering', { line: line.name });
    } catch (error) {
      const reason = String(error);
      // Retried every two seconds, so the same reason is logged once.
      if (reason !== begun.fault) logEvent(this.#deps.log, 'line.not-answering', { line: line.name, reason });
      begun.fault = reason;
    }
  }

  /**
   * Fetches what is on this machine's disk: a process that was killed here, or that lost the line to another machine,
   * may have left it. The process that answers a line fetches all the time anyway.
   */
  #lookThrough(line: Line, adapter: FaxLine, answers: boolean): void {
    const before = this.#lookedAt.get(line.id);
    if (before !== undefined && (answers || performance.now() - before < LOOK_AGAIN_MS)) return;
    this.#lookedAt.set(line.id, Infinity);
    const looked = this.#takeIn(line, adapter).finally(() => this.#lookedAt.set(line.id, performance.now()));
    this.#finish(looked);
  }

  /** Stops answering on lines that were removed or turned off. */
  forgetAllBut(lines: readonly Pick<StoredLine, 'id' | 'state'>[]): void {
    const kept = new Set(lines.filter(({ state }) => state !== 'off').map(({ id }) => id));
    for (const [id, known] of this.#lines) if (!kept.has(id)) this.#end(id, known);
  }

  /** Accepts no new calls and waits up to STOP_GRACE_MS for those in progress. */
  async stop(): Promise<void> {
    for (const [id, known] of this.#lines) this.#end(id, known);
    const patience = new AbortController();
    const ended = Promise.all(this.#stopping).then(() => patience.abort());
    await Promise.race([
      ended,
      pause(STOP_GRACE_MS, undefined, { signal: patience.signal }).catch(() => undefined),
    ]);
  }

  #end(id: number, { line, adapter, under }: Answered): void {
    this.#lines.delete(id);
    if (under) this.#finish(under.stop().then(async () => await this.#takeIn(line, adapter)));
  }

  /** Tracks work that must run to its end even if this process is asked to stop. Logs its failure. */
  #finish(work: Promise<void>): void {
    const ended = work
      .catch((error: unknown) => logEvent(this.#deps.log, 'arrival.fetch-paused', { err: error }))
      .finally(() => this.#stopping.delete(ended));
    this.#stopping.add(ended);
  }

  /**
   * Decides how a call is answered. A number without an account is answered too: an operator decides whose fax it is.
   * Without the database, blocked callers are not refused here but when the fax is taken in.
   */
  async #answerFor(
    line: Line,
    { id, called, caller }: { id: string; called: string; caller: string },
  ): Promise<CallAnswer> {
    if (!(await this.#deps.hasRoom())) return { kind: 'refuse', because: 'full' };
    const [account] = await this.#answersOf(line, called.slice(-10));
    if (account?.blocked.includes(caller.slice(-10) || 'anonymous'))
      return { kind: 'refuse', because: 'blocked' };
    const watch = await this.#watchFor({
      lineId: line.id,
      direction: 'in',
      callRef: id,
      accountId: account?.accountId ?? null,
      far: caller,
      own: called.slice(-10),
      pages: 0,
    });
    return { kind: 'answer', stationId: account?.stationId ?? `+${called}`, watch };
  }

  async #answersOf(line: Line, number: string): ReturnType<typeof readAnswers> {
    try {
      return await readAnswers(this.#deps.database.db, number);
    } catch (error) {
      logEvent(this.#deps.log, 'line.number-unread', { line: line.name, reason: String(error) });
      return [];
    }
  }

  /** Records the steps of a call, and its outcome as soon as its trace is complete. */
  async #watchFor(call: Parameters<Lines['recordCall']>[0]): Promise<CallWatch | undefined> {
    const record = await this.#deps.lines.recordCall(call);
    return (
      record && {
        step: (step) => record.watch.step(step),
        trace: (trace) => {
          record.watch.trace(trace);
          void record.end({ result: trace.end === 'OK' ? 'OK' : 'DROPPED', detail: trace.end });
        },
      }
    );
  }
}
