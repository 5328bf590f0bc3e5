import type { ChildProcess } from 'node:child_process';
import { spawn } from 'node:child_process';
import type { Readable } from 'node:stream';
import type { DocumentType } from '../detect-type.ts';
import { readClassF } from '../fax-page/class-f.ts';
import { MAX_OUTPUT_BYTES } from '../limits.ts';
import type { DocumentFault } from '../port.ts';
import type { ChildCommand } from './command.ts';
import { watchMemory } from './memory-watch.ts';
import type { Message } from './messages.ts';
import { encodeMessage, MessageReader } from './messages.ts';

/** A job's files as the child gets them: type and bytes, never a name. */
export interface JobFile {
  type: DocumentType;
  bytes: Uint8Array;
}

/** How a job ended, with the index of the file at fault. `detail` is for the log. */
export type JobResult =
  | { kind: 'ok'; tiff: Uint8Array; pages: number }
  | { kind: 'refused'; reason: DocumentFault; file: number; detail: string }
  | { kind: 'crashed'; detail: string }
  | { kind: 'aborted' };

/** Bytes of standard error kept for the log; a broken library can print gigabytes. */
const ERROR_TAIL_BYTES = 600;

/** 128 + SIGXCPU: what bubblewrap reports for a child that used up its CPU seconds. */
const CPU_LIMIT_STATUS = 152;

const FAULTS: readonly string[] = [
  'DOCUMENT_DAMAGED',
  'DOCUMENT_PROTECTED',
  'DOCUMENT_TOO_LARGE',
  'TOO_MANY_PAGES',
  'TIME_LIMIT',
] satisfies DocumentFault[];

const isFault = (reason: unknown): reason is DocumentFault => FAULTS.includes(reason as string);

/** One child process: warms up, converts one job, ends. Never used twice, so no document meets another. */
export class ConverterChild {
  /** Resolves when the child is warm, with whether it found itself confined; `undefined` when it died first. */
  readonly ready: Promise<{ confined: boolean } | undefined>;
  /** Resolves when the process is gone. */
  readonly gone: Promise<void>;
  private readonly process: ChildProcess;
  private readonly reader = new MessageReader(MAX_OUTPUT_BYTES);
  private errorTail = '';
  private file = 0;
  private isReady = false;
  private settleReady: (state: { confined: boolean } | undefined) => void = () => {};
  private settleJob: (result: JobResult) => void = () => {};

  constructor(command: ChildCommand, folder?: string) {
    // The environment is empty: whatever a document runs finds no secret there (A-CONV-20).
    this.process = spawn(command.program, command.arguments, {
      env: folder === undefined ? {} : { TMPDIR: folder, HOME: folder },
      stdio: ['pipe', 'ignore', 'pipe', 'pipe'],
      // A process group of its own, see kill().
      detached: true,
      ...(folder === undefined ? {} : { cwd: folder }),
    });
    this.ready = new Promise((resolve) => (this.settleReady = resolve));
    this.gone = new Promise((resolve) => {
      this.process.once('error', (error) => this.onEnd(error.message, null, resolve));
      this.process.once('close', (status, signal) =>
        this.onEnd(`status ${status ?? signal}`, status, resolve),
      );
    });
    // Writing to a child that just died is answered by its end, not by these.
    this.process.stdin!.on('error', () => {});
    this.answers.on('error', () => {});
    this.answers.on('data', (chunk: Buffer) => this.onData(chunk));
    this.process.stderr!.on('data', (chunk: Buffer) => {
      this.errorTail = (this.errorTail + chunk.toString('latin1')).slice(-ERROR_TAIL_BYTES);
    });
    this.hold(false);
  }

  get pid(): number | undefined {
    return this.process.pid;
  }

  get warm(): boolean {
    return this.isReady;
  }

  get alive(): boolean {
    return (
      this.process.exitCode === null && this.process.signalCode === null && this.process.pid !== undefined
    );
  }

