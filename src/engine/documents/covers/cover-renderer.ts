import type { ChildProcess } from 'node:child_process';
import type { Readable } from 'node:stream';
import { readClassF } from '../fax-page/class-f.ts';
import {
  CHILD_READY_MS,
  COVER_CHILD_PAGES,
  COVER_WALL_MS,
  IDLE_MS,
  MAX_COVER_BYTES,
  MAX_OUTPUT_BYTES,
} from '../limits.ts';
import type { CoverOutcome, CoverSheet, Paper } from '../port.ts';
import { childCommand } from '../sandbox/command.ts';
import type { Confinement } from '../sandbox/confine.ts';
import { IdleClock } from '../sandbox/idle-clock.ts';
import { watchMemory } from '../sandbox/memory-watch.ts';
import type { Message } from '../sandbox/messages.ts';
import { encodeMessage, MessageReader } from '../sandbox/messages.ts';
import type { EngineLog } from '../sandbox/pool.ts';
import { spawnConfined } from '../sandbox/spawn-confined.ts';
import { logEvent } from '../../log/engine-events.ts';

const COVER_MAIN = 'src/engine/documents/covers/cover-child.ts';
const SILENT = 'it ended without a word, or took too long';
const AWAY: CoverOutcome = { kind: 'retry', reason: 'CONVERTER_CRASHED' };

/** Draws cover pages one after another in one confined child, which is started when first needed. */
export class CoverRenderer {
  readonly #confinement: () => Promise<Confinement | undefined>;
  readonly #log: EngineLog;
  readonly #paper: Paper;
  #child: Promise<CoverChild | undefined> | undefined;
  #turn: Promise<unknown> = Promise.resolve();
  #closed = false;
  readonly #clock: IdleClock;

  constructor(
    confinement: () => Promise<Confinement | undefined>,
    { log, paper, idleMs = IDLE_MS }: { log: EngineLog; paper: Paper; idleMs?: number | undefined },
  ) {
    this.#confinement = confinement;
    this.#log = log;
    this.#paper = paper;
    this.#clock = new IdleClock(idleMs, () => this.#forget());
  }

  /** Starts the child, so that the next page is drawn at once. */
  warm(): void {
    void this.#ready();
  }

  /** Draws one cover page after all previously requested ones. */
  async draw(sheet: CoverSheet): Promise<CoverOutcome> {
    const mine = this.#turn.then(async () => await this.#draw(sheet));
    this.#turn = mine.catch(() => undefined);
    return await mine;
  }

  async close(): Promise<void> {
    this.#closed = true;
    this.#clock.stop();
    await (await this.#child)?.stop();
  }

  async #draw(sheet: CoverSheet): Promise<CoverOutcome> {
    const body = Buffer.from(JSON.stringify(sheet), 'utf8');
    if (body.length > MAX_COVER_BYTES) return { kind: 'refused', reason: 'DOCUMENT_TOO_LARGE', detail: '' };
    const child = await this.#ready();
    if (child === undefined) return { kind: 'retry', reason: 'CONVERTER_UNAVAILABLE' };
    const outcome = await child.draw(body);
    if (outcome.kind !== 'ok')
      logEvent(this.#log, 'cover.not-drawn', { detail: child.detail || SILENT, ...outcome });
    return outcome;
  }

  /** Returns the current child, or a new one. Calls run in sequence; otherwise two at once would start two children. */
  async #ready(): Promise<CoverChild | undefined> {
    if (this.#closed) return undefined;
    this.#clock.restart();
    this.#child = this.#replaced(this.#child);
    return await this.#child;
  }

  async #replaced(before: Promise<CoverChild | undefined> | undefined): Promise<CoverChild | undefined> {
    const known = await before;
    if (known?.usable) return known;
    known?.end();
    return this.#closed ? undefined : await this.#start();
  }

  #forget(): void {
    void this.#child?.then((child) => child?.end());
    this.#child = undefined;
  }

  async #start(): Promise<CoverChild | undefined> {
    const confinement = await this.#confinement();
    const child = confinement && this.#open(confinement);
    if (child === undefined) return undefined;
    const ready = await child.ready;
    if (ready && (ready.confined || confinement === 'none')) return child;
    logEvent(this.#log, 'cover.renderer-failed', { detail: child.detail });
    child.end();
    return undefined;
  }

  #open(confinement: Confinement): CoverChild | undefined {
    try {
      return new CoverChild(confinement, this.#paper);
    } catch (error) {
      logEvent(this.#log, 'cover.renderer-failed', { detail: String(error) });
      return undefined;
    }
  }
}

