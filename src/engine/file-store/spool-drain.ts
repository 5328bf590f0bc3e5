import { createHash } from 'node:crypto';
import { join } from 'node:path';

import { logEvent } from '../log/engine-events.ts';
import { DamagedFile, FileStoreAway } from './refusal.ts';
import type { FileStore, SpoolState } from './port.ts';
import { stateOf } from './spool-folder.ts';
import type { SpoolEntry, SpoolFolder } from './spool-folder.ts';
import { takeLock } from './spool-lock.ts';
import type { Lock } from './spool-lock.ts';

/** The log for upload failures. */
export interface DrainLog {
  info(fields: object, message: string): void;
  warn(fields: object, message: string): void;
  error(fields: object, message: string): void;
}

/** Dependencies of a drain. */
export interface DrainParts {
  store: FileStore;
  folder: SpoolFolder;
  log?: DrainLog | undefined;
  /** Called after each scan of the folder with its contents and the time the scan began. */
  looked(state: SpoolState, seenAt: Date): Promise<void>;
  /** Called with whether the bucket responded and, if not, for how many milliseconds it will not be contacted again. */
  reached(isThere: boolean, forMs: number): void;
}

/** Uploads waiting files for the lifetime of the process. */
export interface Drain {
  /** Signals that a file was added, so that the next scan comes soon. */
  wake(): void;
  /** Stops after the current upload. */
  stop(): Promise<void>;
}

/** Interval between scans: other processes of this machine add files too. */
const LOOK_MS = 5_000;

/** An unavailable bucket is retried after one second, then after twice as long each time, up to half a minute. */
const FIRST_WAIT_MS = 1_000;
const LONGEST_WAIT_MS = 30_000;

/** Delay after the bucket rejects a file, so that it is not retried at full speed. */
const REFUSED_WAIT_MS = 30_000;

/** Concurrent uploads; those of one key run in order. */
const UPLOADS = 4;

/** Starts uploading: first the files left by an earlier process, then new ones. */
export function startDrain(parts: DrainParts): Drain {
  return new Draining(parts);
}

class Draining implements Drain {
  readonly #parts: DrainParts;
  readonly #running: Promise<void>;
  #lock: Lock | null = null;
  #stopped = false;
  #failures = 0;
  #wake: () => void = () => undefined;

  constructor(parts: DrainParts) {
    this.#parts = parts;
    this.#running = this.#run();
  }

  wake(): void {
    // While the bucket is unavailable, the delay must pass first.
    if (this.#failures === 0) this.#wake();
  }

  async stop(): Promise<void> {
    this.#stopped = true;
    this.#wake();
    await this.#running;
  }

  async #run(): Promise<void> {
    while (!this.#stopped) {
      const ms = await this.#round().catch((error: unknown) => {
        logEvent(this.#parts.log, 'spool.scan-failed', { reason: String(error) });
        return LOOK_MS;
      });
      await this.#pause(ms);
    }
    await this.#lock?.release().catch(() => undefined); // The lock becomes stale on its own.
  }

  async #pause(ms: number): Promise<void> {
    if (this.#stopped) return;
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, ms);
      timer.unref();
      this.#wake = () => {
        clearTimeout(timer);
        resolve();
      };
    });
    this.#wake = () => undefined;
  }

  /** Uploads all waiting files; returns how long to wait until the next scan. */
  async #round(): Promise<number> {
    const { log } = this.#parts;
    const groups = await this.#look();
    if (groups.length === 0) return LOOK_MS;
    if (!(await this.#mayUpload())) return LOOK_MS;
    const { refused, away } = await this.#uploadAll(groups);
    if (away) return this.#away(away);
    const after = await this.#look();
    if (after.length === 0) logEvent(log, 'spool.drained', { keys: groups.length });
    return refused > 0 ? REFUSED_WAIT_MS : after.length > 0 ? 0 : LOOK_MS;
  }

  /**
   * Returns whether this process may upload. Only one process per machine does: two could overwrite a newer file of a
   * key with an older one.
   */
  async #mayUpload(): Promise<boolean> {
    if (this.#lock && !(await this.#lock.isHeld())) {
      await this.#lock.release();
      this.#lock = null;
    }
    this.#lock ??= await takeLock(join(this.#parts.folder.root, 'locks'));
    return this.#lock !== null;
  }

  /** Uploads one group alone first, normally the oldest: a single call finds out whether the bucket is unavailable. */
  async #uploadAll(groups: readonly SpoolEntry[][]): Promise<{ refused: number; away?: FileStoreAway }> {
    const outcome: { refused: number; away?: FileStoreAway } = { refused: 0 };
    // Starts with a different group after each failure, so that a file too large for its time limit does not block the
    // others.
    const first = this.#failures % groups.length;
    const queue = [...groups.slice(first), ...groups.slice(0, first)];
    const lane = async (most: number): Promise<void> => {
      for (let done = 0; done < most && !this.#stopped && !outcome.away; done += 1) {
        const entries = queue.shift();
        if (!entries) return;
        try {
          if (!(await this.#upload(entries))) outcome.refused += 1;
        } catch (error) {
          if (!(error instanceof FileStoreAway)) throw error;
          outcome.away = error;
        }
      }
    };
    await lane(1);
    const lanes = await Promise.allSettled(Array.from({ length: UPLOADS }, async () => await lane(Infinity)));
    for (const ended of lanes) if (ended.status === 'rejected') throw ended.reason;
    return outcome;
  }

  async #look(): Promise<SpoolEntry[][]> {
    const seenAt = new Date();
    const groups = await this.#parts.folder.all();
    await this.#parts.looked(stateOf(groups), seenAt);
    return groups;
  }

  #away(error: FileStoreAway): number {
    const doubled = FIRST_WAIT_MS * 2 ** Math.min(this.#failures, 10);
    const ms = Math.min(LONGEST_WAIT_MS, doubled) * (0.5 + Math.random() / 2);
    this.#failures += 1;
    this.#parts.reached(false, ms);
    logEvent(this.#parts.log, 'spool.waiting', { reason: error.message, seconds: ms / 1000 });
    return ms;
  }

  /** Uploads the changes of one key in order; returns false if one could not be uploaded. Throws FileStoreAway. */
  async #upload(entries: readonly SpoolEntry[]): Promise<boolean> {
    const { folder, log } = this.#parts;
    for (const entry of entries) {
      try {
        await this.#pass(entry);
      } catch (error) {
        if (error instanceof FileStoreAway) throw error;
        logEvent(log, 'spool.upload-failed', { err: error });
        return false;
      }
      this.#failures = 0;
      this.#parts.reached(true, 0);
      await folder.remove(entry);
    }
    return true;
  }

  /** Uploads one change and reads it back: only then may the local copy be removed. */
  async #pass(entry: SpoolEntry): Promise<void> {
    const { store, folder } = this.#parts;
    if (entry.sha256 === null) return await store.delete(entry.key);
    const bytes = await folder.read(entry);
    if (bytes === null) return; // It was deleted in the meantime.
    await store.put(entry.key, bytes);
    const back = await store.get(entry.key);
    if (back === null || sha256(back) !== entry.sha256) throw new DamagedFile(back ?? new Uint8Array());
  }
}

function sha256(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex');
}
