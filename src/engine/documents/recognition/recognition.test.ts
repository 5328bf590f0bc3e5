import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { indexTerms, runsOf } from '#contract/mailbox/page-words.ts';
import { blankBitmap, rowBytes } from '../fax-page/bitmap.ts';
import type { Bitmap } from '../fax-page/bitmap.ts';
import { decodeFaxPage, encodeFaxPage, readClassF, writeClassF } from '../fax-page/class-f.ts';
import type { FaxPage } from '../fax-page/class-f.ts';
import { openTestEngine, tiffOf } from '../fixtures/test-engine.ts';
import type { TestEngine } from '../fixtures/test-engine.ts';
import { MAX_PAGE_ROWS, MAX_PAGE_WORDS } from '../limits.ts';
import { halvePages } from '../output/rewrite-pages.ts';
import type { PageText, Rotation } from '../port.ts';
import { LETTERS } from './letters-for-test.ts';
import { preparePage, withoutSpecks } from './prepare-page.ts';
import { readTable } from './read-table.ts';
import { languageArgument, tesseractCommand } from './tesseract.ts';

let tests: TestEngine;
beforeAll(async () => {
  tests = await openTestEngine();
});
afterAll(() => tests.close());

const faxOf = async (text: string): Promise<Uint8Array> =>
  tiffOf(await tests.convert('letter.txt', Buffer.from(text)));

async function read(tiff: Uint8Array, languages = ['en']): Promise<PageText> {
  const outcome = await tests.engine.recognizeText(tiff, 1, { languages });
  if (outcome.kind !== 'ok') throw new Error(`${outcome.kind}: ${'detail' in outcome ? outcome.detail : ''}`);
  return outcome.text;
}

/** Returns the share of a letter's words that a search would find on the page. */
function share(letter: string, page: PageText): number {
  const terms = indexTerms(page.lines.map((line) => line.map(({ text }) => text).join(' ')).join('\n'));
  const words = runsOf(letter);
  return words.filter((word) => terms.has(word)).length / words.length;
}

/** Returns the page with this change to its image. */
function redrawn(tiff: Uint8Array, change: (bitmap: Bitmap) => void): Uint8Array {
  const [page] = readClassF(tiff) as [FaxPage];
  const decoded = decodeFaxPage(page);
  if (decoded.kind === 'damaged') throw new Error('the letter is damaged');
  change(decoded.bitmap);
  return writeClassF([encodeFaxPage(decoded.bitmap, page.xDpi, page.yDpi)]);
}

/** Inverts `perMille` of every 1,000 dots, always the same ones. */
function addNoise(bitmap: Bitmap, perMille: number): void {
  let state = 4711;
  for (let at = 0; at < bitmap.bits.length * 8; at += 1) {
    state = (Math.imul(state, 1_103_515_245) + 12_345) & 0x7fff_ffff;
    if (state % 100_003 < perMille * 100) bitmap.bits[at >> 3]! ^= 128 >> (at & 7);
  }
}

/** Returns a row of tesseract's table. */
function row(text: string, confidence = 90, line = 1): string {
  return `5\t1\t1\t1\t${line}\t1\t10\t20\t30\t40\t${confidence}\t${text}`;
}

