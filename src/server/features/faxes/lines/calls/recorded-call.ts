import { deflateRawSync, inflateRawSync } from 'node:zlib';
import type { Logger } from 'pino';

import type { CallStep, CallTrace, CallWatch } from '#engine/fax-line/call-watch-port.ts';
import type { Database } from '#engine/database/port.ts';
import { seal, unseal } from '#engine/secrets/seal.ts';

import { logEvent } from '#server/kit/log-event.ts';
import { SEEN_SECONDS, endLineCall, insertLineCall, noteLineCall } from './line-calls.store.ts';
import type { LineCallEnd, NewLineCall, TimedStep } from './line-calls.store.ts';

/** Dependencies of recording calls. */
export interface CallRecordDeps {
  database: Database;
  /** Seals the traces of calls. */
  lineKey: Buffer;
  log: Pick<Logger, 'warn'>;
}

/** A call that is recorded while it runs, so that it can be watched live. Recording never fails or delays the call. */
export interface RecordedCall {
  id: number;
  watch: CallWatch;
  /** Aborts when an operator has asked for the end of the call. */
  readonly stopped: AbortSignal;
  end(end: Pick<LineCallEnd, 'result' | 'detail' | 'verdict'>): Promise<void>;
}

/** How often changes are written for the console. */
const WRITE_MS = 1_000;

/** Begins to record a call. Returns undefined if that fails; the call continues without a record. */
export async function recordCall(deps: CallRecordDeps, call: NewLineCall): Promise<RecordedCall | undefined> {
  try {
    const id = await insertLineCall(deps.database.db, call);
    // Each write of a test call also checks whether someone has asked for its end.
    const quietMs = call.direction === 'test' ? 0 : SEEN_SECONDS * 1_000;
    return new CallRecord(deps, id, quietMs);
  } catch (error) {
    logEvent(deps.log, 'call.not-recorded', { callRef: call.callRef, reason: String(error) });
    return undefined;
  }
}

class CallRecord implements RecordedCall {
  readonly id: number;
  readonly #deps: CallRecordDeps;
  readonly #quietMs: number;
  readonly #began = performance.now();
  readonly #stop = new AbortController();
  readonly #writing: NodeJS.Timeout;
  #steps: TimedStep[] = [{ step: 'dialing', at: 0 }];
  #changed = true;
  #writtenAt = 0;
  #under: Promise<void> = Promise.resolve();
  #trace: CallTrace | undefined;

  constructor(deps: CallRecordDeps, id: number, quietMs: number) {
    this.#deps = deps;
    this.id = id;
    this.#quietMs = quietMs;
    this.#writing = setInterval(() => this.#write(), WRITE_MS).unref();
  }

  get stopped(): AbortSignal {
    return this.#stop.signal;
  }

  readonly watch: CallWatch = {
    step: (step) => this.#reached(step),
    trace: (trace) => {
      this.#trace = trace;
    },
  };

  async end({ result, detail, verdict }: LineCallEnd): Promise<void> {
    clearInterval(this.#writing);
    await this.#under;
    await this.#safely(async () => {
      const trace = this.#trace && sealTrace(this.#deps.lineKey, this.id, this.#trace);
      const quality = this.#trace?.quality;
      const end = { result, detail, verdict, quality, trace };
      await endLineCall(this.#deps.database.db, this.id, this.#steps, end);
    });
  }

  #reached(step: CallStep): void {
    const at = Math.round(performance.now() - this.#began);
    // Only the last page counts.
    if (step.step === 'page') this.#steps = this.#steps.filter((known) => known.step !== 'page');
    this.#steps.push({ ...step, at });
    this.#changed = true;
  }

  #write(): void {
    const now = performance.now();
    if (!this.#changed && now - this.#writtenAt < this.#quietMs) return;
    this.#changed = false;
    this.#writtenAt = now;
    const before = this.#under;
    this.#under = this.#safely(async () => {
      await before;
      if (await noteLineCall(this.#deps.database.db, this.id, this.#steps)) this.#stop.abort();
    });
  }

  async #safely(work: () => Promise<void>): Promise<void> {
    try {
      await work();
    } catch (error) {
      logEvent(this.#deps.log, 'call.not-recorded', { callRef: String(this.id), reason: String(error) });
    }
  }
}

function placeOf(id: number): string {
  return `line_call/${id}/trace`;
}

function sealTrace(key: Buffer, id: number, trace: CallTrace): string {
  return seal(key, deflateRawSync(JSON.stringify(trace)).toString('base64'), placeOf(id));
}

/** Opens the trace of a call; null if it was sealed with another key. */
export function openTrace(key: Buffer, id: number, sealed: string): CallTrace | null {
  const packed = unseal(key, sealed, placeOf(id));
  return packed === null
    ? null
    : (JSON.parse(inflateRawSync(Buffer.from(packed, 'base64')).toString()) as CallTrace);
}
