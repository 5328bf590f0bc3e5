import { mkdir, readFile, readdir, rename, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import { z } from 'zod';

import type { ArrivalSource, WaitingArrival } from '../port.ts';
import { readJournal } from './journal.ts';

/** What is known about a call before its first page. */
const arrivalNote = z.object({
  called: z.string(),
  caller: z.string(),
  receivedAt: z.coerce.date(),
});
export type ArrivalNote = z.infer<typeof arrivalNote>;

/** Bytes of the file header (TIFF 6.0, section 2, or BigTIFF): a longer file contains part of a page. */
const HEADER_BYTES = 16;

/** How long journals of calls are kept: they are needed soon after a crash, or never. */
const KEPT_MS = 3 * 86_400_000;

/** Between two looks for old journals: there may be thousands, and a call does not wait for them. */
const SWEEP_MS = 3_600_000;

/** The files of a line: `out` has a journal for each call that was placed, `in` the faxes that came, until they are fetched. */
export class Spool {
  readonly #folder: string;
  readonly #unreadable: (reason: string) => void;
  #sweptAt = 0;

  /** `unreadable` is called for each received fax that cannot be listed, which stays and does not block the others. */
  constructor(folder: string, unreadable: (reason: string) => void = () => undefined) {
    this.#folder = folder;
    this.#unreadable = unreadable;
  }

  /** The journal of a call that is placed now. Now and then, old ones go meanwhile. */
  async journalOfCall(callRef: string): Promise<string> {
    const folder = join(this.#folder, 'out');
    await mkdir(folder, { recursive: true, mode: 0o700 });
    if (Date.now() - this.#sweptAt > SWEEP_MS) {
      this.#sweptAt = Date.now();
      void this.#sweep(folder).catch(() => undefined); // In an hour again.
    }
    return this.journalPath(callRef);
  }

  async #sweep(folder: string): Promise<void> {
    for (const name of await readdir(folder)) {
      const path = join(folder, name);
      const { mtimeMs } = await stat(path).catch(() => ({ mtimeMs: Date.now() }));
      if (Date.now() - mtimeMs > KEPT_MS) await rm(path, { force: true });
    }
  }

  journalPath(callRef: string): string {
    return join(this.#folder, 'out', `${callRef.replaceAll(/[^\w-]/g, '_')}.log`);
  }

  /** Returns the files of a new incoming call; its note is on disk before its first page. */
  async begin(id: string, note: ArrivalNote): Promise<{ pages: string; journal: string }> {
    const folder = join(this.#folder, 'in');
    await mkdir(folder, { recursive: true, mode: 0o700 });
    const files = this.#files(id);
    await writeFile(`${files.note}.new`, JSON.stringify(note), { mode: 0o600, flush: true });
    await rename(`${files.note}.new`, files.note);
    return files;
  }

  /** Deletes the files of a call that brought nothing. */
  async drop(id: string): Promise<void> {
    const { note, pages, journal } = this.#files(id);
    // The note goes last: a call with a note is read again.
    for (const path of [pages, journal, note]) await rm(path, { force: true });
  }

  /** Received faxes that have not been fetched. */
  readonly arrivals: ArrivalSource = {
    list: async () => await attempt(async () => await this.#list()),
    fetch: async ({ name }) => await attempt(async () => await readFile(this.#files(name).pages)),
    remove: async ({ name }) => await attempt(async () => await this.drop(name)),
  };

  async #list(): Promise<WaitingArrival[]> {
    const names = await readdir(join(this.#folder, 'in')).catch((error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return [];
      throw error;
    });
    const found: WaitingArrival[] = [];
    for (const id of names.filter((name) => name.endsWith('.json')).map((name) => name.slice(0, -5))) {
      try {
        const arrival = await this.#read(id);
        if (arrival) found.push(arrival);
      } catch (error) {
        this.#unreadable(`${id}: ${String(error)}`);
      }
    }
    return found;
  }

  /** Returns an ended call that brought pages; deletes one that brought none. */
  async #read(id: string): Promise<WaitingArrival | null> {
    const { note, pages, journal } = this.#files(id);
    const told = await readJournal(journal);
    const written = arrivalNote.parse(JSON.parse(await readFile(note, 'utf8')));
    // The leg starts between writing the note and the first line of the journal.
    if (told?.alive || (!told && Date.now() - written.receivedAt.getTime() < 60_000)) return null;
    const size = await sizeOf(pages);
    const count = Math.max(told?.pages ?? 0, told?.end?.pages ?? 0);
    // Without its last line, as after a crash or from another version, a journal does not prove that no page arrived.
    const none = size === 0 || (count === 0 && (told?.end !== undefined || size <= HEADER_BYTES));
    if (none) {
      await this.drop(id);
      return null;
    }
    const whole = told?.end?.code === 0;
    return {
      name: id,
      pages: count,
      bytes: size,
      receivedAt: written.receivedAt,
      called: written.called,
      caller: written.caller,
      stationId: told?.end?.stationId ?? told?.negotiated?.stationId ?? '',
      fault: whole ? '' : (told?.end?.text ?? 'the call was cut off'),
    };
  }

  #files(id: string): { note: string; pages: string; journal: string } {
    const base = join(this.#folder, 'in', id);
    return { note: `${base}.json`, pages: `${base}.tif`, journal: `${base}.log` };
  }
}

/** Returns the size, 0 only for a missing file; a file that cannot be read now may be a fax. */
async function sizeOf(path: string): Promise<number> {
  try {
    return (await stat(path)).size;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return 0;
    throw error;
  }
}

async function attempt<Value>(
  act: () => Promise<Value>,
): Promise<{ kind: 'ok'; value: Value } | { kind: 'failed'; reason: string }> {
  try {
    return { kind: 'ok', value: await act() };
  } catch (error) {
    return { kind: 'failed', reason: String(error) };
  }
}
