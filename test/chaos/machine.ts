import { createWriteStream } from 'node:fs';
import type { WriteStream } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';

import { until } from '#test/sending-rig.ts';
import { startProduct } from '#test/start-product.ts';
import type { Product } from '#test/start-product.ts';

import { killNow, withDescendants } from '../faults/send-product.ts';

/** Delay before a restart in milliseconds, about RestartSec of deploy/systemd/f2e.service. */
const RESTART_MS = 1_000;

/** A process of the installation under a supervisor that restarts it when it ends, like systemd. */
export class Machine {
  readonly name: string;
  readonly #env: Record<string, string>;
  readonly #dataDir: string;
  readonly #log: WriteStream;
  #product: Product | undefined;
  /** All processes started for it, by the supervisor and by itself: none may outlive it. */
  readonly #family = new Set<number>();
  #wanted = false;
  /** Whether it must not be started again. */
  #closed = false;
  #starting: Promise<Product | undefined> = Promise.resolve(undefined);
  #turn: Promise<unknown> = Promise.resolve();
  /** How it ended each time without being told to. */
  readonly ends: string[] = [];

  constructor(
    name: string,
    { env, dataDir, log }: { env: Record<string, string>; dataDir: string; log: string },
  ) {
    this.name = name;
    this.#env = env;
    this.#dataDir = dataDir;
    this.#log = createWriteStream(log, { flags: 'a' });
  }

  /** The running process; undefined between two. */
  get product(): Product | undefined {
    return this.#product;
  }

  /** Starts it and keeps it running until `kill` or `stop`. */
  async start(): Promise<void> {
    this.#wanted = !this.#closed;
    await this.#begin('');
  }

  /** Serializes faults that kill the same machine. */
  async alone(work: () => Promise<void>): Promise<void> {
    const turn = this.#turn.then(work);
    this.#turn = turn.catch(() => undefined);
    await turn;
  }

  /** Resolves when it is running, and no fault is in progress. */
  async quiet(): Promise<void> {
    await this.#turn;
    await until(
      async () => this.#product !== undefined || !this.#wanted,
      (runs) => runs,
    );
  }

  /** Kills only the process itself with kill -9: its children must notice and end. */
  async kill(): Promise<void> {
    this.#wanted = false;
    const dying = this.#product;
    this.#product = undefined;
    if (!dying) return;
    await this.#remember(dying);
    await dying.kill();
  }

  /** Runs it with a fault point until it kills itself there, or until the limit; then as usual. */
  async dieAt(fault: string, limitMs: number): Promise<boolean> {
    await this.kill();
    const product = await this.#try(fault);
    if (!product) return false;
    const died = await Promise.race([product.ended.then(() => true), pause(limitMs, false)]);
    await this.#remember(product);
    await product.kill();
    return died;
  }

  /** Stops it gracefully. */
  async stop(): Promise<void> {
    this.#wanted = false;
    const product = this.#product;
    this.#product = undefined;
    if (product) await this.#remember(product);
    await product?.stop();
  }

  /** Returns the processes that it left behind. */
  leftOvers(): number[] {
    return [...this.#family].filter(isAlive);
  }

  /** Removes everything of the machine, whatever its state. */
  async clearAway(): Promise<void> {
    this.#wanted = false;
    this.#closed = true;
    for (const product of [this.#product, await this.#starting]) if (product) await this.#remember(product);
    for (const pid of this.#family) killNow(pid);
    this.#log.end();
  }

  async #remember({ pid }: Product): Promise<void> {
    for (const one of await withDescendants([pid])) this.#family.add(one);
  }

  async #try(fault: string): Promise<Product | undefined> {
    if (this.#closed) return undefined;
    const env = { ...this.#env, ...(fault !== '' && { F2E_FAULT: fault }) };
    const onLog = (text: string): void => void this.#log.write(text);
    this.#starting = startProduct({ dataDir: this.#dataDir, env, onLog }).catch((error: unknown) => {
      this.#log.write(`supervisor: ${String(error)}\n`);
      return undefined;
    });
    return await this.#starting;
  }

  async #begin(fault: string): Promise<void> {
    while (this.#wanted) {
      const product = await this.#try(fault);
      if (product) {
        if (!this.#wanted) return await product.kill();
        this.#product = product;
        void product.ended.then(async (how) => await this.#again(product, how));
        return;
      }
      await pause(RESTART_MS);
    }
  }

  async #again(ended: Product, how: string): Promise<void> {
    if (this.#product !== ended) return;
    this.#product = undefined;
    this.ends.push(how);
    this.#log.write(`supervisor: it ended by itself: ${how}\n`);
    await pause(RESTART_MS);
    await this.#begin('');
  }
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}
