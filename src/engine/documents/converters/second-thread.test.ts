import { afterEach, expect, test } from 'vitest';

import type { FaxPage } from '../fax-page/class-f.ts';
import { convertPdf } from './pdf.ts';
import { PageQueue } from './page-queue.ts';
import { convertPage } from './pdf-page.ts';
import { forgetPdfium, PdfDocument, pdfiumCode, pdfiumIsFull, usePdfium } from './pdfium.ts';
import { SecondThread } from './second-thread.ts';

const PAGES = 24;

/** Returns a PDF with other words on each page, without a cross-reference table: PDFium finds the objects itself. */
function numberedPages(): Uint8Array {
  const kids = Array.from({ length: PAGES }, (_, page) => `${4 + 2 * page} 0 R`);
  const pages = kids.flatMap((_, page) => {
    const content = `BT /F 36 Tf 72 ${700 - 9 * page} Td (Page ${page}) Tj ET`;
    return [
      `<</Type/Page/Parent 2 0 R/MediaBox[0 0 612 792]/Resources<</Font<</F 3 0 R>>>>/Contents ${5 + 2 * page} 0 R>>`,
      `<</Length ${content.length}>>\nstream\n${content}\nendstream`,
    ];
  });
  const objects = [
    '<</Type/Catalog/Pages 2 0 R>>',
    `<</Type/Pages/Count ${PAGES}/Kids[${kids.join(' ')}]>>`,
    '<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>',
    ...pages,
  ];
  const body = objects.map((object, index) => `${index + 1} 0 obj\n${object}\nendobj\n`).join('');
  return Buffer.from(`%PDF-1.4\n${body}trailer\n<</Root 1 0 R>>\n%%EOF\n`, 'latin1');
}

const pdf = numberedPages();

/** Returns every page as drawn by a single thread. */
async function drawnAlone(): Promise<FaxPage[]> {
  const document = await PdfDocument.open(pdf);
  const pages: FaxPage[] = [];
  for (let index = 0; index < PAGES; index++) pages.push(...(await convertPage(document, index)));
  return pages;
}

afterEach(() => forgetPdfium());

test('pages that two threads share come in order, dot by dot as one thread draws them', async () => {
  const shared: FaxPage[] = [];
  for await (const page of convertPdf(pdf, PAGES)) shared.push(page);
  expect(shared).toEqual(await drawnAlone());
});

test('the second thread draws whatever nobody has taken', async () => {
  const pages: FaxPage[] = [];
  await new SecondThread().help(pdf, new PageQueue(PAGES), (index, drawn) => (pages[index] = drawn[0]!));
  expect(pages).toEqual(await drawnAlone());
});

test('what the second thread cannot draw is left to the first, and it takes the next document', async () => {
  const second = new SecondThread();
  const drawn: number[] = [];
  const note = (index: number) => drawn.push(index);
  await second.help(Buffer.from('no document at all'), new PageQueue(2), note);
  expect(drawn).toEqual([]);
  await second.help(pdf, new PageQueue(PAGES), note);
  expect(drawn).toHaveLength(PAGES);
});

test('a PDFium that may not grow says so instead of leaving pictures out', async () => {
  usePdfium(await pdfiumCode(), 1);
  try {
    await expect(PdfDocument.open(new Uint8Array(64 * 1024 * 1024))).rejects.toThrow('memory');
    expect(pdfiumIsFull()).toBe(true);
  } finally {
    usePdfium(await pdfiumCode(), Number.POSITIVE_INFINITY);
  }
});
