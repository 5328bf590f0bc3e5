import { setImmediate, setTimeout as pause } from 'node:timers/promises';
import sharp from 'sharp';

import { convertPdf } from '../converters/pdf.ts';
import { loadPdfium } from '../converters/pdfium.ts';

/** Lines of text on a warm-up page: enough for every hot loop to be compiled by its end. */
const LINES = 40;

/** Pages of each warm-up document, one per thread: most of the gain, for one second of CPU. */
const PAGES = 2;

/** Returns a PDF of identical pages. It has no cross-reference table: PDFium finds the objects itself. */
function practice(content: string, resource: string): Uint8Array {
  const objects = [
    '<</Type/Catalog/Pages 2 0 R>>',
    `<</Type/Pages/Count ${PAGES}/Kids[${'3 0 R '.repeat(PAGES)}]>>`,
    '<</Type/Page/Parent 2 0 R/MediaBox[0 0 612 792]/Resources<</Font<</F 4 0 R>>/XObject<</I 4 0 R>>>>/Contents 5 0 R>>',
    resource,
    `<</Length ${content.length}>>\nstream\n${content}\nendstream`,
  ];
  const body = objects.map((object, index) => `${index + 1} 0 obj\n${object}\nendobj\n`).join('');
  return Buffer.from(`%PDF-1.4\n${body}trailer\n<</Root 1 0 R>>\n%%EOF\n`, 'latin1');
}

function textPages(): Uint8Array {
  const line = '(Practice makes the first page of a customer as fast as the second 0123456789) Tj T*';
  const content = `BT /F 12 Tf 16 TL 72 720 Td ${`${line} `.repeat(LINES)}ET`;
  return practice(content, '<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>');
}

/** Returns a scan of gray paper with dark bars in place of lines of words. */
async function scanPages(): Promise<Uint8Array> {
  const size = { width: 1700, height: 2200 };
  const pixels = new Uint8Array(size.width * size.height);
  for (let at = 0; at < pixels.length; at++) {
    const isInk = Math.floor(at / size.width) % 45 < 20 && at % 24 < 9;
    pixels[at] = (isInk ? 50 : 205) + ((at * 31) % 17);
  }
  const raw = { ...size, channels: 1 as const };
  const jpeg = await sharp(pixels, { raw }).toColourspace('b-w').jpeg({ quality: 75 }).toBuffer();
  const image =
    '<</Type/XObject/Subtype/Image/Width 1700/Height 2200/ColorSpace/DeviceGray/BitsPerComponent 8' +
    `/Filter/DCTDecode/Length ${jpeg.length}>>\nstream\n${jpeg.toString('latin1')}\nendstream`;
  return practice('q 612 0 0 792 0 0 cm /I Do Q', image);
}

/** Loads what converters need. */
export async function load(): Promise<void> {
  // One thread per child: the pool decides how much runs concurrently.
  sharp.concurrency(1);
  await loadPdfium();
}

/** Returns true after `ms` milliseconds without a job, false as soon as a job arrives. */
export async function isQuiet(job: Promise<unknown>, ms: number): Promise<boolean> {
  const clock = new AbortController();
  const quiet = pause(ms, true, { signal: clock.signal }).catch(() => false);
  const isSo = await Promise.race([quiet, job.then(() => false)]);
  clock.abort();
  return isSo;
}

/**
 * Converts some pages while the child is idle: a cold first page takes seven times as long as a warm one (WASM and
 * JavaScript are compiled during use). Ends early if a job arrives: no job waits for the warm-up.
 */
export async function warmUp(isWanted: () => boolean): Promise<void> {
  // Text twice, because the second thread is still starting during the first one.
  for (const pdf of [textPages(), await scanPages(), textPages()]) {
    for await (const page of convertPdf(pdf, PAGES)) {
      if (page.height === 0) throw new Error('practice failed');
      // Lets an arriving job be noticed.
      await setImmediate();
      if (isWanted()) return;
    }
  }
}
