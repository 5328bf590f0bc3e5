import type { Logger } from 'pino';

import type { Database } from '#engine/database/port.ts';

import { logEvent } from '#server/kit/log-event.ts';
import { rowsOf } from './access.ts';
import type { Accessor, AccessRow, FaxAccess } from './access.ts';
import { insertAccesses } from './access.store.ts';

/** How long openings are collected before they are written, and how much a killed process can lose. */
const GATHER_MS = 500;
/**
 * Maximum pending entries: while the database is unavailable, pages are shown only as long as their openings can be
 * held.
 */
const MOST_WAITING = 5_000;
/** How many written entries are remembered. Beyond that all are forgotten, and the database discards duplicates. */
const MOST_KNOWN = 50_000;

/**
 * Records who accesses which fax. A fax is opened by one call per page, so openings are written together, at most
 * GATHER_MS later; everything that leaves as a file is recorded before its first byte is sent.
 */
export class AccessLog {
  readonly #database: Pick<Database, 'db'>;
  readonly #log: Pick<Logger, 'error'>;
  readonly #waiting = new Map<string, AccessRow>();
  readonly #known = new Set<string>();
  #timer: NodeJS.Timeout | undefined;
  #writing: Promise<void> = Promise.resolve();

  constructor({ database, log }: { database: Pick<Database, 'db'>; log: Pick<Logger, 'error'> }) {
    this.#database = database;
    this.#log = log;
  }

  /**
   * Records an access that may be written a little later. Throws only if too many entries are pending and none can be
   * written.
   */
  async note(by: Accessor, access: FaxAccess): Promise<void> {
    for (const row of rowsOf(by, access)) {
      const key = nameOf(row);
      if (!this.#known.has(key) && !this.#waiting.has(key)) this.#waiting.set(key, row);
    }
    if (this.#waiting.size >= MOST_WAITING) await this.flush();
    else if (this.#waiting.size > 0) this.#timer ??= setTimeout(() => this.#flushSoon(), GATHER_MS);
  }

  /** Records an access; it is written before this resolves. */
  async write(by: Accessor, access: FaxAccess): Promise<void> {
    await this.#insert(rowsOf(by, access).filter((row) => !this.#known.has(nameOf(row))));
  }

  /**
   * Writes the pending entries. Throws the errors of the database; the entries then stay pending and are written next
   * time.
   */
  async flush(): Promise<void> {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    const before = this.#writing;
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#writing = promise;
    try {
      await before;
      const rows = [...this.#waiting.values()];
      await this.#insert(rows);
      for (const row of rows) this.#waiting.delete(nameOf(row));
    } finally {
      resolve();
    }
  }

  #flushSoon(): void {
    this.flush().catch((error: unknown) => {
      logEvent(this.#log, 'activity.write-failed', { err: error });
      this.#timer ??= setTimeout(() => this.#flushSoon(), GATHER_MS);
    });
  }

  async #insert(rows: readonly AccessRow[]): Promise<void> {
    if (rows.length === 0) return;
    await insertAccesses(this.#database.db, rows);
    if (this.#known.size > MOST_KNOWN) this.#known.clear();
    for (const row of rows) this.#known.add(nameOf(row));
  }
}

function nameOf(row: AccessRow): string {
  return row.key?.toString('latin1') ?? '';
}
