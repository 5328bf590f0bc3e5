import { mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';

import type { OfficeType } from '../detect-type.ts';
import { IDLE_MS, OFFICE_DOCUMENTS, OFFICE_OWNER_MS } from '../limits.ts';
import type { Confinement, ProgramCommand } from '../sandbox/confine.ts';
import type { EngineLog } from '../sandbox/pool.ts';
import { logEvent } from '../../log/engine-events.ts';
import { IdleClock } from '../sandbox/idle-clock.ts';
import { officeCommand } from './office-command.ts';
import type { PdfResult } from './office-worker.ts';
import { OfficeWorker } from './office-worker.ts';

/** Options of the LibreOffice pool. */
export interface OfficePoolOptions {
  workers: number;
  tempDir: string;
  log: EngineLog;
  confinement(): Promise<Confinement | undefined>;
  /** Returns the command to start a worker; tests start others. */
  commandOf?: (confinement: Confinement, folder: string) => ProgramCommand | undefined;
  /** Time limit of one document in milliseconds; the default is the product's limit. */
  wallMs?: number | undefined;
  /** Milliseconds to wait for another document of the same owner; the default is the product's limit. */
  ownerMs?: number | undefined;
  /** Milliseconds without a document after which all workers end; see PoolOptions. */
  idleMs?: number | undefined;
}

/** One document to convert to PDF. */
export interface OfficeDocument {
  type: OfficeType;
  bytes: Uint8Array;
  /** The owner of the document; a document of an unknown owner gets its own LibreOffice. */
  owner?: string | undefined;
  signal?: AbortSignal | undefined;
}

/** The result of a conversion; `unavailable` if the document could not be tried at all. */
export type OfficeResult = PdfResult | { kind: 'unavailable'; detail: string };

/**
 * Supervises LibreOffice: started with the first document, kept warm while documents come, one document at a time in
 * each process, replaced after every failure and after a number of documents. A document that kills it harms only
 * itself, and one that compromises it sees only documents of its own account: for another account a new process is
 * started (A-CONV-25).
 */
export class OfficePool {
  private readonly options: OfficePoolOptions;
  private readonly idle: OfficeWorker[] = [];
  private readonly workers = new Set<OfficeWorker>();
  private readonly waiting: (() => void)[] = [];
  private working = 0;
  private closed = false;
  private readonly clock: IdleClock;

  constructor(options: OfficePoolOptions) {
    this.options = options;
    this.clock = new IdleClock(options.idleMs ?? IDLE_MS, () => this.endIdle());
    process.once('exit', this.killAll);
  }

  /** Converts one document to PDF. */
  async convert(document: OfficeDocument): Promise<OfficeResult> {
    await this.turn();
    this.clock.stop();
    try {
      const first = await this.attempt(document);
      // Earlier documents may have damaged LibreOffice, so a new process decides who is at fault.
      const second = first.kind === 'crashed' && first.wasUsed ? await this.attempt(document) : first;
      if (second.kind !== 'crashed') return second;
      return { kind: 'refused', reason: 'DOCUMENT_DAMAGED', detail: `LibreOffice crashed: ${second.detail}` };
    } finally {
      this.working--;
      this.waiting.shift()?.();
      if (this.working === 0 && !this.closed) this.clock.restart();
    }
  }

  /** Process IDs of all workers; each is the leader of its process group. */
  get pids(): number[] {
    return [...this.workers].flatMap(({ pid }) => pid ?? []);
  }

  /** Kills all workers and removes their folders. */
  async close(): Promise<void> {
    this.closed = true;
    this.clock.stop();
    for (const wake of this.waiting.splice(0)) wake();
    process.off('exit', this.killAll);
    const workers = [...this.workers];
    this.killAll();
    await Promise.all(workers.map(({ gone }) => gone));
  }

  private readonly killAll = (): void => {
    for (const worker of this.workers) worker.kill();
  };

  private endIdle(): void {
    for (const worker of this.idle.splice(0)) worker.kill();
  }

  private async turn(): Promise<void> {
    while (this.working >= this.options.workers && !this.closed) {
      await new Promise<void>((resolve) => this.waiting.push(resolve));
    }
    this.working++;
  }

  private async attempt({ type, bytes, owner, signal }: OfficeDocument) {
    if (this.closed) return { kind: 'unavailable' as const, detail: 'closed' };
    if (signal?.aborted) return { kind: 'aborted' as const };
    const worker = this.takeIdle(owner) ?? (await this.start());
    if (worker === undefined || !(await worker.ready)) {
      worker?.kill();
      return { kind: 'unavailable' as const, detail: 'LibreOffice did not start' };
    }
    worker.owner = owner;
    const wasUsed = worker.done > 0;
    const result = await worker.convert(type, bytes, signal);
    this.giveBack(worker, result);
    return result.kind === 'crashed' ? { ...result, wasUsed } : result;
  }

  /**
   * Returns an idle worker that has only seen documents of this owner; if there is none, a worker of another owner may
   * be killed to make room for a new one.
   */
  private takeIdle(owner: string | undefined): OfficeWorker | undefined {
    const living = this.idle.splice(0).filter(({ alive }) => alive);
    const fit = living.find((worker) => worker.done === 0 || (owner !== undefined && worker.owner === owner));
    const others = living.filter((worker) => worker !== fit);
    if (fit === undefined && this.working + others.length > this.options.workers) others.shift()?.kill();
    this.idle.push(...others);
    fit?.stopRest();
    return fit;
  }

  private giveBack(worker: OfficeWorker, result: PdfResult): void {
    const isWell = result.kind === 'ok' || (result.kind === 'refused' && worker.alive);
    if (!isWell || worker.done >= OFFICE_DOCUMENTS || this.closed) return worker.kill();
    this.idle.push(worker);
    worker.rest(this.options.ownerMs ?? OFFICE_OWNER_MS, () => void this.renew(worker));
  }

  /** Replaces a worker whose owner sent nothing more, so that the next account need not wait for a start. */
  private async renew(worker: OfficeWorker): Promise<void> {
    const at = this.idle.indexOf(worker);
    if (at < 0) return;
    this.idle.splice(at, 1);
    worker.kill();
    const fresh = await this.start();
    if (!fresh || !(await fresh.ready) || this.closed) return;
    this.idle.push(fresh);
    if (this.working === 0) this.clock.restart();
  }

  /** Starts a worker; returns `undefined` if none can be started now, whatever the machine lacks. */
  private async start(): Promise<OfficeWorker | undefined> {
    try {
      return await this.open();
    } catch (error) {
      logEvent(this.options.log, 'converter.start-failed', { reason: String(error) });
      return undefined;
    }
  }

  private async open(): Promise<OfficeWorker | undefined> {
    const { tempDir, log, wallMs, commandOf = officeCommand } = this.options;
    const confinement = await this.options.confinement();
    if (confinement === undefined || this.closed) return undefined;
    const folder = confinement === 'none' ? await mkdtemp(join(tempDir, 'office-')) : undefined;
    const command = commandOf(confinement, folder ?? '/tmp');
    if (command === undefined) return undefined;
    const worker = new OfficeWorker({ command, folder, mustBeConfined: confinement !== 'none', wallMs });
    this.workers.add(worker);
    logEvent(log, 'converter.libreoffice-started', { pid: worker.pid });
    worker.gone
      .then(async () => {
        this.workers.delete(worker);
        if (folder !== undefined) await rm(folder, { recursive: true, force: true });
      })
      .catch((error: unknown) => logEvent(log, 'converter.folder-left', { reason: String(error) }));
    return worker;
  }
}
