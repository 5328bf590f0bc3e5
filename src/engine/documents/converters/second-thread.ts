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

/** What the thread says: a page it drew, or that it takes no more of this document. */
export type ThreadAnswer = { kind: 'page'; index: number; pages: FaxPage[] } | { kind: 'end' };

/**
 * Draws pages of a document on the second processor while the main thread draws others: every page is drawn, made
 * black and white and coded by one of them, so both are busy whatever takes the time.
 */
export class SecondThread {
  private thread: Worker | undefined;
  private isBusy = false;
  private onPage: (index: number, pages: FaxPage[]) => void = () => {};
  private resolveEnded: () => void = () => {};

  /** Takes pages from the queue too, as far as it can; resolves when it takes no more. Pages it leaves out are the caller's. */
  async help(
    bytes: Uint8Array,
    queue: PageQueue,
    onPage: (index: number, pages: FaxPage[]) => void,
    photos?: Photos,
  ): Promise<void> {
    // A single page cannot be shared; a long file would be held once more.
    const isShared = queue.pageCount > 1 && bytes.length <= SHARED_PDF_BYTES;
    if (!isShared || this.isBusy || availableParallelism() < 2) return;
    this.isBusy = true;
    try {
      const thread = (this.thread ??= this.start(await pdfiumCode()));
      this.onPage = onPage;
      const ended = new Promise<void>((resolve) => (this.resolveEnded = resolve));
      thread.ref();
      // A copy of its own: these bytes may be part of a longer message.
      const own = new Uint8Array(bytes);
      const job: ThreadJob = { bytes: own, pageCount: queue.pageCount, shared: queue.shared, photos };
      thread.postMessage(job, [own.buffer]);
      await ended;
      // Idle, it must not keep the process from ending.
      thread.unref();
    } finally {
      this.isBusy = false;
    }
  }

  private start(code: object): Worker {
    const thread = new Worker(new URL('pdf-thread.ts', import.meta.url), {
      workerData: code,
      // What the child was told, its paper, holds for its threads too.
      argv: process.argv.slice(2),
    });
    thread.on('message', (answer: ThreadAnswer) => {
      if (answer.kind === 'page') this.onPage(answer.index, answer.pages);
      else this.resolveEnded();
    });
    // Without memory, or by a fault of ours: the main thread draws what is missing, or fails by the same fault.
    thread.on('error', (error) => noteShortfall('the second thread ended', error));
    thread.on('exit', () => {
      if (this.thread === thread) this.thread = undefined;
      this.resolveEnded();
    });
    return thread;
  }
}
