/** The part of yazl that we use, because the package has no types. */
declare module 'yazl' {
  import type { EventEmitter } from 'node:events';
  import type { Readable } from 'node:stream';

  interface EntryOptions {
    mtime?: Date;
    compress?: boolean;
  }

  export class ZipFile extends EventEmitter {
    readonly outputStream: Readable;
    /** Calls `open` when the entry's turn comes. */
    addReadStreamLazy(
      name: string,
      options: EntryOptions,
      open: (done: (error: Error | null, stream?: Readable) => void) => void,
    ): void;
    end(): void;
  }
}
