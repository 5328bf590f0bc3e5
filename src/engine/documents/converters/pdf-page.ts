import type { FaxPage } from '../fax-page/class-f.ts';
import { FAX_WIDTH } from '../fax-page/class-f.ts';
import type { Photos } from '../port.ts';
import { layoutPage } from '../raster/layout.ts';
import { encodeSheets } from '../raster/sheets.ts';
import { requireFonts } from './fallback-fonts.ts';
import { decodeScan, sheetsOf } from './image.ts';
import type { PdfDocument } from './pdfium.ts';
import { DocumentRefusal } from './refusal.ts';

/**
 * Draws one page of a PDF, converts it to black and white, and encodes it: one fax page, or several for a very long
 * one. Throws a DocumentRefusal for a broken page.
 */
export async function convertPage(document: PdfDocument, index: number, photos?: Photos): Promise<FaxPage[]> {
  const scan = document.scanAt(index);
  const layout = scan && layoutPage(scan.widthInches, scan.heightInches);
  const decoded = scan && layout && (await decodeScan(scan.jpeg, layout));
  if (decoded) return sheetsOf(decoded, layout, photos);
  const pages = document.renderPage(
    index,
    (width, height) => layoutPage(width, height),
    FAX_WIDTH,
    (page, draw) => encodeSheets(page, draw, photos),
  );
  requireFonts();
  if (pages === undefined) throw new DocumentRefusal('DOCUMENT_DAMAGED', `page ${index + 1} cannot be read`);
  return pages;
}
