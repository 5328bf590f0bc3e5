import { mkdtempSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';

import { CHILD_REST_MS } from '../limits.ts';
import { logEvent } from '../../log/engine-events.ts';
import type { LogOf } from '../../log/port.ts';
import { ConverterChild } from './child.ts';
import type { Confinement, ProgramCommand } from './confine.ts';

/** A child, and its folder if it is unconfined. */
export interface Member {
  child: ConverterChild;
  folder: string | undefined;
}

/** Options of the children. `onGone` is called for each child that has exited. */
export interface ChildrenOptions {
  tempDir: string;
  log: LogOf<'error' | 'warn'>;
  commandOf: (confinement: Confinement) => ProgramCommand | undefined;
  onGone: (member: Member) => void;
}

/** Starts the children of a pool and tracks each until it and its folder are gone, so that none is left behind. */
export class Children {
  readonly #options: ChildrenOptions;
  readonly #living = new Set<Member>();
  /** For each child, a promise for its exit and the removal of its folder. */
  readonly #ends = new Set<Promise<void>>();
  /** Failed starts since the last successful one, and until when no start is attempted after them. */
  #failures = 0;
  #restsUntil = -Infinity;

  constructor(options: ChildrenOptions) {
    this.#options = options;
  }

  /** Process IDs; each is the leader of its process group. */
  get pids(): number[] {
    return [...this.#living].flatMap(({ child }) => child.pid ?? []);
  }

  /**
   * Starts a child; returns `undefined` if that fails, as with too many open files or a full disk, and for a while
   * after a failed start: starts consume more of a scarce resource than anything else.
   */
  start(confinement: Confinement): Member | undefined {
    if (performance.now() < this.#restsUntil) return undefined;
    try {
      return this.#start(confinement);
    } catch (error) {
      this.#rest(String(error));
      return undefined;
    }
  }

  /** Whether a child becomes ready in time; one that does not is killed. */
  async comesUp({ child }: Member): Promise<boolean> {
    const isReady = (await child.readyInTime()) !== undefined;
    if (isReady) this.#failures = 0;
    else
      this.#rest(child.alive ? 'a converter was not ready in time' : 'a converter ended before it was ready');
    if (isReady && child.alive) return true;
    child.kill();
    return false;
  }

  #rest(reason: string): void {
    logEvent(this.#options.log, 'converter.start-failed', { reason });
    const ms = CHILD_REST_MS[Math.min(this.#failures++, CHILD_REST_MS.length - 1)] ?? 0;
    this.#restsUntil = performance.now() + ms;
  }

  readonly killAll = (): void => {
    for (const { child } of this.#living) child.kill();
  };

  /** Resolves when all current children are gone. */
  async ended(): Promise<void> {
    await Promise.all(this.#ends);
  }

  #start(confinement: Confinement): Member {
    const { commandOf, tempDir, onGone } = this.#options;
    const command = commandOf(confinement);
    if (command === undefined) throw new Error('the tools of the sandbox went away');
    // Synchronous, so that the pool cannot be closed between the decision to start a child and its registration.
    const folder = confinement === 'none' ? mkdtempSync(join(tempDir, 'convert-')) : undefined;
    const onShortfall = (detail: string) => logEvent(this.#options.log, 'document.shortfall', { detail });
    const member: Member = { child: new ConverterChild(command, folder, onShortfall), folder };
    this.#living.add(member);
    const end = member.child.gone.then(async () => {
      this.#living.delete(member);
      onGone(member);
      if (folder !== undefined) await rm(folder, { recursive: true, force: true });
      this.#ends.delete(end);
    });
    this.#ends.add(end);
    return member;
  }
}