/** One persistent child. It answers requests in order, one at a time. */
class CoverChild {
  readonly ready: Promise<{ confined: boolean } | undefined>;
  readonly #ended: Promise<void>;
  detail = '';
  readonly #process: ChildProcess;
  readonly #reader = new MessageReader(MAX_OUTPUT_BYTES);
  #pages = 0;
  #gone = false;
  #heard: (message: Message | undefined) => void = () => {};

  constructor(confinement: Confinement, paper: Paper) {
    const command = childCommand(confinement, { main: COVER_MAIN, paper }) ?? { program: '', arguments: [] };
    this.#process = spawnConfined(command, { stdio: ['pipe', 'ignore', 'pipe', 'pipe'] });
    this.#ended = new Promise((resolve) => {
      for (const event of ['error', 'close'] as const)
        this.#process.once(event, () => {
          this.#onGone();
          resolve();
        });
    });
    // When writing to a child that just died, its end is the result.
    this.#process.stdin!.on('error', () => {});
    const answers = this.#process.stdio[3] as Readable;
    answers.on('error', () => {});
    answers.on('data', (chunk: Buffer) => this.#onData(chunk));
    this.#process.stderr!.on('data', (chunk: Buffer) => {
      this.detail = (this.detail + chunk.toString('latin1')).slice(-600);
    });
    this.ready = this.#next(CHILD_READY_MS).then((message) => {
      const { kind, confined } = (message?.head ?? {}) as { kind?: string; confined?: boolean };
      this.#hold(false);
      return kind === 'ready' ? { confined: confined === true } : undefined;
    });
    process.once('exit', this.#onExit);
  }

  /** Whether it is alive and has not drawn so many pages that its memory should be released. */
  get usable(): boolean {
    return !this.#gone && this.#pages < COVER_CHILD_PAGES;
  }

  async draw(body: Uint8Array): Promise<CoverOutcome> {
    this.#pages++;
    this.#hold(true);
    const unwatch = watchMemory(this.#process.pid ?? 0, () => this.end());
    try {
      const answer = this.#next(COVER_WALL_MS);
      for (const part of encodeMessage({ kind: 'cover' }, [body])) this.#process.stdin!.write(part);
      return outcomeOf(await answer) ?? this.#broken();
    } finally {
      unwatch();
      this.#hold(false);
    }
  }

  /** Kills the process and everything inside its sandbox; the whole group, because bubblewrap forks. */
  end(): void {
    process.off('exit', this.#onExit);
    this.#onExit();
  }

  /** Kills it, and resolves when its process has exited. */
  async stop(): Promise<void> {
    if (this.#gone) return;
    this.#hold(true);
    this.end();
    await this.#ended;
  }

  readonly #onExit = (): void => {
    const { pid } = this.#process;
    if (pid === undefined || this.#gone) return;
    try {
      process.kill(-pid, 'SIGKILL');
    } catch {
      // The group is already gone.
    }
  };

  #broken(): CoverOutcome {
    this.end();
    return AWAY;
  }

  #next(withinMs: number): Promise<Message | undefined> {
    return new Promise((resolve) => {
      const clock = setTimeout(() => this.#heard(undefined), withinMs);
      this.#heard = (message) => {
        clearTimeout(clock);
        resolve(message);
      };
      if (this.#gone) this.#heard(undefined);
    });
  }

  #onData(chunk: Buffer): void {
    try {
      for (const message of this.#reader.push(chunk)) this.#heard(message);
    } catch {
      // The answer exceeds its limits: the child can no longer be trusted.
      this.#heard(undefined);
      this.end();
    }
  }

  #onGone(): void {
    this.#gone = true;
    process.off('exit', this.#onExit);
    this.#heard(undefined);
  }

  /** An idle child must not keep the server's process from ending. */
  #hold(held: boolean): void {
    const { stdin, stderr } = this.#process;
    for (const part of [this.#process, stdin, stderr, this.#process.stdio[3]] as {
      ref?: () => void;
      unref?: () => void;
    }[]) {
      if (held) part?.ref?.();
      else part?.unref?.();
    }
  }
}

/** Accepts only what our own bounded reader understands. */
function outcomeOf(message: Message | undefined): CoverOutcome | undefined {
  if (message === undefined) return undefined;
  const { kind, detail } = message.head as { kind?: string; detail?: unknown };
  if (kind === 'refused') return { kind: 'refused', reason: 'DOCUMENT_DAMAGED', detail: String(detail) };
  const pages = kind === 'ok' ? (readClassF(message.body)?.length ?? 0) : 0;
  return pages === 0 ? undefined : { kind: 'ok', tiff: new Uint8Array(message.body), pages };
}
