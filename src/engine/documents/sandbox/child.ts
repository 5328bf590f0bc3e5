import type { DrawnType } from '../detect-type.ts';
import { readClassF } from '../fax-page/class-f.ts';
import { CHILD_READY_MS, MAX_OUTPUT_BYTES, MAX_PAGES } from '../limits.ts';
import type { ConversionProgress, DocumentFault, Photos } from '../port.ts';
import type { ProgramCommand } from './confine.ts';
import { ConfinedProcess } from './confined-process.ts';
import { watchMemory } from './memory-watch.ts';
import type { Message } from './messages.ts';

/** A file of a job as sent to the child: type and bytes, never a name. */
export interface JobFile {
  type: DrawnType;
  bytes: Uint8Array;
}

/** How a job ended, with the index of the file at fault. `detail` is for the log. */
export type JobResult =
  | { kind: 'ok'; tiff: Uint8Array; pages: number; damagedPages?: number[] }
  | { kind: 'refused'; reason: DocumentFault; file: number; detail: string }
  | { kind: 'crashed'; detail: string }
  | { kind: 'aborted' };

/** 128 + SIGXCPU: bubblewrap's exit status for a child that used up its CPU seconds. */
const CPU_LIMIT_STATUS = 152;

const FAULTS: readonly string[] = [
  'NO_PAGES',
  'DOCUMENT_DAMAGED',
  'DOCUMENT_PROTECTED',
  'DOCUMENT_TOO_LARGE',
  'TOO_MANY_PAGES',
  'TIME_LIMIT',
] satisfies DocumentFault[];

/** Accepts only known reasons, whatever a child says. */
export const isFault = (reason: unknown): reason is DocumentFault => FAULTS.includes(reason as string);

/**
 * Terms of one job. `again`: the child is kept for another job if this one ends well, see reuse.ts. `alone`: no other
 * job is running, so a second thread may help.
 */
export interface JobTerms {
  wallMs: number;
  again: boolean;
  alone: boolean;
  photos?: Photos | undefined;
  signal?: AbortSignal | undefined;
  onProgress?: ((progress: ConversionProgress) => void) | undefined;
}

/** One child process: starts, converts a job, then exits, or drops everything that the job left and takes another. */
export class ConverterChild {
  /** Resolves when the child can take a job, with whether it found itself confined; `undefined` if it died first. */
  readonly ready: Promise<{ confined: boolean } | undefined>;
  /** Resolves when the child has warmed up or is gone. */
  readonly practised: Promise<void>;
  /** Resolves when the process has exited. */
  readonly gone: Promise<void>;
  private readonly process: ConfinedProcess;
  /** How many documents it has converted, and how long it worked on them in milliseconds. */
  documents = 0;
  workedMs = 0;
  /** Whether the last job reached its first file. */
  began = false;
  private file = 0;
  private hasFallenShort = false;
  private readonly onShortfall: (detail: string) => void;
  private onProgress: ((progress: ConversionProgress) => void) | undefined;
  private isWarm = false;
  private resolveReady: (state: { confined: boolean } | undefined) => void = () => {};
  private resolvePractised: () => void = () => {};
  private recordJobOutcome: (result: JobResult) => void = () => {};

  /** `onShortfall` is called once for each job that was done less well than it should be. */
  constructor(command: ProgramCommand, folder?: string, onShortfall: (detail: string) => void = () => {}) {
    this.onShortfall = onShortfall;
    this.process = new ConfinedProcess({
      command,
      folder,
      maxBody: MAX_OUTPUT_BYTES,
      onMessage: (message) => this.onMessage(message),
      onGarbage: (error) =>
        this.recordJobOutcome({ kind: 'crashed', detail: `unreadable answer: ${String(error)}` }),
    });
    this.ready = new Promise((resolve) => (this.resolveReady = resolve));
    this.practised = new Promise((resolve) => (this.resolvePractised = resolve));
    this.gone = this.process.gone.then(({ status, detail }) => this.onEnd(status, detail));
  }

  get pid(): number | undefined {
    return this.process.pid;
  }

  get warm(): boolean {
    return this.isWarm;
  }

  get alive(): boolean {
    return this.process.alive;
  }

  /** Returns the result of `ready`; also `undefined` if the child takes too long. */
  async readyInTime(): Promise<{ confined: boolean } | undefined> {
    let clock: NodeJS.Timeout | undefined;
    const late = new Promise<undefined>((resolve) => {
      clock = setTimeout(resolve, CHILD_READY_MS, undefined);
    });
    const state = await Promise.race([this.ready, late]);
    clearTimeout(clock);
    return state;
  }

