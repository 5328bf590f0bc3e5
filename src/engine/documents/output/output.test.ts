import { tmpdir } from 'node:os';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openDocumentEngine } from '../choose.ts';
import type { Bitmap } from '../fax-page/bitmap.ts';
import { blankBitmap, rowBytes } from '../fax-page/bitmap.ts';
import { decodeFaxPage, encodeFaxPage, readClassF, writeClassF } from '../fax-page/class-f.ts';
import type { DocumentEngine, PageImageOutcome, Rotation } from '../port.ts';
import { HEADER_ROWS, stampPage } from './header-stamp.ts';

let engine: DocumentEngine;
const log = { info: () => {}, warn: () => {}, error: () => {} };
beforeAll(async () => {
  engine = await openDocumentEngine({ workers: 1, untrusted: 'accept-risk', tempDir: tmpdir(), log });
});
afterAll(() => engine.close());

/** Returns a page with a black rectangle, in pixels. */
function pageWith(left: number, top: number, width: number, height: number, rows = 2156): Bitmap {
  const bitmap = blankBitmap(1728, rows);
  for (let y = top; y < top + height; y++) {
    for (let x = left; x < left + width; x++) bitmap.bits[y * rowBytes(1728) + (x >> 3)]! |= 128 >> (x & 7);
  }
  return bitmap;
}

// The rectangle is the top left quarter.
const QUARTER = pageWith(0, 0, 864, 1078);
const TIFF = writeClassF([encodeFaxPage(blankBitmap(1728, 2156)), encodeFaxPage(QUARTER)]);

function damaged(): Uint8Array {
  const broken = Uint8Array.from(TIFF);
  const [, page] = readClassF(broken)!;
  page!.strip.fill(0, 4);
  return broken;
}

function gifOf(outcome: PageImageOutcome): Uint8Array {
  if (outcome.kind === 'failed') throw new Error(outcome.reason);
  return outcome.gif;
}

async function grayOf(gif: Uint8Array) {
  const { data, info } = await sharp(gif)
    .toColourspace('b-w')
    .extractChannel(0)
    .raw()
    .toBuffer({ resolveWithObject: true });
  const at = (x: number, y: number) =>
    data[Math.floor(y * info.height) * info.width + Math.floor(x * info.width)]!;
  return { width: info.width, height: info.height, at };
}

describe('page images', () => {
  test.each([1000, 864, 152, 17])('%i pixels wide, in the proportions of the paper', async (width) => {
    const image = await grayOf(gifOf(await engine.pageImage(TIFF, 2, { rotation: 0, width })));
    expect(image.width).toBe(width);
    expect(Math.abs(image.height / image.width - 11 / (1728 / 204))).toBeLessThan(0.04);
    expect([image.at(0.25, 0.25), image.at(0.75, 0.25), image.at(0.25, 0.75)]).toEqual([0, 255, 255]);
  });

  test.each([
    [0, [0.25, 0.25]],
    [90, [0.75, 0.25]],
    [180, [0.75, 0.75]],
    [270, [0.25, 0.75]],
  ] as [Rotation, number[]][])(
    'turned by %i the black quarter is where it belongs',
    async (rotation, [x, y]) => {
      const image = await grayOf(gifOf(await engine.pageImage(TIFF, 2, { rotation, width: 400 })));
      expect(image.width).toBe(400);
      expect(image.at(x!, y!)).toBe(0);
      expect(image.at(1 - x!, 1 - y!)).toBe(255);
      expect(image.height > image.width).toBe(rotation % 180 === 0);
    },
  );

  test('a damaged page fails alone, pages that are not there fail too', async () => {
    const view = { rotation: 0 as const, width: 200 };
    expect((await engine.pageImage(damaged(), 1, view)).kind).toBe('ok');
    expect(await engine.pageImage(damaged(), 2, view)).toMatchObject({
      kind: 'failed',
      reason: /damaged at row/,
    });
    for (const page of [0, 3, -1, 1.5, Number.NaN]) {
      expect((await engine.pageImage(TIFF, page, view)).kind).toBe('failed');
    }
    expect((await engine.pageImage(Buffer.from('no tiff'), 1, view)).kind).toBe('failed');
    expect(gifOf(await engine.pageImage(TIFF, 2, { rotation: 0, width: 99_999 })).length).toBeGreaterThan(0);
  });

  test('fine strokes get paler in a thumbnail, they do not vanish', async () => {
    const lines = writeClassF([encodeFaxPage(pageWith(0, 1000, 1728, 3))]);
    const { data } = await sharp(gifOf(await engine.pageImage(lines, 1, { rotation: 0, width: 152 })))
      .toColourspace('b-w')
      .extractChannel(0)
      .raw()
      .toBuffer({ resolveWithObject: true });
    expect(Math.min(...data)).toBeLessThan(200);
  });
});

