import { CHILD_READY_MS, CONVERSION_WALL_MS, IDLE_MS, PROBE_AGAIN_MS } from '../limits.ts';
import type { Paper } from '../port.ts';
import { logEvent } from '../../log/engine-events.ts';
import type { JobFile, JobResult, JobTerms } from './child.ts';
import { Children } from './children.ts';
import type { Member } from './children.ts';
import type { Confinement, ProgramCommand } from './confine.ts';
import { childCommand } from './command.ts';
import { IdleClock } from './idle-clock.ts';
import { isFresh, leavesChildClean } from './reuse.ts';

/** The part of a logger that the engine needs; a pino logger fits. */
export interface EngineLog {
  info(fields: object, text: string): void;
  warn(fields: object, text: string): void;
  error(fields: object, text: string): void;
}

/** Options of the pool; see `openDocumentEngine`. */
export interface PoolOptions {
  workers: number;
  untrusted: 'sandbox' | 'accept-risk';
  tempDir: string;
  log: EngineLog;
  /** Time limit of one conversion in milliseconds; the default is the product's limit. */
  wallMs?: number;
  /** Paper for documents without a page size; default Letter. */
  paper?: Paper;
  /**
   * Milliseconds without a document after which idle children end; Infinity keeps them, the default is the product's
   * limit.
   */
  idleMs?: number | undefined;
}

type RunOptions = Pick<JobTerms, 'photos' | 'signal' | 'onProgress'>;

/**
 * Runs up to `workers` children concurrently and, from the first document on, keeps as many warm idle ones, until no
 * document has come for a while. A child whose document meets native code is used up and is replaced while it works, so
 * that the next conversion starts at once; others return to the pool, see reuse.ts.
 */
export class ConverterPool {
  private readonly options: PoolOptions;
  private readonly commandOf: (confinement: Confinement) => ProgramCommand | undefined;
  private readonly idle: Member[] = [];
  private readonly children: Children;
  private readonly waiting: (() => void)[] = [];
  private working = 0;
  /** How many of the busy children will become idle again. */
  private returning = 0;
  private closed = false;
  private refilling = false;
  private found: Promise<Confinement | undefined> | undefined;
  private probesAgainAt = Infinity;
  private readonly clock: IdleClock;

  /** `commandOf` returns the command to start a child; tests start hostile ones. */
  constructor(
    options: PoolOptions,
    commandOf: (confinement: Confinement) => ProgramCommand | undefined = (confinement) =>
      childCommand(confinement, { wallMs: options.wallMs, paper: options.paper }),
  ) {
    this.options = options;
    this.commandOf = commandOf;
    this.children = new Children({ ...options, commandOf, onGone: (member) => this.forget(member) });
    this.clock = new IdleClock(options.idleMs ?? IDLE_MS, () => this.endIdle());
    // Short-lived programs (operator commands) exit without calling close().
    process.once('exit', this.children.killAll);
  }

  /**
   * Finds out how children can be confined here, and starts the idle ones. `undefined`: not at all. The cause may be a
   * temporary shortage of the machine, so it is retried after a while; meanwhile callers use the known result.
   */
  confinement(): Promise<Confinement | undefined> {
    this.found ??= this.probe();
    if (performance.now() >= this.probesAgainAt) {
      this.probesAgainAt = Infinity;
      void this.probe().then((found) => {
        if (found === undefined || found === 'none') return;
        this.found = Promise.resolve(found);
        for (const member of this.idle.splice(0, this.idle.length - 1)) member.child.kill();
      });
    }
    return this.found;
  }