describe('recognizing text', () => {
  it.each(Object.entries(LETTERS))('reads a letter in fine resolution: %s', async (language, letter) => {
    expect(share(letter, await read(await faxOf(letter), [language]))).toBeGreaterThanOrEqual(0.97);
  });

  it('reads a page in standard resolution, whose rows have to be doubled, and gives boxes in its own dots', async () => {
    const { en: letter = '' } = LETTERS;
    const fine = await faxOf(letter);
    const standard = await halvePages(fine);
    const page = await read(standard);
    expect(share(letter, page)).toBeGreaterThanOrEqual(0.95);
    const [word] = (await read(fine)).lines.flat();
    const [half] = page.lines.flat();
    expect(half?.text).toBe(word?.text);
    expect(Math.abs((half?.y ?? 0) * 2 - (word?.y ?? 0))).toBeLessThan(8);
    expect(preparePage(blankBitmap(16, 10), { x: 204, y: 98 }).bitmap.height).toBe(20);
  });

  it('reads a page from a noisy line', async () => {
    const { en: letter = '' } = LETTERS;
    const noisy = redrawn(await faxOf(letter), (bitmap) => addNoise(bitmap, 4));
    expect(share(letter, await read(noisy))).toBeGreaterThanOrEqual(0.9);
  });

  it.each([90, 180, 270] as Rotation[])(
    'reads a page that was fed turned by %s degrees',
    async (rotation) => {
      const { en: letter = '' } = LETTERS;
      const upright = await faxOf(letter);
      const turned = tiffOf(await tests.engine.arrangePages(upright, [{ page: 1, rotation }]));
      const page = await read(turned);
      expect(page.turn).toBe((360 - rotation) % 360);
      expect(share(letter, page)).toBeGreaterThanOrEqual(0.9);
      // The first word is in the corner to which the sheet was rotated.
      const [first] = page.lines.flat();
      const [x, y] = [(first?.x ?? 0) / page.width, (first?.y ?? 0) / page.height];
      expect([x > 0.5, y > 0.5]).toEqual([rotation !== 270, rotation !== 90]);
    },
  );

  it('finds no text where there is none', async () => {
    const nothing = writeClassF([encodeFaxPage(blankBitmap(1728, 2156))]);
    expect(await read(nothing)).toMatchObject({ lines: [], confidence: 0 });
    const squares = redrawn(nothing, ({ bits, width }) => {
      for (let y = 100; y < 1500; y += 1)
        bits.fill(y % 200 < 100 ? 0xff : 0, y * rowBytes(width), y * rowBytes(width) + 90);
    });
    expect((await read(squares)).lines).toEqual([]);
  });

  it('[A-OCR-01] pictures are read by a program that reaches no network and no file of the host', () => {
    const command = tesseractCommand('own-user', 'eng') ?? tesseractCommand('user-namespace', 'eng');
    const words = command?.arguments ?? [];
    expect(words.some((word) => word.endsWith('/bwrap'))).toBe(true);
    expect(words).toContain('--clearenv');
    expect(words.includes('--unshare-net') || words.includes('--unshare-all')).toBe(true);
    expect(words.join(' ')).not.toContain(process.cwd());
    expect(command?.filter?.byteLength).toBeGreaterThan(0);
    expect(words).toContain('OMP_THREAD_LIMIT=1');
  });

  it('[A-OCR-02] the largest page there is ends within its bounds', async () => {
    const bitmap = blankBitmap(2432, MAX_PAGE_ROWS);
    addNoise(bitmap, 35);
    const outcome = await tests.engine.recognizeText(writeClassF([encodeFaxPage(bitmap)]), 1, {
      languages: ['en'],
    });
    expect(outcome).toMatchObject({ kind: 'ok', text: { lines: [] } });
  });

  it('[A-OCR-03] what the program says is bounded and has no characters that act', () => {
    const { lines } = readTable(
      [
        row('a\u0000b\u202Ec'),
        row('x'.repeat(500)),
        row('unsure', 12),
        row(' '),
        row('half', 90, 2),
        '5\t1\tbad',
      ].join('\n'),
    );
    expect(lines.map((line) => line.map(({ text }) => text))).toEqual([['abc', 'x'.repeat(64)], ['half']]);
    const many = readTable(Array.from({ length: MAX_PAGE_WORDS + 50 }, () => row('word')).join('\n'));
    expect(many.lines.flat()).toHaveLength(MAX_PAGE_WORDS);
  });

  it('drops single dots and pairs of them, and keeps the strokes of letters', () => {
    const bitmap = blankBitmap(24, 6);
    const dots: [number, number][] = [
      [2, 1],
      [9, 1],
      [10, 1],
      [15, 1],
      [16, 1],
      [17, 2],
      [16, 2],
    ];
    for (const [x, y] of dots) bitmap.bits[y * 3 + (x >> 3)]! |= 128 >> (x & 7);
    const clean = withoutSpecks(bitmap);
    const kept = dots.filter(([x, y]) => clean.bits[y * 3 + (x >> 3)]! & (128 >> (x & 7)));
    expect(kept).toEqual([
      [15, 1],
      [16, 1],
      [17, 2],
      [16, 2],
    ]);
  });

  it('reads the language that is wanted, and English', () => {
    expect(languageArgument(['de'], ['de', 'en', 'fr'])).toBe('deu+eng');
    expect(languageArgument(['ar', 'de'], ['ar', 'en'])).toBe('ara+eng');
    expect(languageArgument(['en'], ['en'])).toBe('eng');
    expect(languageArgument(['en', 'de'], ['de', 'en'])).toBe('deu+eng');
    // Of several, the first matters most.
    expect(languageArgument(['ar', 'de', 'fr'], ['de', 'en', 'fr'])).toBe('deu+eng');
  });
});
