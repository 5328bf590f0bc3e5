import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { halvePages } from '../output/rewrite-pages.ts';
import { openTestEngine, tiffOf } from '../fixtures/test-engine.ts';
import type { TestEngine } from '../fixtures/test-engine.ts';
import { MAX_BARCODE_LENGTH, MAX_PAGE_BARCODES, MAX_WORD_LENGTH } from '../limits.ts';
import { lineOf, readBarcodes } from './barcodes.ts';

let tests: TestEngine;
let folder: string;
beforeAll(async () => {
  tests = await openTestEngine();
  folder = await mkdtemp(join(tmpdir(), 'f2e-barcodes-'));
});
afterAll(async () => {
  await tests.close();
  await rm(folder, { recursive: true, force: true });
});

/** Returns a fax page with this code, made by another program. */
async function faxOf(format: string, text: string): Promise<Uint8Array> {
  const file = join(folder, 'code.png');
  await promisify(execFile)('ZXingWriter', ['-size', '400x400', format, text, file]);
  return tiffOf(await tests.convert('code.png', await readFile(file)));
}

async function read(tiff: Uint8Array) {
  const outcome = await tests.engine.recognizeText(tiff, 1, { languages: ['en'] });
  if (outcome.kind !== 'ok' || outcome.barcodesFailed !== undefined) throw new Error(JSON.stringify(outcome));
  return outcome.text;
}

/** Returns what is accepted from this output of the program in the sandbox. */
const said = (...barcodes: object[]) => readBarcodes(JSON.stringify(barcodes));

describe('barcodes on a page', () => {
  it.each([
    ['CODE128', 'Code128', 'INV-2026-118734'],
    ['CODE39', 'Code39', 'MRN 00412233'],
    ['EAN13', 'EAN13', '4006381333931'],
    ['QRCODE', 'QRCode', 'https://clinic.example/p/4711'],
    ['PDF417', 'PDF417', 'INSURANCE 4711 DUPONT'],
    ['DATAMATRIX', 'DataMatrix', 'LOT ABC1234'],
    ['AZTEC', 'Aztec', 'TICKET 77-41'],
  ])('%s is read, and its words stand among the lines', async (format, name, text) => {
    const page = await read(await faxOf(format, text));
    expect(page.barcodes).toMatchObject([{ format: name, text }]);
    expect(page.lines.map((line) => line.map((word) => word.text).join(' '))).toContain(text);
    const [{ x, y, w, h } = { x: 0, y: 0, w: 0, h: 0 }] = page.barcodes ?? [];
    expect([x >= 0, y >= 0, x + w <= page.width, y + h <= page.height]).toEqual([true, true, true, true]);
  });

  it('is read in standard resolution, in dots of that page, and upside down', async () => {
    const fine = await faxOf('QRCODE', 'MRN 00412233');
    const [inFine] = (await read(fine)).barcodes ?? [];
    const [half] = (await read(await halvePages(fine))).barcodes ?? [];
    expect(half).toMatchObject({ text: 'MRN 00412233' });
    expect(Math.abs((half?.h ?? 0) * 2 - (inFine?.h ?? 0))).toBeLessThan(16);
    const turned = tiffOf(await tests.engine.arrangePages(fine, [{ page: 1, rotation: 180 }]));
    expect((await read(turned)).barcodes).toMatchObject([{ text: 'MRN 00412233' }]);
  });

  it('[A-OCR-06] what the reader says is bounded and has no characters that act', () => {
    const corners = [10, 20, 110, 20, 110, 60, 10, 60];
    const found = said(
      { format: 'Code128', text: 'A\u001DB\u202EC\n\u0000D \uD800', corners },
      { format: 'QRCode', text: 'x'.repeat(2000), corners: [-5, -5, 10, -5, 10, 10, -5, 10] },
      { format: 'QRCode', text: '', corners },
      { format: 'QRCode', text: 'no place', corners: ['10', 20] },
      { format: 'QRCode', text: 'no place', corners: [1e300, 0, 1, 0, 1, 1, 0, 1] },
      { format: '<script>', text: 'no kind', corners },
      { format: 'QRCode', text: { toString: 'no text' }, corners },
    );
    expect(found).toEqual([
      { text: 'A B C D', format: 'Code128', x: 10, y: 20, w: 100, h: 40 },
      { text: 'x'.repeat(MAX_BARCODE_LENGTH), format: 'QRCode', x: 0, y: 0, w: 10, h: 10 },
    ]);
    const many = Array.from({ length: 50 }, () => ({ format: 'QRCode', text: 'one', corners }));
    expect(said(...many)).toHaveLength(MAX_PAGE_BARCODES);
    expect(['', 'null', '{}', '[null, 7]', '[['].map(readBarcodes)).toEqual([[], [], [], [], []]);
    const box = { x: 10, y: 20, w: 100, h: 40 };
    const line = lineOf({ text: `${'x'.repeat(300)} two`, format: 'QRCode', ...box }, MAX_WORD_LENGTH);
    expect(line).toEqual([
      { text: 'x'.repeat(MAX_WORD_LENGTH), x: 10, y: 20, w: 50, h: 40 },
      { text: 'two', x: 60, y: 20, w: 50, h: 40 },
    ]);
  });
});
