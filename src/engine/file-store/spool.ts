import { logEvent } from '../log/engine-events.ts';
import type { FileStore, SpoolReport, SpoolState, StoreHealth } from './port.ts';
import { requireKey, requirePrefix } from './keys.ts';
import { FileStoreAway } from './refusal.ts';
import type { S3Store } from './s3.ts';
import { startDrain } from './spool-drain.ts';
import type { Drain, DrainLog } from './spool-drain.ts';
import { SpoolFolder, stateOf } from './spool-folder.ts';

/** Settings of the spool, where files wait on this machine while the bucket is unavailable. */
export interface SpoolOptions {
  /** A folder on a disk that survives a power failure. */
  folder: string;
  /** Total size of waiting files; with 0, files are refused while the bucket is unavailable. */
  limitBytes: number;
  /** Whether the disk has room for more. */
  hasRoom(): Promise<boolean>;
  /** Receives every change before it is acknowledged, so that other machines know that a file is here; may throw. */
  report(state: SpoolReport): Promise<void>;
  /** Whether to upload waiting files. False for short-lived commands: the service beside them does it. */
  drains: boolean;
  log?: DrainLog | undefined;
}

/** Time limit for a put, because a person waits for it: another second per MiB, up to the bucket's own limit. */
const PUT_WITHIN_MS = 5_000;
const PUT_MS_PER_BYTE = 1_000 / (1024 * 1024);
const LONGEST_PUT_MS = 30_000;

/** How long calls avoid a bucket that has just failed to respond. */
const AWAY_MS = 10_000;

/** The longest that an upload may take to report that the bucket is unavailable or back. */
const DRAIN_TRY_MS = 35_000;

/** /readyz must respond within three seconds. */
const CHECK_WITHIN_MS = 2_000;

/**
 * Lets files wait on this machine while the bucket is unavailable: a file is safe on the local disk before it is
 * acknowledged and is uploaded once the bucket is back. Changes of one key stay in order: while one is waiting, later
 * ones wait behind it. Files that wait on another machine are not visible here.
 *
 * A delete that the bucket does not accept throws FileStoreAway, as without a spool: a key reported as deleted is
 * deleted.
 */
export async function withSpool(store: S3Store, options: SpoolOptions): Promise<FileStore> {
  const spool = new Spool(store, options, await SpoolFolder.open(options.folder));
  await spool.begin();
  return {
    put: async (key, bytes) => await spool.put(key, bytes),
    get: async (key) => await spool.get(key),
    delete: async (key) => await spool.delete(key),
    list: (prefix, after) => spool.list(prefix, after),
    check: async () => await spool.check(),
    close: async () => await spool.close(),
  };
}

class Spool {
  readonly #store: S3Store;
  readonly #options: SpoolOptions;
  readonly #folder: SpoolFolder;
  #drain: Drain | undefined;
  /** As of the last scan of the folder, plus what this process has added since. */
  #state: SpoolState = { files: 0, bytes: 0, since: null };
  /** Bytes currently being written; they count toward the limit. */
  #writing = 0;
  /** Whether the last report may be out of date, as after a crash. */
  #owesReport = true;
  /** Until this time, nothing is written to the bucket. */
  #awayUntil = 0;
  /** Until this time, it is not read either: the drain, which waits longer than a person, got no response. */
  #downUntil = 0;

  constructor(store: S3Store, options: SpoolOptions, folder: SpoolFolder) {
    this.#store = store;
    this.#options = options;
    this.#folder = folder;
  }

  async begin(): Promise<void> {
    this.#state = stateOf(await this.#folder.all());
    if (!this.#options.drains) return;
    this.#drain = startDrain({
      store: this.#store,
      folder: this.#folder,
      log: this.#options.log,
      looked: async (state, seenAt) => {
        this.#state = state;
        if (state.files > 0 || this.#owesReport) await this.#reportLater(seenAt);
      },
      reached: (isThere, forMs) => {
        this.#downUntil = isThere ? 0 : performance.now() + forMs + DRAIN_TRY_MS;
        this.#awayUntil = this.#downUntil;
      },
    });
  }