describe('export', () => {
  test('a PDF holds the strips as they are, with the turn as a page attribute', async () => {
    const pdf = Buffer.from(await engine.exportPdf(TIFF, 90)).toString('latin1');
    for (const page of readClassF(TIFF)!) {
      expect(pdf).toContain(`stream\n${Buffer.from(page.strip).toString('latin1')}\nendstream`);
    }
    expect(pdf.match(/\/Rotate 90/g)).toHaveLength(2);
    expect(Buffer.from(await engine.exportPdf(TIFF, 0)).toString('latin1')).not.toContain('/Rotate');
    // A-CONV-22: the file contains nothing but pages.
    expect(pdf).not.toMatch(/EmbeddedFile|JavaScript|Launch|OpenAction/);
  });

  test('our own PDF comes back as the same picture', async () => {
    const outcome = await engine.toFaxPages([{ name: 'a.pdf', bytes: await engine.exportPdf(TIFF, 0) }]);
    if (outcome.kind !== 'ok') throw new Error(outcome.reason);
    const [, page] = readClassF(outcome.tiff)!;
    const decoded = decodeFaxPage(page!);
    if (decoded.kind === 'damaged') throw new Error('damaged');
    let differing = 0;
    for (const [index, byte] of decoded.bitmap.bits.entries()) if (byte !== QUARTER.bits[index]) differing++;
    expect(differing).toBeLessThan(QUARTER.bits.length * 0.01);
  });

  test('a TIFF is itself when unturned; turned it keeps every pixel and its shape', async () => {
    expect(await engine.exportTiff(TIFF, 0)).toBe(TIFF);
    const turned = await engine.exportTiff(TIFF, 90);
    expect(readClassF(turned)![1]).toMatchObject({ width: 2156, height: 1728, xDpi: 196, yDpi: 204 });
    const back = await engine.exportTiff(await engine.exportTiff(turned, 90), 180);
    expect(Buffer.compare(back, TIFF)).toBe(0);
    expect(await sharp(turned, { page: 1 }).metadata()).toMatchObject({
      width: 2156,
      height: 1728,
      density: 196,
    });
  });

  test('single pages are turned on top of the whole, in both kinds of file', async () => {
    const pdf = Buffer.from(await engine.exportPdf(TIFF, 90, [270, 90])).toString('latin1');
    expect(pdf.match(/\/Rotate \d+/g)).toEqual(['/Rotate 180']);
    const turned = readClassF(await engine.exportTiff(TIFF, 0, [0, 90]))!;
    expect(turned.map(({ width }) => width)).toEqual([1728, 2156]);
    expect(turned[0]!.strip).toEqual(readClassF(TIFF)![0]!.strip);
    expect(await engine.exportTiff(TIFF, 90, [270, 270])).toBe(TIFF);
  });

  test('a damaged page is kept, the others are turned', async () => {
    const turned = readClassF(await engine.exportTiff(damaged(), 90))!;
    expect(turned.map(({ width }) => width)).toEqual([2156, 1728]);
  });

  test('what is not ours is a mistake of the caller', async () => {
    await expect(engine.exportPdf(Buffer.from('x'), 0)).rejects.toThrow(TypeError);
    await expect(engine.exportTiff(Buffer.from('x'), 0)).rejects.toThrow(TypeError);
    expect(engine.countPages(TIFF)).toBe(2);
  });
});

