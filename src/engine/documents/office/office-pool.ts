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

/** What the supervisor of LibreOffice is opened with. */
export interface OfficePoolOptions {
  workers: number;
  tempDir: string;
  log: EngineLog;
  confinement(): Promise<Confinement | undefined>;
  /** How a worker is started; tests start others. */
  commandOf?: (confinement: Confinement, folder: string) => ProgramCommand | undefined;
  /** Milliseconds one document may take; the default is the product's limit. */
  wallMs?: number | undefined;
  /** Milliseconds for which one waits for more of the same owner; the default is the product's limit. */
  ownerMs?: number | undefined;
  /** Milliseconds without a document after which all end; see PoolOptions. */
  idleMs?: number | undefined;
}

/** One document to make a PDF of. */
export interface OfficeDocument {
  type: OfficeType;
  bytes: Uint8Array;
  /** Whose document it is; one of an unknown owner gets a LibreOffice of its own. */
  owner?: string | undefined;
  signal?: AbortSignal | undefined;
}

/** Why a document could not be tried at all. */
export type OfficeResult = PdfResult | { kind: 'unavailable'; detail: string };

/**
 * Supervises LibreOffice: started when the first document comes, kept warm while documents come, one at a time in each,
 * replaced after every mishap and after a number of documents. A document that kills it hurts only itself, and one that
 * takes it over meets documents of its own account alone: for another account a fresh one is started (A-CONV-25).
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

  /** Makes a PDF of one document. */
  async convert(document: OfficeDocument): Promise<OfficeResult> {
    await this.turn();
    this.clock.stop();
    try {
      const first = await this.attempt(document);
      // The documents before this one may have left LibreOffice ill, so a fresh one decides who is at fault.
      const second = first.kind === 'crashed' && first.wasUsed ? await this.attempt(document) : first;
      if (second.kind !== 'crashed') return second;
      return { kind: 'refused', reason: 'DOCUMENT_DAMAGED', detail: `LibreOffice crashed: ${second.detail}` };
    } finally {
      this.working--;
      this.waiting.shift()?.();
      if (this.working === 0 && !this.closed) this.clock.restart();
    }
  }

  /** Process ids of all workers; each is the leader of its process group. */
  get pids(): number[] {
    return [...this.workers].flatMap(({ pid }) => pid ?? []);
  }

  /** Ends all workers and removes their folders. */
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

  /** One that has seen nothing but documents of this owner; otherwise one of another owner makes room for a fresh one. */
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

  /** Nothing more came from its owner: a fresh one takes its place, so that the next account need not wait for a start. */
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

  /** `undefined` where none can be started now, whatever the machine is short of. */
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