  async put(key: string, bytes: Uint8Array): Promise<void> {
    requireKey(key);
    const waits = (await this.#folder.entriesOf(key)).length > 0;
    if (!waits && !this.#isAway()) {
      try {
        return await this.#store.put(key, bytes, this.#patience(bytes));
      } catch (error) {
        if (!(error instanceof FileStoreAway)) throw error;
        this.#noteAway(error);
        return await this.#keep(key, bytes, error);
      }
    }
    await this.#keep(key, bytes, new FileStoreAway('files wait for it'));
  }

  async get(key: string): Promise<Uint8Array | null> {
    requireKey(key);
    const newest = (await this.#folder.entriesOf(key)).at(-1);
    if (newest?.sha256 === null) return null;
    const waiting = newest ? await this.#folder.read(newest) : null;
    if (waiting) return waiting;
    if (performance.now() < this.#downUntil) throw new FileStoreAway('it was asked just now');
    return await this.#store.get(key);
  }

  async delete(key: string): Promise<void> {
    const waiting = await this.#folder.entriesOf(key);
    if (waiting.length === 0) return await this.#store.delete(key);
    // An upload may be in progress and end later, so the drain deletes the key after it.
    await this.#folder.add(key, null);
    for (const entry of waiting) await this.#folder.remove(entry);
    this.#drain?.wake();
  }

  async *list(prefix: string, after?: string): AsyncIterable<string> {
    requirePrefix(prefix);
    const isHere = new Map<string, boolean>();
    for (const key of await this.#folder.keys()) {
      if (!key.startsWith(prefix)) continue;
      const newest = (await this.#folder.entriesOf(key)).at(-1);
      if (newest) isHere.set(key, newest.sha256 !== null);
    }
    for await (const key of this.#store.list(prefix, after)) if (!isHere.has(key)) yield key;
    for (const [key, there] of isHere) if (there) yield key;
  }

  /** Reports healthy as long as a new file would be kept; `warning` says that it would have to wait. */
  async check(): Promise<StoreHealth> {
    const late = new Promise<StoreHealth>((resolve) => {
      const reason = 'The bucket does not answer in time.';
      setTimeout(() => resolve({ ok: false, away: true, reason }), CHECK_WITHIN_MS).unref();
    });
    const health = await Promise.race([this.#store.check(), late]);
    if (health.ok || health.away !== true) return health;
    const fault = await this.#fault(0);
    return fault === null
      ? { ok: true, warning: health.reason }
      : { ok: false, away: true, reason: `${health.reason} ${fault}` };
  }

  async close(): Promise<void> {
    await this.#drain?.stop();
    await this.#store.close();
  }

  /** Writes the file to the local disk and reports it; throws `away` if it cannot be kept here. */
  async #keep(key: string, bytes: Uint8Array, away: FileStoreAway): Promise<void> {
    const fault = await this.#fault(bytes.byteLength);
    if (fault !== null) {
      logEvent(this.#options.log, 'spool.file-refused', { reason: fault });
      throw away;
    }
    this.#writing += bytes.byteLength;
    try {
      await this.#folder.add(key, bytes);
      const { files, bytes: before, since } = this.#state;
      this.#state = {
        files: files + 1,
        bytes: before + bytes.byteLength,
        since: since ?? new Date(),
      };
    } finally {
      this.#writing -= bytes.byteLength;
    }
    await this.#report(new Date());
    this.#drain?.wake();
  }

  /** Returns why another `more` bytes cannot be kept here; null if they can. */
  async #fault(more: number): Promise<string | null> {
    const { limitBytes } = this.#options;
    if (limitBytes === 0) return 'Files do not wait on this machine (F2E_SPOOL_MIB).';
    if (this.#state.bytes + this.#writing + more > limitBytes) return 'As much waits as may (F2E_SPOOL_MIB).';
    return (await this.#options.hasRoom()) ? null : 'The disk has no room for files that wait.';
  }

  async #report(seenAt: Date): Promise<void> {
    this.#owesReport = true;
    const state = { id: this.#folder.id, seenAt, ...this.#state };
    await this.#options.report(state);
    this.#owesReport = state.files > 0;
  }

  /** Reports in the background, because uploads do not wait for the database. */
  async #reportLater(seenAt: Date): Promise<void> {
    await this.#report(seenAt).catch((error: unknown) => {
      logEvent(this.#options.log, 'spool.count-failed', { reason: String(error) });
    });
  }

  #patience(bytes: Uint8Array): number | undefined {
    if (this.#options.limitBytes === 0) return undefined;
    return Math.min(LONGEST_PUT_MS, PUT_WITHIN_MS + Math.ceil(bytes.byteLength * PUT_MS_PER_BYTE));
  }

  #isAway(): boolean {
    return this.#options.limitBytes > 0 && performance.now() < this.#awayUntil;
  }

  #noteAway(error: FileStoreAway): void {
    logEvent(this.#options.log, 'spool.bucket-away', { reason: error.message });
    this.#awayUntil = performance.now() + AWAY_MS;
  }
}
