import { setImmediate } from 'node:timers/promises';

import type { FaxPage } from '../fax-page/class-f.ts';
import { PageQueue } from './page-queue.ts';
import { convertPage } from './pdf-page.ts';
import { PdfDocument } from './pdfium.ts';
import type { Drawing } from './refusal.ts';
import { DocumentRefusal, refuseTooManyPages } from './refusal.ts';
import { SecondThread } from './second-thread.ts';

/** Pages in progress at a time in this thread: a scan is decoded outside of it while another page is drawn. */
const PAGES_UNDER_WAY = 2;

/** One per process; it is warm when the first document arrives. */
const second = new SecondThread();

/** Draws every page of a PDF. The page count is checked before the first page is drawn (A-CONV-04). */
export async function* convertPdf(
  bytes: Uint8Array,
  maxPages: number,
  { onCount, ...drawing }: Drawing = {},
): AsyncGenerator<FaxPage> {
  const document = await PdfDocument.open(bytes);
  const { pageCount } = document;
  if (pageCount === 0) throw new DocumentRefusal('NO_PAGES', 'no pages');
  refuseTooManyPages(pageCount, maxPages);
  onCount?.(pageCount);
  const drawn = new Pages(document, bytes, drawing);
  try {
    for (const pages of drawn.pages) yield* await pages.promise;
  } finally {
    await drawn.stop();
  }
}

/** A document whose pages two threads draw in any order. */
class Pages {
  readonly pages: PromiseWithResolvers<FaxPage[]>[];
  private readonly document: PdfDocument;
  private readonly drawing: Omit<Drawing, 'onCount'>;
  private readonly queue: PageQueue;
  private readonly missing: Set<number>;
  private readonly drawn: Promise<void>;
  private isStopped = false;

  constructor(document: PdfDocument, bytes: Uint8Array, drawing: Omit<Drawing, 'onCount'>) {
    this.document = document;
    this.drawing = drawing;
    this.queue = new PageQueue(document.pageCount);
    this.pages = Array.from({ length: document.pageCount }, () => Promise.withResolvers<FaxPage[]>());
    // Awaited in order; a later page that fails early must not cause an unhandled rejection.
    for (const { promise } of this.pages) promise.catch(() => {});
    this.missing = new Set(this.pages.keys());
    this.drawn = this.draw(bytes);
  }

  /** Draws no further pages; resolves when none is in progress in this thread. */
  async stop(): Promise<void> {
    this.isStopped = true;
    this.queue.stop();
    await this.drawn;
  }

  private async draw(bytes: Uint8Array): Promise<void> {
    const onPage = (index: number, pages: FaxPage[]) => {
      this.missing.delete(index);
      this.pages[index]!.resolve(pages);
    };
    const { alone = true, photos } = this.drawing;
    const helped = alone ? second.help(bytes, this.queue, onPage, photos) : undefined;
    const lanes = Array.from({ length: PAGES_UNDER_WAY }, async () => {
      for (let index = this.queue.take(); index !== undefined; index = this.queue.take()) {
        await this.page(index);
      }
    });
    await Promise.all(lanes);
    // A thread that is still starting has no page of this document, so nobody waits for it.
    if (this.missing.size > 0 && !this.isStopped) await helped;
    // Draws the pages that the thread took and could not draw, in order.
    for (const index of this.missing) {
      if (this.isStopped) return;
      await this.page(index);
    }
  }

  private async page(index: number): Promise<void> {
    try {
      this.pages[index]!.resolve(await convertPage(this.document, index, this.drawing.photos));
    } catch (error) {
      this.pages[index]!.reject(error);
      this.queue.stop();
    }
    this.missing.delete(index);
    // Lets results of the other thread, and a new job, be processed.
    await setImmediate();
  }
}
