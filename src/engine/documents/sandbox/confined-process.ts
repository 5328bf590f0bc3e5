import type { ChildProcess } from 'node:child_process';
import type { Readable } from 'node:stream';

import type { ProgramCommand } from './confine.ts';
import type { Message } from './messages.ts';
import { encodeMessage, MessageReader } from './messages.ts';
import { spawnConfined } from './spawn-confined.ts';

/** Bytes of standard error kept for the log; a broken library can print gigabytes. */
const ERROR_TAIL_BYTES = 600;

/** How a process ended; `detail` is for the log and contains the end of its standard error. */
export interface ProcessEnd {
  status: number | null;
  detail: string;
}

/** Options for starting a process. `folder`: for unconfined ones, the only place they should write to. */
export interface ProcessOptions {
  command: ProgramCommand;
  folder?: string | undefined;
  /** Longest message that it may send, in bytes. */
  maxBody: number;
  onMessage: (message: Message) => void;
  /** Called when it sent something unreadable and was killed. */
  onGarbage: (error: unknown) => void;
}

/**
 * A process that may be controlled by a document: receives messages on standard input, answers on descriptor 3, has an
 * empty environment, and is removed with everything it started.
 */
export class ConfinedProcess {
  /** Resolves when the process has exited. */
  readonly gone: Promise<ProcessEnd>;
  private readonly process: ChildProcess;
  private errorTail = '';
  private isEnded = false;

  constructor({ command, folder, maxBody, onMessage, onGarbage }: ProcessOptions) {
    this.process = spawnConfined(command, { stdio: ['pipe', 'ignore', 'pipe', 'pipe'], folder });
    this.gone = new Promise((resolve) => {
      const end = (status: number | null, detail: string) =>
        resolve({ status, detail: `${detail} ${this.errorTail}`.trim() });
      this.process.once('error', (error) => end(null, error.message));
      this.process.once('close', (status, signal) => end(status, `status ${status ?? signal}`));
    });
    // When writing to a process that just died, its end is the result, not these errors.
    this.process.stdin!.on('error', () => {});
    this.answers.on('error', () => {});
    const reader = new MessageReader(maxBody);
    this.answers.on('data', (chunk: Buffer) => {
      try {
        for (const message of reader.push(chunk)) onMessage(message);
      } catch (error) {
        onGarbage(error);
        this.kill();
      }
    });
    this.process.stderr!.on('data', (chunk: Buffer) => {
      this.errorTail = (this.errorTail + chunk.toString('latin1')).slice(-ERROR_TAIL_BYTES);
    });
    this.hold(false);
  }

  get pid(): number | undefined {
    return this.process.pid;
  }

  /** Whether it is still in use: false as soon as it is killed, because its death is noticed only later. */
  get alive(): boolean {
    return !this.isEnded && this.isThere;
  }

  private get isThere(): boolean {
    return (
      this.process.exitCode === null && this.process.signalCode === null && this.process.pid !== undefined
    );
  }

  send(head: object, body: readonly Uint8Array[]): void {
    for (const part of encodeMessage(head, body)) this.process.stdin!.write(part);
  }

  /** Closes its standard input: nothing more will be sent. */
  endInput(): void {
    this.process.stdin!.end();
  }

  /**
   * Kills the process and everything inside its sandbox. Kills the whole group, because bubblewrap forks: its second
   * process would wait for the first forever if only that one were killed while the sandbox is being built.
   */
  kill(): void {
    this.hold(true);
    const { pid } = this.process;
    this.isEnded = true;
    if (pid === undefined || !this.isThere) return;
    try {
      process.kill(-pid, 'SIGKILL');
    } catch {
      // The group is already gone.
    }
  }

  /** Holds the server process open or not: an idle process must not, a working or dying one must. */
  hold(held: boolean): void {
    const streams = [this.process.stdin, this.process.stderr, this.answers];
    for (const part of [this.process, ...streams] as { ref?: () => void; unref?: () => void }[]) {
      if (held) part.ref?.();
      else part.unref?.();
    }
  }

  private get answers(): Readable {
    return this.process.stdio[3] as Readable;
  }
}
