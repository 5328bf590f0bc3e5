import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openDocumentEngine } from './choose.ts';
import { readTiff } from './fax-page/read-tiff.ts';
import { hello, makePdf } from './fixtures/make-pdf.ts';
import type { ConversionOutcome, DocumentEngine } from './port.ts';

const silent = { info: () => {}, warn: () => {}, error: () => {} };
const fixture = (name: string) => readFile(new URL(`fixtures/${name}`, import.meta.url));

let engine: DocumentEngine;
let tempDir: string;

beforeAll(async () => {
  tempDir = await mkdtemp(join(tmpdir(), 'documents-test-'));
  // With the sandbox where it works; without it on machines where it cannot, so that converters are tested there too.
  engine = await openDocumentEngine({ workers: 2, untrusted: 'accept-risk', tempDir, log: silent });
  await engine.status();
});

afterAll(async () => {
  await engine.close();
  await rm(tempDir, { recursive: true });
});

const convert = (name: string, bytes: Uint8Array) => engine.toFaxPages([{ name, bytes }]);

function tiffOf(outcome: ConversionOutcome): Uint8Array {
  if (outcome.kind !== 'ok') throw new Error(JSON.stringify(outcome));
  return outcome.tiff;
}

/** Share of black pixels of a page, as libtiff reads it; the rectangle is in shares of the page. */
async function blackness(tiff: Uint8Array, page = 0, box: number[] = [0, 0, 1, 1]): Promise<number> {
  const { data, info } = await sharp(tiff, { page })
    .toColourspace('b-w')
    .extractChannel(0)
    .raw()
    .toBuffer({ resolveWithObject: true });
  const [left, top, right, bottom] = box.map((share, index) =>
    Math.round(share * (index % 2 ? info.height : info.width)),
  );
  let black = 0;
  for (let y = top!; y < bottom!; y++)
    for (let x = left!; x < right!; x++) if (data[y * info.width + x]! < 128) black++;
  return black / ((right! - left!) * (bottom! - top!));
}

const FAX_PAGE = {
  width: 1728,
  bitsPerSample: 1,
  samplesPerPixel: 1,
  compression: 4,
  photometric: 0,
  fillOrder: 1,
  xDpi: 204,
  yDpi: 196,
};

describe('PDF', () => {
  test('Letter pages become class-F pages with the text where it belongs', async () => {
    const outcome = await convert('a.pdf', makePdf({ pages: 3 }));
    expect(outcome).toMatchObject({ kind: 'ok', pages: 3 });
    const tiff = tiffOf(outcome);
    for (const page of readTiff(tiff)) {
      expect(page).toMatchObject({ ...FAX_PAGE, height: 2156 });
      expect(page.strips).toHaveLength(1);
    }
    expect(await blackness(tiff, 2, [0.2, 0.885, 0.8, 0.9])).toBe(1);
    expect(await blackness(tiff, 2, [0.1, 0.2, 0.9, 0.8])).toBe(0);
    expect(await blackness(tiff, 2, [0.1, 0.05, 0.5, 0.15])).toBeGreaterThan(0.02);
  });

  test('a landscape page is turned, A4 keeps its length', async () => {
    const landscape = tiffOf(await convert('a.pdf', makePdf({ mediaBox: '[0 0 792 612]' })));
    expect(readTiff(landscape)[0]).toMatchObject({ ...FAX_PAGE, height: 2156 });
    const a4 = tiffOf(await convert('a.pdf', makePdf({ mediaBox: '[0 0 595.28 841.89]' })));
    expect(readTiff(a4)[0]).toMatchObject({ ...FAX_PAGE, height: 2292 });
  });

  test('[A-CONV-05] giant, negative and senseless page boxes become ordinary pages', async () => {
    const boxes = [
      '[0 0 14400 14400]',
      '[0 0 144000 144000]',
      '[0 0 -500 -700]',
      '[0 0 nan nan]',
      '[5 5 5 5]',
    ];
    const files = [
      ...boxes.map((mediaBox) => makePdf({ mediaBox })),
      makePdf({ pageExtra: '/UserUnit 1000000' }),
    ].map((bytes, index) => ({ name: `${index}.pdf`, bytes }));
    const started = performance.now();
    const outcome = await engine.toFaxPages(files);
    expect(outcome).toMatchObject({ kind: 'ok', pages: files.length });
    for (const page of readTiff(tiffOf(outcome))) {
      expect(page.width).toBe(1728);
      expect(page.height).toBeLessThanOrEqual(6876);
    }
    expect(performance.now() - started).toBeLessThan(15_000);
  });

  test('a password is told apart from damage; an owner password hinders nobody', async () => {
    const name = 'a.pdf';
    expect(await convert(name, await fixture('user-password.pdf'))).toEqual({
      kind: 'refused',
      reason: 'DOCUMENT_PROTECTED',
      file: name,
    });
    expect(await convert(name, await fixture('owner-password.pdf'))).toMatchObject({ kind: 'ok', pages: 1 });
    const broken = Buffer.from('%PDF-1.4\nnothing of a PDF follows');
    expect(await convert(name, broken)).toEqual({ kind: 'refused', reason: 'DOCUMENT_DAMAGED', file: name });
    expect(await convert(name, makePdf({ pages: 0 }))).toMatchObject({ reason: 'DOCUMENT_DAMAGED' });
  });

  test('a PDF whose cross-reference table is lost is repaired', async () => {
    const whole = Buffer.from(makePdf()).toString('latin1');
    const cut = Buffer.from(whole.replace(/^\d{10} 00000 n $/gm, '0000000000 00000 n '), 'latin1');
    expect(await convert('a.pdf', cut)).toMatchObject({ kind: 'ok', pages: 1 });
  });

  test('[A-CONV-04] 20,000 pages are refused before one is drawn', async () => {
    const started = performance.now();
    const outcome = await convert('many.pdf', makePdf({ pages: 20_000 }));
    expect(outcome).toEqual({ kind: 'refused', reason: 'TOO_MANY_PAGES', file: 'many.pdf' });
    expect(performance.now() - started).toBeLessThan(10_000);
    expect(await convert('fits.pdf', makePdf({ pages: 200, content: hello('x') }))).toMatchObject({
      pages: 200,
    });
    const files = [
      { name: '1.pdf', bytes: makePdf({ pages: 150 }) },
      { name: '2.pdf', bytes: makePdf({ pages: 51 }) },
    ];
    expect(await engine.toFaxPages(files)).toEqual({
      kind: 'refused',
      reason: 'TOO_MANY_PAGES',
      file: '2.pdf',
    });
  });

  test('filled form fields are printed', async () => {
    // The value has no appearance of its own: only a form environment draws it.
    const field =
      '<</Type/Annot/Subtype/Widget/F 4/FT/Tx/T(a)/V(Filled in)/DA(/F 24 Tf 0 g)/Rect[72 300 400 340]>>';
    const form = '/AcroForm<</NeedAppearances true/DR<</Font<</F 3 0 R>>>>/Fields[4 0 R]>>';
    const filled = makePdf({
      content: ' ',
      pageExtra: '/Annots[6 0 R]',
      catalogExtra: form.replace('4 0', '6 0'),
      objects: [field],
    });
    const tiff = tiffOf(await convert('form.pdf', filled));
    expect(await blackness(tiff, 0, [0.1, 0.57, 0.66, 0.63])).toBeGreaterThan(0.01);
  });
});

