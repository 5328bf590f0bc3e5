import { availableParallelism } from 'node:os';
import { Worker } from 'node:worker_threads';

import type { FaxPage } from '../fax-page/class-f.ts';
import type { Photos } from '../port.ts';
import { SHARED_PDF_BYTES } from '../limits.ts';
import type { PageQueue } from './page-queue.ts';
import { pdfiumCode } from './pdfium.ts';
import { noteShortfall } from './shortfalls.ts';

/** A PDF whose pages two threads share. */
export interface ThreadJob {
  bytes: Uint8Array;
  pageCount: number;
  shared: SharedArrayBuffer;
  photos?: Photos | undefined;
}

/** A message of the thread: a page that it drew, or that it takes no more pages of this document. */
export type ThreadAnswer = { kind: 'page'; index: number; pages: FaxPage[] } | { kind: 'end' };

/**
 * Draws pages of a document on the second processor while the main thread draws others: each thread draws, converts and
 * encodes whole pages, so both stay busy whichever step takes the time.
 */
export class SecondThread {
  private thread: Worker | undefined;
  private isBusy = false;
  private onPage: (index: number, pages: FaxPage[]) => void = () => {};
  private resolveEnded: () => void = () => {};

  /**
   * Takes pages from the queue too, as far as it can; resolves when it takes no more. The caller draws the pages that
   * it leaves out.
   */
  async help(
    bytes: Uint8Array,
    queue: PageQueue,
    onPage: (index: number, pages: FaxPage[]) => void,
    photos?: Photos,
  ): Promise<void> {
    // A single page cannot be shared; a large file would be held twice.
    const isShared = queue.pageCount > 1 && bytes.length <= SHARED_PDF_BYTES;
    if (!isShared || this.isBusy || availableParallelism() < 2) return;
    this.isBusy = true;
    try {
      const thread = (this.thread ??= this.start(await pdfiumCode()));
      this.onPage = onPage;
      const ended = new Promise<void>((resolve) => (this.resolveEnded = resolve));
      thread.ref();
      // A separate copy, because these bytes may be part of a longer message.
      const own = new Uint8Array(bytes);
      const job: ThreadJob = { bytes: own, pageCount: queue.pageCount, shared: queue.shared, photos };
      thread.postMessage(job, [own.buffer]);
      await ended;
      // An idle thread must not keep the process alive.
      thread.unref();
    } finally {
      this.isBusy = false;
    }
  }

  private start(code: object): Worker {
    const thread = new Worker(new URL('pdf-thread.ts', import.meta.url), {
      workerData: code,
      // The child's arguments, such as its paper, apply to its threads too.
      argv: process.argv.slice(2),
    });
    thread.on('message', (answer: ThreadAnswer) => {
      if (answer.kind === 'page') this.onPage(answer.index, answer.pages);
      else this.resolveEnded();
    });
    // It ran out of memory, or failed by our own fault: the main thread draws the missing pages, or fails in the same
    // way.
    thread.on('error', (error) => noteShortfall('the second thread ended', error));
    thread.on('exit', () => {
      if (this.thread === thread) this.thread = undefined;
      this.resolveEnded();
    });
    return thread;
  }
}
