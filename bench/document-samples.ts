import { readFile, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import sharp from 'sharp';

import { makePdf } from '#engine/documents/fixtures/make-pdf.ts';

/** A PDF to convert. */
export interface PdfSample {
  name: string;
  pdf: Uint8Array;
}

/** An office document to convert. */
export interface OfficeSample {
  name: string;
  bytes: Uint8Array;
}

const FIXTURES = new URL('../src/engine/documents/fixtures/', import.meta.url);
const OFFICE = [
  'sample.doc',
  'sample.docx',
  'sample.xls',
  'sample.xlsx',
  'sample.ppt.gz',
  'sample.pptx',
  'sample.emf',
];

const lines = Array.from(
  { length: 40 },
  (_, line) => `(${line + 1}. The quick brown fox jumps over the lazy dog 1234567890) Tj T*`,
);
const text = `BT /F 12 Tf 16 TL 72 720 Td ${lines.join(' ')} ET`;

/** Creates a PDF with an image object and page content that draws it in a box of points. */
function imagePdf(
  pages: number,
  jpeg: Buffer,
  size: { width: number; height: number; colours: string },
  content: string,
): Uint8Array {
  const { width, height, colours } = size;
  const stream = `stream\n${jpeg.toString('latin1')}\nendstream`;
  const image = `<</Type/XObject/Subtype/Image/Width ${width}/Height ${height}/ColorSpace/${colours}/BitsPerComponent 8/Filter/DCTDecode/Length ${jpeg.length}>>\n${stream}`;
  return makePdf({ pages, content, objects: [image], resources: `/XObject<</I ${5 + pages} 0 R>>` });
}

/** Creates pages of text as a scanner sees them: gray paper, noise, a JPEG of 200 dpi on every page. */
async function scan(pages: number): Promise<Uint8Array> {
  const size = { width: 1700, height: 2200 };
  const words = Array.from(
    { length: 40 },
    (_, line) =>
      `<text x="200" y="${220 + line * 45}" font-size="33">${line + 1}. The quick brown fox jumps over the lazy dog 1234567890</text>`,
  );
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="1700" height="2200"><rect width="1700" height="2200" fill="#fff"/>${words.join('')}</svg>`;
  const paper = await sharp(Buffer.from(svg))
    .toColourspace('b-w')
    .extractChannel(0)
    .blur(0.7)
    .raw()
    .toBuffer();
  const seen = paper.map((tone, at) => 40 + (tone * 165) / 255 + ((at * 7919) % 25));
  const jpeg = await sharp(seen, { raw: { ...size, channels: 1 } })
    .toColourspace('b-w')
    .jpeg({ quality: 75 })
    .toBuffer();
  return imagePdf(pages, jpeg, { ...size, colours: 'DeviceGray' }, 'q 612 0 0 792 0 0 cm /I Do Q');
}

/** Creates pages of text with a color photo. */
async function mixed(pages: number): Promise<Uint8Array> {
  const size = { width: 900, height: 600 };
  const pixels = Buffer.from(
    Array.from({ length: size.width * size.height * 3 }, (_, at) => {
      const x = Math.floor(at / 3) % size.width;
      const y = Math.floor(at / 3 / size.width);
      return 128 + 100 * Math.sin(x / (40 + 20 * (at % 3))) * Math.cos(y / 50) + ((at * 7919) % 17);
    }),
  );
  const jpeg = await sharp(pixels, { raw: { ...size, channels: 3 } })
    .jpeg({ quality: 80 })
    .toBuffer();
  return imagePdf(pages, jpeg, { ...size, colours: 'DeviceRGB' }, `${text} q 300 0 0 200 156 90 cm /I Do Q`);
}

/** Creates thousands of lines, curves and filled shapes in tints, as in plans and charts. */
function graphics(pages: number): Uint8Array {
  const shapes = Array.from({ length: 4000 }, (_, n) => {
    const x = 40 + ((n * 7919) % 530);
    const y = 40 + ((n * 104_729) % 710);
    const paint =
      n % 5 === 0
        ? `0.${n % 10} g ${x} ${y} 14 9 re f`
        : `${x} ${y} m ${x + 30} ${y + 40} ${x + 60} ${y - 40} ${x + 9} ${y + 9} c S`;
    return `0.${(n % 6) + 2} w ${paint}`;
  });
  return makePdf({ pages, content: shapes.join('\n') });
}

/** Returns the generated PDFs, and every PDF in the folder F2E_CORPUS if that is set. */
export async function pdfSamples(): Promise<PdfSample[]> {
  const made = [
    { name: 'text (50 p)', pdf: makePdf({ pages: 50, content: text }) },
    { name: 'scan (10 p)', pdf: await scan(10) },
    { name: 'mixed (10 p)', pdf: await mixed(10) },
    { name: 'graphics (10 p)', pdf: graphics(10) },
  ];
  const corpus = process.env['F2E_CORPUS'];
  if (!corpus) return made;
  const names = (await readdir(corpus)).filter((name) => name.endsWith('.pdf')).toSorted();
  const real = names.map(async (name) => ({ name, pdf: await readFile(join(corpus, name)) }));
  return [...made, ...(await Promise.all(real))];
}

/** Returns office documents of every kind, one page each. */
export async function officeSamples(): Promise<OfficeSample[]> {
  return await Promise.all(
    OFFICE.map(async (name) => {
      const bytes = await readFile(new URL(name, FIXTURES));
      return { name: name.replace('.gz', ''), bytes: name.endsWith('.gz') ? gunzipSync(bytes) : bytes };
    }),
  );
}