describe('pictures', () => {
  const canvas = (width: number, height: number, channels: 3 | 4, background: sharp.Color) =>
    sharp({ create: { width, height, channels, background } });

  test.each([
    ['png', () => canvas(600, 400, 3, '#000').png().toBuffer()],
    ['jpg', () => canvas(600, 400, 3, '#000').jpeg().toBuffer()],
    ['jpg', () => canvas(600, 400, 3, '#000').toColourspace('cmyk').jpeg().toBuffer()],
    ['png', () => canvas(600, 400, 3, '#000').toColourspace('rgb16').png().toBuffer()],
    ['tif', () => canvas(600, 400, 3, '#000').tiff({ compression: 'lzw' }).toBuffer()],
    ['tiff', () => canvas(600, 400, 3, '#000').tiff({ compression: 'jpeg' }).toBuffer()],
  ])('%s in whatever colours: black stays black on a white page', async (extension, make) => {
    const tiff = tiffOf(await convert(`a.${extension}`, await make()));
    expect(readTiff(tiff)).toMatchObject([{ ...FAX_PAGE, height: 2156 }]);
    expect(await blackness(tiff, 0, [0.2, 0.05, 0.8, 0.3])).toBeGreaterThan(0.99);
    expect(await blackness(tiff, 0, [0, 0.6, 1, 1])).toBe(0);
  });

  test('transparent parts are white', async () => {
    const clear = await canvas(600, 400, 4, { r: 0, g: 0, b: 0, alpha: 0 }).png().toBuffer();
    expect(await blackness(tiffOf(await convert('a.png', clear)))).toBe(0);
  });

  test('the camera turns, the picture does not', async () => {
    const halves = await canvas(400, 600, 3, '#fff')
      .composite([{ input: await canvas(400, 300, 3, '#000').png().toBuffer(), top: 0, left: 0 }])
      .png()
      .toBuffer();
    // Orientation 3: the camera was upside down, so black is at the bottom of what people see.
    const turned = await sharp(halves).withExif({}).withMetadata({ orientation: 3 }).jpeg().toBuffer();
    const tiff = tiffOf(await convert('a.jpg', turned));
    expect(await blackness(tiff, 0, [0.3, 0.03, 0.7, 0.25])).toBeLessThan(0.01);
    expect(await blackness(tiff, 0, [0.3, 0.35, 0.7, 0.5])).toBeGreaterThan(0.99);
  });

  test('half a photo is better than none; none of one is damaged', async () => {
    const photo = await canvas(800, 800, 3, '#777').jpeg().toBuffer();
    expect(await convert('cut.jpg', photo.subarray(0, photo.length - 200))).toMatchObject({ kind: 'ok' });
    expect(await convert('head.png', Buffer.from('\x89PNG\r\n\x1a\nnothing', 'latin1'))).toMatchObject({
      kind: 'refused',
      reason: 'DOCUMENT_DAMAGED',
    });
  });

  test('a multi-page TIFF keeps its pages and their order', async () => {
    const two = await sharp(
      [
        await canvas(300, 300, 3, '#000').png().toBuffer(),
        await canvas(300, 300, 3, '#fff').png().toBuffer(),
      ],
      {
        join: { animated: true },
      },
    )
      .tiff({ compression: 'lzw' })
      .toBuffer();
    const tiff = tiffOf(await convert('a.tif', two));
    expect(readTiff(tiff)).toHaveLength(2);
    expect(await blackness(tiff, 0)).toBeGreaterThan(await blackness(tiff, 1));
  });
});

