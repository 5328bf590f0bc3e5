import type { FaxPage } from '../fax-page/class-f.ts';
import { FAX_WIDTH } from '../fax-page/class-f.ts';
import { layoutPage } from '../raster/layout.ts';
import { PageEncoder } from '../raster/page-encoder.ts';
import type { CountPages } from './refusal.ts';
import { decodeScan } from './image.ts';
import { PdfDocument } from './pdfium.ts';
import { DocumentRefusal, refuseTooManyPages } from './refusal.ts';

/** Pages under way at a time: one is drawn while others are encoded; more would only hold memory. */
const PAGES_AHEAD = 3;

/** One for the process: its thread is warm when the first document comes. */
const encoder = new PageEncoder();

/** Draws every page of a PDF. The page count is checked before the first is drawn (A-CONV-04). */
export async function* convertPdf(
  bytes: Uint8Array,
  maxPages: number,
  onCount?: CountPages,
): AsyncGenerator<FaxPage> {
  const document = await PdfDocument.open(bytes);
  const { pageCount } = document;
  if (pageCount === 0) throw new DocumentRefusal('NO_PAGES', 'no pages');
  refuseTooManyPages(pageCount, maxPages);
  onCount?.(pageCount);
  const ahead: Promise<FaxPage>[] = [];
  for (let index = 0; index < pageCount; index++) {
    const page = convertPage(document, index);
    // Awaited in order below; a later page that fails earlier must not count as unnoticed.
    page.catch(() => {});
    ahead.push(page);
    if (ahead.length === PAGES_AHEAD) yield await ahead.shift()!;
  }
  for (const page of ahead) yield await page;
}

async function convertPage(document: PdfDocument, index: number): Promise<FaxPage> {
  const scan = document.scanAt(index);
  const layout = scan && layoutPage(scan.widthInches, scan.heightInches);
  const decoded = scan && layout && (await decodeScan(scan.jpeg, layout));
  if (decoded) return await encoder.encode(decoded);
  const page = document.renderPage(index, layoutPage, FAX_WIDTH, async (gray) => await encoder.encode(gray));
  if (page === undefined) throw new DocumentRefusal('DOCUMENT_DAMAGED', `page ${index + 1} cannot be read`);
  return await page;
}
