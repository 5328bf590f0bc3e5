/** The second thread of a child: draws pages of the same PDF with its own PDFium instance. */
import { parentPort, workerData } from 'node:worker_threads';

import { SECOND_PDFIUM_BYTES } from '../limits.ts';
import { PageQueue } from './page-queue.ts';
import type { ThreadAnswer, ThreadJob } from './second-thread.ts';
import { convertPage } from './pdf-page.ts';
import { forgetPdfium, loadPdfium, PdfDocument, pdfiumIsFull, usePdfium } from './pdfium.ts';
import { DocumentRefusal } from './refusal.ts';

usePdfium(workerData, SECOND_PDFIUM_BYTES);

const say = (answer: ThreadAnswer) =>
  parentPort!.postMessage(
    answer,
    answer.kind === 'page' ? answer.pages.map(({ strip }) => strip.buffer as ArrayBuffer) : [],
  );

/** Draws pages until none is left. Errors are not reported: the main thread draws those pages again. */
async function draw({ bytes, pageCount, shared, photos }: ThreadJob): Promise<void> {
  const queue = new PageQueue(pageCount, shared);
  const document = await PdfDocument.open(bytes);
  for (let index = queue.take(); index !== undefined; index = queue.take()) {
    const pages = await convertPage(document, index, photos);
    // A PDFium instance without memory omits pictures silently.
    if (pdfiumIsFull()) return;
    say({ kind: 'page', index, pages });
  }
}

async function work(job: ThreadJob): Promise<void> {
  try {
    await draw(job);
  } catch (error) {
    // A refusal, or PDFium reached its memory limit: the main thread finds out which. Anything else is our own fault.
    if (!(error instanceof DocumentRefusal) && !pdfiumIsFull() && !isTrap(error)) throw error;
  } finally {
    // Nothing of a document may remain for the next one.
    forgetPdfium();
    say({ kind: 'end' });
  }
  // Before the next document rather than with it: this takes as long as a page.
  await loadPdfium();
}

const isTrap = (error: unknown) => error instanceof Error && error.name === 'RuntimeError';

let last = Promise.resolve();
parentPort!.on('message', (job: ThreadJob) => {
  last = last.then(async () => await work(job));
});
