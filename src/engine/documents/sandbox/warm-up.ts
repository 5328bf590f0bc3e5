import sharp from 'sharp';
import { convertPdf } from '../converters/pdf.ts';

/** Lines of text on the practice page: enough for every hot loop to be compiled by its end. */
const LINES = 40;

/** A page of text. It has no cross-reference table: PDFium finds the objects by itself. */
function practicePage(): Uint8Array {
  const line = '(Practice makes the first page of a customer as fast as the second 0123456789) Tj T*';
  const content = `BT /F 12 Tf 16 TL 72 720 Td ${`${line} `.repeat(LINES)}ET`;
  const objects = [
    '<</Type/Catalog/Pages 2 0 R>>',
    '<</Type/Pages/Count 2/Kids[3 0 R 3 0 R]>>',
    '<</Type/Page/Parent 2 0 R/MediaBox[0 0 612 792]/Resources<</Font<</F 4 0 R>>>>/Contents 5 0 R>>',
    '<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>',
    `<</Length ${content.length}>>\nstream\n${content}\nendstream`,
  ];
  const body = objects.map((object, index) => `${index + 1} 0 obj\n${object}\nendobj\n`).join('');
  return Buffer.from(`%PDF-1.4\n${body}trailer\n<</Root 1 0 R>>\n%%EOF\n`, 'latin1');
}

/**
 * Loads what converters need and converts a page twice, while the child is idle: a cold first page takes seven
 * times as long as a warm one (WASM and JavaScript are compiled as they are used).
 */
export async function warmUp(): Promise<void> {
  // One thread per child: the pool decides how much is done side by side.
  sharp.concurrency(1);
  for await (const page of convertPdf(practicePage(), 2))
    if (page.height === 0) throw new Error('practice failed');
}