  /** Kills the process and everything inside its sandbox. */
  kill(): void {
    this.process.kill();
  }

  /** Sends the job and waits for its answer, the wall clock, the memory watch, the caller's signal, or its death. */
  async convert(
    files: readonly JobFile[],
    { wallMs, again, alone, photos, signal, onProgress }: JobTerms,
  ): Promise<JobResult> {
    const started = performance.now();
    this.process.hold(true);
    this.file = 0;
    this.began = false;
    this.hasFallenShort = false;
    this.onProgress = onProgress;
    const result = new Promise<JobResult>((resolve) => (this.recordJobOutcome = resolve));
    const end = (outcome: JobResult) => {
      this.recordJobOutcome(outcome);
      this.kill();
    };
    const refuse = (reason: DocumentFault, detail: string) =>
      end({ kind: 'refused', reason, file: this.file, detail });
    const clock = setTimeout(() => refuse('TIME_LIMIT', 'wall clock'), wallMs);
    const unwatch = watchMemory(this.pid ?? 0, () => refuse('DOCUMENT_TOO_LARGE', 'resident memory'));
    const onAbort = () => end({ kind: 'aborted' });
    signal?.addEventListener('abort', onAbort);
    if (signal?.aborted) onAbort();
    else this.send(files, { again, alone, photos });
    let stays = false;
    try {
      const outcome = await result;
      stays = again && outcome.kind === 'ok' && this.alive;
      return outcome;
    } finally {
      clearTimeout(clock);
      unwatch();
      signal?.removeEventListener('abort', onAbort);
      this.onProgress = undefined;
      this.documents++;
      this.workedMs += performance.now() - started;
      if (stays) this.process.hold(false);
      else this.kill();
    }
  }

  private send(files: readonly JobFile[], terms: Pick<JobTerms, 'again' | 'alone' | 'photos'>): void {
    if (!this.alive) {
      this.recordJobOutcome({ kind: 'crashed', detail: 'ended before the job' });
      return;
    }
    const head = { ...terms, files: files.map(({ type, bytes }) => ({ type, size: bytes.length })) };
    this.process.send(
      head,
      files.map(({ bytes }) => bytes),
    );
    if (!terms.again) this.process.endInput();
  }

  private onMessage({ head, body }: Message): void {
    const message = head as Record<string, unknown>;
    if (message.kind === 'ready') {
      this.resolveReady({ confined: message.confined === true });
    } else if (message.kind === 'warm') {
      this.isWarm = true;
      this.resolvePractised();
    } else if (message.kind === 'file') {
      this.file = Number(message.index);
      this.began = true;
    } else if (message.kind === 'page') {
      this.tellProgress(Number(message.done), Number(message.of));
    } else if (message.kind === 'shortfall' && !this.hasFallenShort) {
      this.hasFallenShort = true;
      this.onShortfall(String(message.detail).slice(0, 200));
    } else if (message.kind === 'refused' && isFault(message.reason)) {
      const file = Number(message.file);
      this.recordJobOutcome({
        kind: 'refused',
        reason: message.reason,
        file,
        detail: String(message.detail),
      });
    } else if (message.kind === 'ok') {
      this.recordJobOutcome(acceptTiff(body, message.damaged));
    }
  }

  /** Reports progress. The numbers come from a child that may be lying: only plausible ones are passed on. */
  private tellProgress(done: number, of: number): void {
    const isSensible = Number.isInteger(done) && Number.isInteger(of) && done >= 0 && done <= of;
    if (isSensible && of <= MAX_PAGES) this.onProgress?.({ done, of });
  }

  private onEnd(status: number | null, detail: string): void {
    this.resolveReady(undefined);
    this.resolvePractised();
    this.recordJobOutcome(
      status === CPU_LIMIT_STATUS
        ? { kind: 'refused', reason: 'TIME_LIMIT', file: this.file, detail: 'CPU seconds' }
        : { kind: 'crashed', detail },
    );
  }
}

/** Accepts only a TIFF that our own bounded reader understands. */
function acceptTiff(body: Uint8Array, damaged: unknown): JobResult {
  const pages = readClassF(body)?.length ?? 0;
  if (pages === 0) return { kind: 'crashed', detail: 'the answer is not a class-F TIFF' };
  const told = Array.isArray(damaged) ? damaged.map(Number) : [];
  const damagedPages = told.filter((page) => page >= 1 && page <= pages);
  const answer = { kind: 'ok' as const, tiff: new Uint8Array(body), pages };
  return damagedPages.length > 0 ? { ...answer, damagedPages } : answer;
}