  /**
   * Converts one job in a child of its own; returns `undefined` if no child may be started or none becomes ready: a
   * shortage of the machine says nothing about the document.
   */
  async run(files: readonly JobFile[], options: RunOptions = {}): Promise<JobResult | undefined> {
    const confinement = await this.confinement();
    if (confinement === undefined || this.closed) return undefined;
    await this.turn();
    this.clock.stop();
    const terms = { ...options, again: leavesChildClean(files) };
    this.returning += Number(terms.again);
    try {
      const first = await this.attempt(confinement, files, terms);
      // A child that died while idle, or after other documents, says nothing about this one: another child decides.
      const isBlameless = first?.result.kind === 'crashed' && first.isBlameless;
      return (isBlameless ? await this.attempt(confinement, files, terms) : first)?.result;
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
    if (member === undefined) return undefined;
    const { child } = member;
    const wallMs = this.options.wallMs ?? CONVERSION_WALL_MS;
    const result = await child.convert(files, { wallMs, again, alone: this.working === 1, ...options });
    this.giveBack(member);
    return { result, isBlameless: child.documents > 1 || !child.began };
  }

  /** Resolves when `workers` children have warmed up; benchmarks wait for it. */
  async warm(): Promise<void> {
    const confinement = await this.confinement();
    if (this.working === 0) this.clock.restart();
    if (confinement !== undefined) await this.refill(confinement);
    // Idle children do not keep the process alive, but this wait does.
    const hold = setInterval(() => {}, CHILD_READY_MS);
    await Promise.all(this.idle.map(async ({ child }) => await child.practised));
    clearInterval(hold);
  }

  /** Process IDs of all children; each is the leader of its process group. */
  get pids(): number[] {
    return this.children.pids;
  }

  /** Process IDs of idle children, for tests that kill one. */
  get idlePids(): number[] {
    return this.idle.flatMap(({ child }) => child.pid ?? []);
  }

  /** Kills all children and removes their folders. */
  async close(): Promise<void> {
    this.closed = true;
    this.clock.stop();
    for (const wake of this.waiting.splice(0)) wake();
    process.off('exit', this.children.killAll);
    this.children.killAll();
    await this.children.ended();
  }

  private forget(member: Member): void {
    const at = this.idle.indexOf(member);
    if (at >= 0) this.idle.splice(at, 1);
  }

  /** Ends idle children after a while without documents: the memory is worth more than a fast next start. */
  private endIdle(): void {
    for (const { child } of this.idle.splice(0)) child.kill();
  }

  /** Waits until fewer than `workers` jobs are running. */
  private async turn(): Promise<void> {
    while (this.working >= this.options.workers && !this.closed) {
      await new Promise<void>((resolve) => this.waiting.push(resolve));
    }
    this.working++;
  }

  /** Takes a warm child: an idle one, otherwise a new one. Dead idle ones are skipped. */
  private async take(confinement: Confinement, again: boolean): Promise<Member | undefined> {
    for (let tries = 0; tries <= this.options.workers && !this.closed; tries++) {
      const warm = this.idle.findIndex(({ child }) => child.warm && child.alive);
      const [member] = warm < 0 ? this.idle.splice(0, 1) : this.idle.splice(warm, 1);
      const taken = member ?? this.children.start(confinement);
      if (taken === undefined) return undefined;
      // If another child is ready, or this one will come back, a replacement waits for the end of the job: warming up
      // takes as much CPU as a short document.
      if (this.idle.length === 0 && !again) void this.refill(confinement);
      if (await this.children.comesUp(taken)) return taken;
    }
    return undefined;
  }

  /** Keeps a child for another document; it is killed if there are too many or if it is worn out. */
  private giveBack(member: Member): void {
    const { child } = member;
    if (!child.alive) return;
    if (this.closed || this.idle.length >= this.options.workers || !isFresh(child)) child.kill();
    else this.idle.push(member);
  }

  /** Starts idle children up to their number, one after another, so that a running document loses little CPU. */
  private async refill(confinement: Confinement): Promise<void> {
    if (this.refilling) return;
    this.refilling = true;
    try {
      while (this.idle.length + this.returning < this.options.workers && !this.closed) {
        const member = this.children.start(confinement);
        // The next job tries again and then reports the failure to its caller.
        if (member === undefined) return;
        this.idle.push(member);
        if (!(await this.children.comesUp(member))) return;
      }
    } finally {
      this.refilling = false;
    }
  }

  /** Tries each confinement with a real child, which must become ready and confirm that it sees no host or network. */
  private async probe(): Promise<Confinement | undefined> {
    const { untrusted, log } = this.options;
    const candidates: Confinement[] = ['own-user', 'user-namespace'];
    for (const confinement of candidates) {
      if (this.closed) return undefined;
      if (this.commandOf(confinement) === undefined) continue;
      const member = this.children.start(confinement);
      if (member === undefined) continue;
      if ((await member.child.readyInTime())?.confined && !this.closed) {
        logEvent(log, 'sandbox.checked', { confinement });
        this.idle.push(member);
        this.clock.restart();
        return confinement;
      }
      member.child.kill();
    }
    if (this.closed) return undefined;
    this.probesAgainAt = performance.now() + PROBE_AGAIN_MS;
    logEvent(log, 'sandbox.unavailable', { untrusted });
    return untrusted === 'sandbox' ? undefined : 'none';
  }
}
