import { mkdtempSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { CONVERSION_WALL_MS, IDLE_MS, CHILD_READY_MS } from '../limits.ts';
import type { Paper } from '../port.ts';
import { logEvent } from '../../log/engine-events.ts';
import type { JobFile, JobResult, JobTerms } from './child.ts';
import { ConverterChild } from './child.ts';
import type { Confinement, ProgramCommand } from './confine.ts';
import { childCommand } from './command.ts';
import { IdleClock } from './idle-clock.ts';
import { isFresh, leavesChildClean } from './reuse.ts';

/** The log calls of the engine; pino fits. */
export interface EngineLog {
  info(fields: object, text: string): void;
  warn(fields: object, text: string): void;
  error(fields: object, text: string): void;
}

/** What the pool is opened with; see `openDocumentEngine`. */
export interface PoolOptions {
  workers: number;
  untrusted: 'sandbox' | 'accept-risk';
  tempDir: string;
  log: EngineLog;
  /** Milliseconds one conversion may take; the default is the product's limit. */
  wallMs?: number;
  /** For what has no page size of its own; Letter when left out. */
  paper?: Paper;
  /** Milliseconds without a document after which idle children end; Infinity keeps them, the default is the product's limit. */
  idleMs?: number | undefined;
}

type RunOptions = Pick<JobTerms, 'photos' | 'signal' | 'onProgress'>;

interface Member {
  child: ConverterChild;
  folder: string | undefined;
}

/**
 * Lets `workers` children work side by side and, from the first document on, keeps as many warm idle ones, until none
 * has come for a while. A child whose document met native code is used up and replaced while it works, so the next
 * conversion starts at once; others come back, see reuse.ts.
 */
export class ConverterPool {
  private readonly options: PoolOptions;
  private readonly commandOf: (confinement: Confinement) => ProgramCommand | undefined;
  private readonly idle: Member[] = [];
  private readonly members = new Set<Member>();
  /** Of each child, with the removal of its folder. */
  private readonly ends = new Set<Promise<void>>();
  private readonly waiting: (() => void)[] = [];
  private working = 0;
  /** Of those at work, the ones that will be idle again. */
  private returning = 0;
  private closed = false;
  private refilling = false;
  private found: Promise<Confinement | undefined> | undefined;
  private readonly clock: IdleClock;

  /** `commandOf` says how a child is started; tests start hostile ones. */
  constructor(
    options: PoolOptions,
    commandOf: (confinement: Confinement) => ProgramCommand | undefined = (confinement) =>
      childCommand(confinement, { wallMs: options.wallMs, paper: options.paper }),
  ) {
    this.options = options;
    this.commandOf = commandOf;
    this.clock = new IdleClock(options.idleMs ?? IDLE_MS, () => this.endIdle());
    // Short-lived programs (operator commands) end without close().
    process.once('exit', this.killAll);
  }

  /** Finds out, once, how children can be confined here, and starts the idle ones. `undefined`: not at all. */
  confinement(): Promise<Confinement | undefined> {
    this.found ??= this.probe();
    return this.found;
  }

  /** Converts one job in a child that is its own meanwhile; `undefined` where no child may be started here. */
  async run(files: readonly JobFile[], options: RunOptions = {}): Promise<JobResult | undefined> {
    const confinement = await this.confinement();
    if (confinement === undefined || this.closed) return undefined;
    await this.turn();
    this.clock.stop();
    const terms = { ...options, again: leavesChildClean(files) };
    this.returning += Number(terms.again);
    try {
      const first = await this.attempt(confinement, files, terms);
      // A child that died while idle, or after other documents, says nothing about this one: another one decides.
      const isBlameless = first?.result.kind === 'crashed' && first.isBlameless;
      return (isBlameless ? await this.attempt(confinement, files, terms) : first)?.result;
    } catch (error) {
      return { kind: 'crashed', detail: String(error) };
    } finally {
      this.working--;
      this.returning -= Number(terms.again);
      this.waiting.shift()?.();
      if (this.working === 0) this.clock.restart();
      void this.refill(confinement);
    }
  }

  private async attempt(
    confinement: Confinement,
    files: readonly JobFile[],
    { again, ...options }: RunOptions & Pick<JobTerms, 'again'>,
  ): Promise<{ result: JobResult; isBlameless: boolean } | undefined> {
    if (this.closed) return undefined;
    if (options.signal?.aborted) return { result: { kind: 'aborted' }, isBlameless: false };
    const member = await this.take(confinement, again);
    if (member === undefined)
      return { result: { kind: 'crashed', detail: 'no child became ready' }, isBlameless: false };
    const { child } = member;
    const wallMs = this.options.wallMs ?? CONVERSION_WALL_MS;
    const result = await child.convert(files, { wallMs, again, alone: this.working === 1, ...options });
    this.giveBack(member);
    return { result, isBlameless: child.documents > 1 || !child.began };
  }

  /** Resolves when as many children have practised as may work side by side; benchmarks wait for it. */
  async warm(): Promise<void> {
    const confinement = await this.confinement();
    if (this.working === 0) this.clock.restart();
    if (confinement !== undefined) await this.refill(confinement);
    // Idle children do not keep the process alive, but whoever waits for them does.
    const hold = setInterval(() => {}, CHILD_READY_MS);
    await Promise.all(this.idle.map(async ({ child }) => await child.practised));
    clearInterval(hold);
  }

  /** Process ids of all children; each is the leader of its process group. */
  get pids(): number[] {
    return [...this.members].flatMap(({ child }) => child.pid ?? []);
  }

  /** Process ids of idle children, for tests that kill one. */
  get idlePids(): number[] {
    return this.idle.flatMap(({ child }) => child.pid ?? []);
  }

  /** Ends all children and removes their folders. */
  async close(): Promise<void> {
    this.closed = true;
    this.clock.stop();
    for (const wake of this.waiting.splice(0)) wake();
    process.off('exit', this.killAll);
    this.killAll();
    await Promise.all(this.ends);
  }

  private readonly killAll = (): void => {
    for (const { child } of this.members) child.kill();
  };

  /** Nothing came for a while: the memory is worth more than the start of the next document. */
  private endIdle(): void {
    for (const { child } of this.idle.splice(0)) child.kill();
  }

  /** Waits until fewer than `workers` jobs are at work. */
  private async turn(): Promise<void> {
    while (this.working >= this.options.workers && !this.closed) {
      await new Promise<void>((resolve) => this.waiting.push(resolve));
    }
    this.working++;
  }

  /** A warm child: an idle one, else a fresh one. Dead idle ones are passed over. */
  private async take(confinement: Confinement, again: boolean): Promise<Member | undefined> {
    for (let tries = 0; tries <= this.options.workers && !this.closed; tries++) {
      const warm = this.idle.findIndex(({ child }) => child.warm && child.alive);
      const [member] = warm < 0 ? this.idle.splice(0, 1) : this.idle.splice(warm, 1);
      const taken = member ?? this.start(confinement);
      // While another one is ready, or this one will come back, a replacement waits for the end of the job: warming
      // up takes as much computing as a short document.
      if (this.idle.length === 0 && !again) void this.refill(confinement);
      if ((await taken.child.readyInTime()) !== undefined && taken.child.alive) return taken;
    }
    return undefined;
  }

  /** Keeps a child that is to take another document; one too many, or one that has been through much, ends. */
  private giveBack(member: Member): void {
    const { child } = member;
    if (!child.alive) return;
    if (this.closed || this.idle.length >= this.options.workers || !isFresh(child)) child.kill();
    else this.idle.push(member);
  }

  /** Brings the idle children up to their number; one after the other, so that a document at work loses little to them. */
  private async refill(confinement: Confinement): Promise<void> {
    if (this.refilling) return;
    this.refilling = true;
    try {
      while (this.idle.length + this.returning < this.options.workers && !this.closed) {
        const member = this.start(confinement);
        this.idle.push(member);
        await member.child.readyInTime();
      }
    } catch (error) {
      // The next job tries again and then tells its caller.
      logEvent(this.options.log, 'converter.start-failed', { reason: String(error) });
    } finally {
      this.refilling = false;
    }
  }

  private start(confinement: Confinement): Member {
    const command = this.commandOf(confinement);
    if (command === undefined) throw new Error('the tools of the sandbox went away');
    // Synchronous: the pool cannot be closed between the decision to start a child and its entry in the list.
    const folder = confinement === 'none' ? mkdtempSync(join(this.options.tempDir, 'convert-')) : undefined;
    const member: Member = { child: new ConverterChild(command, folder), folder };
    this.members.add(member);
    const end = member.child.gone.then(async () => {
      this.members.delete(member);
      const at = this.idle.indexOf(member);
      if (at >= 0) this.idle.splice(at, 1);
      if (folder !== undefined) await rm(folder, { recursive: true, force: true });
      this.ends.delete(end);
    });
    this.ends.add(end);
    return member;
  }

  /** Tries each confinement with a real child that has to come up and confirm that it sees no host and no network. */
  private async probe(): Promise<Confinement | undefined> {
    const { untrusted, log } = this.options;
    const candidates: Confinement[] = ['own-user', 'user-namespace'];
    for (const confinement of candidates) {
      if (this.closed) return undefined;
      if (this.commandOf(confinement) === undefined) continue;
      const member = this.start(confinement);
      if ((await member.child.readyInTime())?.confined && !this.closed) {
        logEvent(log, 'sandbox.checked', { confinement });
        this.idle.push(member);
        this.clock.restart();
        return confinement;
      }
      member.child.kill();
    }
    if (this.closed) return undefined;
    logEvent(log, 'sandbox.unavailable', { untrusted });
    return untrusted === 'sandbox' ? undefined : 'none';
  }
}
