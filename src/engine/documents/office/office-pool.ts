import { mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';

import type { OfficeType } from '../detect-type.ts';
import { OFFICE_DOCUMENTS } from '../limits.ts';
import type { Confinement, ProgramCommand } from '../sandbox/confine.ts';
import type { EngineLog } from '../sandbox/pool.ts';
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
}

/** Why a document could not be tried at all. */
export type OfficeResult = PdfResult | { kind: 'unavailable'; detail: string };

/**
 * Supervises LibreOffice: started when the first document comes, kept warm, one document at a time in each,
 * replaced after every mishap and after a number of documents. A document that kills it hurts only itself.
 */
export class OfficePool {
  private readonly options: OfficePoolOptions;
  private readonly idle: OfficeWorker[] = [];
  private readonly workers = new Set<OfficeWorker>();
  private readonly waiting: (() => void)[] = [];
  private working = 0;
  private closed = false;

  constructor(options: OfficePoolOptions) {
    this.options = options;
    process.once('exit', this.killAll);
  }

  /** Makes a PDF of one document. */
  async convert(type: OfficeType, bytes: Uint8Array, signal?: AbortSignal): Promise<OfficeResult> {
    await this.turn();
    try {
      const first = await this.attempt(type, bytes, signal);
      // The documents before this one may have left LibreOffice ill, so a fresh one decides who is at fault.
      const second =
        first.kind === 'crashed' && first.wasUsed ? await this.attempt(type, bytes, signal) : first;
      if (second.kind !== 'crashed') return second;
      return { kind: 'refused', reason: 'DOCUMENT_DAMAGED', detail: `LibreOffice crashed: ${second.detail}` };
    } finally {
      this.working--;
      this.waiting.shift()?.();
    }
  }

  /** Process ids of all workers; each is the leader of its process group. */
  get pids(): number[] {
    return [...this.workers].flatMap(({ pid }) => pid ?? []);
  }

  /** Ends all workers and removes their folders. */
  async close(): Promise<void> {
    this.closed = true;
    for (const wake of this.waiting.splice(0)) wake();
    process.off('exit', this.killAll);
    const workers = [...this.workers];
    this.killAll();
    await Promise.all(workers.map(({ gone }) => gone));
  }

  private readonly killAll = (): void => {
    for (const worker of this.workers) worker.kill();
  };

  private async turn(): Promise<void> {
    while (this.working >= this.options.workers && !this.closed) {
      await new Promise<void>((resolve) => this.waiting.push(resolve));
    }
    this.working++;
  }

  private async attempt(type: OfficeType, bytes: Uint8Array, signal?: AbortSignal) {
    if (this.closed) return { kind: 'unavailable' as const, detail: 'closed' };
    if (signal?.aborted) return { kind: 'aborted' as const };
    const worker = this.takeIdle() ?? (await this.start());
    if (worker === undefined || !(await worker.ready)) {
      worker?.kill();
      return { kind: 'unavailable' as const, detail: 'LibreOffice did not start' };
    }
    const wasUsed = worker.done > 0;
    const result = await worker.convert(type, bytes, signal);
    this.giveBack(worker, result);
    return result.kind === 'crashed' ? { ...result, wasUsed } : result;
  }

  private takeIdle(): OfficeWorker | undefined {
    for (let worker = this.idle.pop(); worker !== undefined; worker = this.idle.pop()) {
      if (worker.alive) return worker;
    }
    return undefined;
  }

  private giveBack(worker: OfficeWorker, result: PdfResult): void {
    const isWell = result.kind === 'ok' || (result.kind === 'refused' && worker.alive);
    if (isWell && worker.done < OFFICE_DOCUMENTS && !this.closed) this.idle.push(worker);
    else worker.kill();
  }

  private async start(): Promise<OfficeWorker | undefined> {
    const { tempDir, log, wallMs, commandOf = officeCommand } = this.options;
    const confinement = await this.options.confinement();
    if (confinement === undefined || this.closed) return undefined;
    const folder = confinement === 'none' ? await mkdtemp(join(tempDir, 'office-')) : undefined;
    const command = commandOf(confinement, folder ?? '/tmp');
    if (command === undefined) return undefined;
    const worker = new OfficeWorker({ command, folder, mustBeConfined: confinement !== 'none', wallMs });
    this.workers.add(worker);
    log.info({ pid: worker.pid }, 'LibreOffice starts');
    void worker.gone.then(async () => {
      this.workers.delete(worker);
      if (folder !== undefined) await rm(folder, { recursive: true, force: true });
    });
    return worker;
  }
}
