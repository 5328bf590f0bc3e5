import type { FaxPage } from '../fax-page/class-f.ts';
import { encodeFaxPage, FAX_WIDTH } from '../fax-page/class-f.ts';
import { binarise } from '../raster/binarise.ts';
import { layoutPage } from '../raster/layout.ts';
import { PdfDocument } from './pdfium.ts';
import { DocumentRefusal, refuseTooManyPages } from './refusal.ts';

/** Draws every page of a PDF. The page count is checked before the first is drawn (A-CONV-04). */
export async function* convertPdf(bytes: Uint8Array, maxPages: number): AsyncGenerator<FaxPage> {
  const document = await PdfDocument.open(bytes);
  const { pageCount } = document;
  if (pageCount === 0) throw new DocumentRefusal('DOCUMENT_DAMAGED', 'no pages');
  refuseTooManyPages(pageCount, maxPages);
  for (let index = 0; index < pageCount; index++) {
    const page = document.renderPage(index, layoutPage, FAX_WIDTH, (gray) => encodeFaxPage(binarise(gray)));
    if (page === undefined) throw new DocumentRefusal('DOCUMENT_DAMAGED', `page ${index + 1} cannot be read`);
    yield page;
  }
}