const ink = (bitmap: Bitmap, from: number, to: number) =>
  bitmap.bits
    .subarray(from * rowBytes(bitmap.width), to * rowBytes(bitmap.width))
    .reduce((sum, byte) => sum + (byte === 0 ? 0 : 1), 0);

describe('pages of a call', () => {
  test('in standard resolution two rows are one, and no line is lost', async () => {
    const standard = await openDocumentEngine({
      workers: 1,
      untrusted: 'accept-risk',
      tempDir: tmpdir(),
      log,
      resolution: 'standard',
    });
    try {
      // A line of one row must survive; an odd last row keeps its own row.
      const lines = blankBitmap(1728, 2157);
      for (const row of [401, 2156]) lines.bits.fill(0xff, row * rowBytes(1728), (row + 1) * rowBytes(1728));
      const [page] = readClassF(await standard.forCall(writeClassF([encodeFaxPage(lines)])))!;
      expect(page).toMatchObject({ width: 1728, height: 1079, xDpi: 204, yDpi: 98 });
      const decoded = decodeFaxPage(page!);
      const black = [200, 201, 1078].map((row) => decoded.kind === 'ok' && ink(decoded.bitmap, row, row + 1));
      expect(black).toEqual([rowBytes(1728), 0, rowBytes(1728)]);
      expect(Buffer.compare(await engine.forCall(TIFF), TIFF)).toBe(0);
    } finally {
      await standard.close();
    }
  });
});

describe('header line', () => {
  const header = { dateTime: '21 Nov 2026 14:05', from: 'Zoë Müller +1 555 010 0200', to: '+1 555 010 0300' };
  test('uses the white at the top; a page without it grows instead of losing a row', () => {
    const white = stampPage(pageWith(100, 500, 200, 200), header, 1, 2);
    expect(white.height).toBe(2156);
    expect(ink(white, 0, HEADER_ROWS)).toBeGreaterThan(300);
    expect(ink(white, HEADER_ROWS, 500)).toBe(0);
    const full = stampPage(QUARTER, header, 1, 2);
    expect(full.height).toBe(2156 + HEADER_ROWS);
    expect(Buffer.compare(full.bits.subarray(HEADER_ROWS * rowBytes(1728)), QUARTER.bits)).toBe(0);
  });

  test('is on every page, each with its number', async () => {
    const stamped = readClassF(await engine.stampHeader(TIFF, header))!;
    const bands = stamped.map((page) => {
      const decoded = decodeFaxPage(page);
      if (decoded.kind === 'damaged') throw new Error('damaged');
      return Buffer.from(decoded.bitmap.bits.subarray(0, HEADER_ROWS * rowBytes(1728)));
    });
    expect(bands).toHaveLength(2);
    expect(Buffer.compare(bands[0]!, bands[1]!)).not.toBe(0);
    const row = rowBytes(1728);
    const left = (band: Buffer) =>
      Buffer.concat(Array.from({ length: HEADER_ROWS }, (_, y) => band.subarray(y * row, y * row + 180)));
    expect(Buffer.compare(left(bands[0]!), left(bands[1]!))).toBe(0);
  });

  test('is on no page where the installation wants none', async () => {
    const plain = await openDocumentEngine({
      workers: 1,
      untrusted: 'accept-risk',
      tempDir: tmpdir(),
      log,
      headerLine: false,
    });
    expect(Buffer.compare(await plain.stampHeader(TIFF, header), TIFF)).toBe(0);
    await plain.close();
  });

  test('long, foreign and hostile names stay on their line', () => {
    const names = ['x'.repeat(500), '山田太郎', 'a\n\r\tb', '\u202Egnp.exe', '', '🙂'.repeat(60)];
    for (const name of names) {
      const page = stampPage(blankBitmap(1728, 2156), { dateTime: name, from: name, to: name }, 200, 200);
      expect(page.height).toBe(2156);
      expect(ink(page, HEADER_ROWS, 2156)).toBe(0);
    }
  });

  test('a damaged page is kept as it is', async () => {
    const stamped = readClassF(await engine.stampHeader(damaged(), header))!;
    expect(stamped[1]!.strip).toEqual(readClassF(damaged())![1]!.strip);
  });
});
