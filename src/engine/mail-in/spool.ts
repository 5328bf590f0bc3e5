import { open, readFile, rm } from 'node:fs/promises';
import type { FileHandle } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';

import { makeTemporaryFolder, prepareTemporaryFolders } from '../file-store/port.ts';
import { MAX_INCOMING_BYTES, MEMORY_BYTES } from './limits.ts';

/** A received email. `discard` must always be called. */
export interface SpooledMail {
  bytes: number;
  read(): Promise<Buffer>;
  discard(): Promise<void>;
}

/** Faults in the bytes of an email. */
export type SpoolFault = 'too-big' | 'full' | 'bare-line-end';

/** Stores emails while they are received: small ones in memory, larger ones on disk. */
export interface Spool {
  /** Reads to the end, even after a fault, because a client reads the reply only then. Throws if the client leaves. */
  take(stream: Readable, limit: number): Promise<SpooledMail | SpoolFault>;
}

/** Opens the spool in a folder and removes files left there by dead processes. */
export async function openSpool(folder: string): Promise<Spool> {
  await prepareTemporaryFolders(folder);
  let incoming = 0;
  return {
    take: async (stream, limit) => {
      const own = new Intake(folder);
      let taken = 0;
      try {
        for await (const chunk of stream as AsyncIterable<Buffer>) {
          own.look(chunk);
          if (own.fault) continue;
          taken += chunk.length;
          incoming += chunk.length;
          if (taken > limit) own.fault = 'too-big';
          else if (incoming > MAX_INCOMING_BYTES) own.fault = 'full';
          else await own.add(chunk);
        }
        await own.finish();
        if (!own.fault) return own.mail(() => (incoming -= taken));
      } catch (error) {
        own.fault = 'full';
        throw error;
      } finally {
        if (own.fault) {
          incoming -= taken;
          await own.discard();
        }
      }
      return own.fault;
    },
  };
}

const CR = 0x0d;
const LF = 0x0a;

/** One email being received. */
class Intake {
  fault: SpoolFault | undefined;
  readonly #folder: string;
  #bytes = 0;
  #kept: Buffer[] = [];
  #own: string | undefined;
  #file: FileHandle | undefined;
  #lastWasCr = false;

  constructor(folder: string) {
    this.#folder = folder;
  }

  /**
   * Detects line ends other than CR LF, with which a second email is smuggled past a front server (A-MAILIN-05, RFC
   * 5321 2.3.8).
   */
  look(chunk: Buffer): void {
    if (this.fault === 'bare-line-end') return;
    let at = 0;
    if (this.#lastWasCr && chunk[0] !== LF) return this.#bare();
    if (this.#lastWasCr) at = 1;
    this.#lastWasCr = false;
    while (at < chunk.length) {
      const lf = chunk.indexOf(LF, at);
      const cr = chunk.indexOf(CR, at);
      if (cr === -1 && lf === -1) return;
      if (cr === chunk.length - 1 && lf === -1) {
        this.#lastWasCr = true;
        return;
      }
      if (cr === -1 || lf !== cr + 1) return this.#bare();
      at = lf + 1;
    }
  }

  #bare(): void {
    this.fault = 'bare-line-end';
  }

  async add(chunk: Buffer): Promise<void> {
    this.#bytes += chunk.length;
    if (this.#bytes <= MEMORY_BYTES) {
      this.#kept.push(chunk);
      return;
    }
    this.#file ??= await this.#toDisk();
    await this.#file.appendFile(chunk);
  }

  async #toDisk(): Promise<FileHandle> {
    this.#own = await makeTemporaryFolder(this.#folder, 'mail');
    const file = await open(join(this.#own, 'raw'), 'wx', 0o600);
    for (const chunk of this.#kept) await file.appendFile(chunk);
    this.#kept = [];
    return file;
  }

  async finish(): Promise<void> {
    if (this.#lastWasCr) this.#bare();
    await this.#close();
  }

  async #close(): Promise<void> {
    const file = this.#file;
    this.#file = undefined;
    await file?.close();
  }

  mail(release: () => void): SpooledMail {
    const path = this.#own && join(this.#own, 'raw');
    return {
      bytes: this.#bytes,
      read: async () => (path ? await readFile(path) : Buffer.concat(this.#kept)),
      discard: async () => {
        release();
        await this.discard();
      },
    };
  }

  async discard(): Promise<void> {
    this.#kept = [];
    await this.#close();
    if (this.#own) await rm(this.#own, { recursive: true, force: true });
  }
}
