/** The part of yazl that we use; the package brings no types of its own. */
declare module 'yazl' {
  import type { EventEmitter } from 'node:events';
  import type { Readable } from 'node:stream';

  interface EntryOptions {
    mtime?: Date;
    compress?: boolean;
  }

  export class ZipFile extends EventEmitter {
    readonly outputStream: Readable;
    /** The stream is asked for when the entry's turn has come. */
    addReadStreamLazy(
      name: string,
      options: EntryOptions,
      open: (done: (error: Error | null, stream?: Readable) => void) => void,
    ): void;
    end(): void;
  }
}
