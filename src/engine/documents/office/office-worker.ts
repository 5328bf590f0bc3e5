import type { OfficeType } from '../detect-type.ts';
import { MAX_PAGES, OFFICE_READY_MS, PDF_BYTES, programWallMs } from '../limits.ts';
import type { DocumentFault } from '../port.ts';
import { isFault } from '../sandbox/child.ts';
import type { ProgramCommand } from '../sandbox/confine.ts';
import { ConfinedProcess } from '../sandbox/confined-process.ts';
import { watchMemory } from '../sandbox/memory-watch.ts';
import type { Message } from '../sandbox/messages.ts';

/** The result of a program that makes PDFs. `crashed`: the program died without output. */
export type PdfResult =
  | { kind: 'ok'; pdf: Uint8Array }
  | { kind: 'refused'; reason: DocumentFault; detail: string }
  | { kind: 'crashed'; detail: string }
  | { kind: 'aborted' };

/** How a worker is started, and the time limit of one document. */
export interface OfficeWorkerOptions {
  command: ProgramCommand;
  /** Only for unconfined workers: the folder they work in. */
  folder?: string | undefined;
  /** Whether a worker that sees the host's files is rejected. */
  mustBeConfined: boolean;
  wallMs?: number | undefined;
}

/** One warm LibreOffice: converts one document at a time, and is discarded after any failure. */
export class OfficeWorker {
  /** Resolves with true once LibreOffice listens, with false if it never will. */
  readonly ready: Promise<boolean>;
  readonly gone: Promise<void>;
  /** How many documents it has converted or refused. */
  done = 0;
  /** The owner of the documents that it has seen. */
  owner: string | undefined;
  private resting: NodeJS.Timeout | undefined;
  private readonly process: ConfinedProcess;
  private readonly wallMs: number;
  private resolveReady: (ready: boolean) => void = () => {};
  private recordJobOutcome: (result: PdfResult) => void = () => {};

  constructor({ command, folder, mustBeConfined, wallMs = programWallMs() }: OfficeWorkerOptions) {
    this.wallMs = wallMs;
    this.process = new ConfinedProcess({
      command,
      folder,
      maxBody: PDF_BYTES,
      onMessage: (message) => this.onMessage(message, mustBeConfined),
      onGarbage: (error) => this.recordJobOutcome({ kind: 'crashed', detail: String(error) }),
    });
    const answered = new Promise<boolean>((resolve) => (this.resolveReady = resolve));
    const clock = setTimeout(() => this.process.kill(), OFFICE_READY_MS);
    this.ready = answered.finally(() => clearTimeout(clock));
    this.gone = this.process.gone.then(({ detail }) => {
      this.resolveReady(false);
      this.recordJobOutcome({ kind: 'crashed', detail });
    });
  }

  get pid(): number | undefined {
    return this.process.pid;
  }

  get alive(): boolean {
    return this.process.alive;
  }

  kill(): void {
    this.stopRest();
    this.process.kill();
  }

  /** Calls `over` if no document comes within `ms` milliseconds. */
  rest(ms: number, over: () => void): void {
    this.stopRest();
    this.resting = setTimeout(over, ms).unref();
  }

  /** Cancels the wait, because a document has come. */
  stopRest(): void {
    clearTimeout(this.resting);
  }

  /** Makes a PDF; after anything but `ok` or a refusal by LibreOffice itself, the worker is dead. */
  async convert(type: OfficeType, bytes: Uint8Array, signal?: AbortSignal): Promise<PdfResult> {
    this.process.hold(true);
    const result = new Promise<PdfResult>((resolve) => (this.recordJobOutcome = resolve));
    const end = (outcome: PdfResult) => {
      this.recordJobOutcome(outcome);
      this.kill();
    };
    const refuse = (reason: DocumentFault, detail: string) => end({ kind: 'refused', reason, detail });
    const clock = setTimeout(() => refuse('TIME_LIMIT', 'wall clock of LibreOffice'), this.wallMs);
    const unwatch = watchMemory(this.pid ?? 0, () => refuse('DOCUMENT_TOO_LARGE', 'memory of LibreOffice'));
    const onAbort = () => end({ kind: 'aborted' });
    signal?.addEventListener('abort', onAbort);
    if (signal?.aborted) onAbort();
    else this.process.send({ type, maxPages: MAX_PAGES }, [bytes]);
    try {
      return await result;
    } finally {
      this.done++;
      clearTimeout(clock);
      unwatch();
      signal?.removeEventListener('abort', onAbort);
      this.process.hold(false);
    }
  }

  private onMessage({ head, body }: Message, mustBeConfined: boolean): void {
    const message = head as Record<string, unknown>;
    if (message.kind === 'ready') {
      this.resolveReady(message.confined === true || !mustBeConfined);
    } else if (message.kind === 'ok') {
      this.recordJobOutcome({ kind: 'ok', pdf: new Uint8Array(body) });
    } else if (message.kind === 'refused' && isFault(message.reason)) {
      this.recordJobOutcome({ kind: 'refused', reason: message.reason, detail: String(message.detail) });
    }
  }
}
