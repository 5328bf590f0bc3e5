import { createHash } from 'node:crypto';
import { join } from 'node:path';

import { logEvent } from '../log/engine-events.ts';
import { DamagedFile, FileStoreAway } from './refusal.ts';
import type { FileStore, SpoolState } from './port.ts';
import { stateOf } from './spool-folder.ts';
import type { SpoolEntry, SpoolFolder } from './spool-folder.ts';
import { takeLock } from './spool-lock.ts';
import type { Lock } from './spool-lock.ts';

/** Where faults of the upload are told. */
export interface DrainLog {
  info(fields: object, message: string): void;
  warn(fields: object, message: string): void;
  error(fields: object, message: string): void;
}

/** What a drain works with. */
export interface DrainParts {
  store: FileStore;
  folder: SpoolFolder;
  log?: DrainLog | undefined;
  /** Hears at every look what waits, and when the look began. */
  looked(state: SpoolState, seenAt: Date): Promise<void>;
  /** Hears whether the bucket answered, and how long nobody will ask it now if it did not. */
  reached(isThere: boolean, forMs: number): void;
}

/** Uploads what waits, for as long as the process lives. */
export interface Drain {
  /** Something was added: look soon. */
  wake(): void;
  /** Ends after the file that is being uploaded. */
  stop(): Promise<void>;
}

/** Other processes of this machine add files too. */
const LOOK_MS = 5_000;

/** A bucket that is away is asked again after a second, then after twice as long each time, up to half a minute. */
const FIRST_WAIT_MS = 1_000;
const LONGEST_WAIT_MS = 30_000;

/** A file that the bucket refuses must not be tried at full speed. */
const REFUSED_WAIT_MS = 30_000;

/** Uploads side by side; those of one key follow each other. */
const UPLOADS = 4;

/** Starts uploading: at once what a process before has left, then what is added. */
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
    // While the bucket is away the wait has to pass.
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
    await this.#lock?.release().catch(() => undefined); // It goes stale by itself.
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

  /** Uploads everything that waits now; gives how long to wait until the next look. */
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

  /** One process of a machine uploads: two could put an older file of a key over a newer one. */
  async #mayUpload(): Promise<boolean> {
    if (this.#lock && !(await this.#lock.isHeld())) {
      await this.#lock.release();
      this.#lock = null;
    }
    this.#lock ??= await takeLock(join(this.#parts.folder.root, 'locks'));
    return this.#lock !== null;
  }

  /** The oldest first, and alone: while the bucket is away, one call finds out. */
  async #uploadAll(groups: readonly SpoolEntry[][]): Promise<{ refused: number; away?: FileStoreAway }> {
    const outcome: { refused: number; away?: FileStoreAway } = { refused: 0 };
    // Another one each time: a file that is too large for the time that it gets holds up no other.
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

  /** Uploads the changes of one key in their order; false when one had to stay. Throws FileStoreAway. */
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

  /** What is uploaded is read back: then and not before the copy on this machine may go. */
  async #pass(entry: SpoolEntry): Promise<void> {
    const { store, folder } = this.#parts;
    if (entry.sha256 === null) return await store.delete(entry.key);
    const bytes = await folder.read(entry);
    if (bytes === null) return; // Deleted meanwhile.
    await store.put(entry.key, bytes);
    const back = await store.get(entry.key);
    if (back === null || sha256(back) !== entry.sha256) throw new DamagedFile(back ?? new Uint8Array());
  }
}

function sha256(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex');
}