  /**
   * Ends the process and everything inside its sandbox at once. The whole group, because bubblewrap forks: its
   * second process waits for the first for ever when only that one is killed while the sandbox is being built.
   */
  kill(): void {
    this.hold(true);
    const { pid } = this.process;
    if (pid === undefined || !this.alive) return;
    try {
      process.kill(-pid, 'SIGKILL');
    } catch {
      // The group is gone already, which is what was wanted.
    }
  }

  /** Sends the job and waits for its answer, the wall clock, the memory watch, the caller's signal, or death. */
  async convert(files: readonly JobFile[], wallMs: number, signal?: AbortSignal): Promise<JobResult> {
    this.hold(true);
    const result = new Promise<JobResult>((resolve) => (this.settleJob = resolve));
    const end = (outcome: JobResult) => {
      this.settleJob(outcome);
      this.kill();
    };
    const refuse = (reason: DocumentFault, detail: string) =>
      end({ kind: 'refused', reason, file: this.file, detail });
    const clock = setTimeout(() => refuse('TIME_LIMIT', 'wall clock'), wallMs);
    const unwatch = watchMemory(this.pid ?? 0, () => refuse('DOCUMENT_TOO_LARGE', 'resident memory'));
    const onAbort = () => end({ kind: 'aborted' });
    signal?.addEventListener('abort', onAbort);
    if (signal?.aborted) onAbort();
    else this.send(files);
    try {
      return await result;
    } finally {
      clearTimeout(clock);
      unwatch();
      signal?.removeEventListener('abort', onAbort);
      this.kill();
    }
  }

  private send(files: readonly JobFile[]): void {
    if (!this.alive) {
      this.settleJob({ kind: 'crashed', detail: `ended before the job: ${this.errorTail}` });
      return;
    }
    const head = { files: files.map(({ type, bytes }) => ({ type, size: bytes.length })) };
    for (const part of encodeMessage(
      head,
      files.map(({ bytes }) => bytes),
    ))
      this.process.stdin!.write(part);
    this.process.stdin!.end();
  }

  private get answers(): Readable {
    return this.process.stdio[3] as Readable;
  }

  /** An idle child must not keep the server's process from ending; a working or dying one must. */
  private hold(held: boolean): void {
    const streams = [this.process.stdin, this.process.stderr, this.answers];
    for (const part of [this.process, ...streams] as { ref?: () => void; unref?: () => void }[]) {
      if (held) part.ref?.();
      else part.unref?.();
    }
  }

  private onData(chunk: Buffer): void {
    try {
      for (const message of this.reader.push(chunk)) this.onMessage(message);
    } catch (error) {
      this.settleJob({ kind: 'crashed', detail: `unreadable answer: ${String(error)}` });
      this.kill();
    }
  }

  private onMessage({ head, body }: Message): void {
    const message = head as Record<string, unknown>;
    if (message.kind === 'ready') {
      this.isReady = true;
      this.settleReady({ confined: message.confined === true });
    } else if (message.kind === 'file') {
      this.file = Number(message.index);
    } else if (message.kind === 'refused' && isFault(message.reason)) {
      const file = Number(message.file);
      this.settleJob({ kind: 'refused', reason: message.reason, file, detail: String(message.detail) });
    } else if (message.kind === 'ok') {
      this.settleJob(acceptTiff(body));
    }
  }

  private onEnd(detail: string, status: number | null, resolve: () => void): void {
    this.settleReady(undefined);
    this.settleJob(
      status === CPU_LIMIT_STATUS
        ? { kind: 'refused', reason: 'TIME_LIMIT', file: this.file, detail: 'CPU seconds' }
        : { kind: 'crashed', detail: `${detail} ${this.errorTail}`.trim() },
    );
    resolve();
  }
}

/** Believes only a TIFF that our own bounded reader understands. */
function acceptTiff(body: Uint8Array): JobResult {
  const pages = readClassF(body)?.length ?? 0;
  if (pages === 0) return { kind: 'crashed', detail: 'the answer is not a class-F TIFF' };
  return { kind: 'ok', tiff: new Uint8Array(body), pages };
}