describe('fax pages from elsewhere', () => {
  test('our own pages pass unchanged, byte by byte', async () => {
    const first = tiffOf(await convert('a.pdf', makePdf()));
    const again = tiffOf(await convert('a.tif', first));
    expect(Buffer.compare(again, first)).toBe(0);
  });

  test('a standard-resolution G3 fax gets every row twice, undithered', async () => {
    const pixels = new Uint8Array(1728 * 1000).map((_, at) =>
      at % 7 < 3 && Math.floor(at / 1728) % 2 === 0 ? 0 : 255,
    );
    const fax = await sharp(pixels, { raw: { width: 1728, height: 1000, channels: 1 } })
      .toColourspace('b-w')
      .tiff({ compression: 'ccittfax4', bitdepth: 1, xres: 204 / 25.4, yres: 98 / 25.4 })
      .toBuffer();
    const tiff = tiffOf(await convert('fax.tif', fax));
    expect(readTiff(tiff)).toMatchObject([{ ...FAX_PAGE, height: 2000 }]);
    const { data } = await sharp(tiff)
      .toColourspace('b-w')
      .extractChannel(0)
      .raw()
      .toBuffer({ resolveWithObject: true });
    for (let at = 0; at < data.length; at += 101) {
      const row = Math.floor(at / 1728);
      expect(data[at]! < 128).toBe(pixels[(row >> 1) * 1728 + (at % 1728)]! < 128);
    }
  });
});

describe('several files', () => {
  test('are joined in order', async () => {
    const black = await sharp({ create: { width: 800, height: 900, channels: 3, background: '#000' } })
      .png()
      .toBuffer();
    const outcome = await engine.toFaxPages([
      { name: '1.txt', bytes: Buffer.from('first') },
      { name: '2.png', bytes: black },
      { name: '3.pdf', bytes: makePdf({ pages: 2 }) },
    ]);
    expect(outcome).toMatchObject({ kind: 'ok', pages: 4 });
    const shares = await Promise.all([0, 1, 2, 3].map((page) => blackness(tiffOf(outcome), page)));
    expect(shares.indexOf(Math.max(...shares))).toBe(1);
    expect(shares[2]).toBe(shares[3]);
  });

  test('the one at fault is named; nothing and too much are refused', async () => {
    const files = [
      { name: 'good.pdf', bytes: makePdf() },
      { name: 'bad.pdf', bytes: Buffer.from('%PDF-1.4 no') },
    ];
    expect(await engine.toFaxPages(files)).toMatchObject({ kind: 'refused', file: 'bad.pdf' });
    expect(await convert('empty.pdf', new Uint8Array())).toMatchObject({
      kind: 'refused',
      file: 'empty.pdf',
    });
    expect(await engine.toFaxPages([])).toMatchObject({ kind: 'refused' });
    const huge = new Uint8Array(65 * 1024 * 1024);
    expect(await convert('huge.pdf', huge)).toMatchObject({ reason: 'DOCUMENT_TOO_LARGE' });
  });

  test('[A-UPLOAD-06] a file name is never more than a name', async () => {
    const names = [
      '-dNOSAFER.pdf',
      '$(touch x).pdf',
      '`id`.pdf',
      'a;id.pdf',
      '@file.pdf',
      'msl:x.pdf',
      '|id.pdf',
      '../../x.pdf',
      'x\0y.pdf',
      "'; rm -rf ~.pdf",
    ];
    const outcome = await engine.toFaxPages(names.map((name) => ({ name, bytes: makePdf() })));
    expect(outcome).toMatchObject({ kind: 'ok', pages: names.length });
    expect((await convert('x.pdf[0]', makePdf())).kind).toBe('refused');
  });
});
