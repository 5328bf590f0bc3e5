import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import sharp from 'sharp';
import { processorMs } from '#test/processor-time.ts';

import { canRead, readWords } from '../fixtures/read-fax.ts';
import type { TestEngine } from '../fixtures/test-engine.ts';
import { openTestEngine, tiffOf } from '../fixtures/test-engine.ts';
import { decodeText } from './text-encoding.ts';
import { COLUMNS, LINES, paginate } from './text-lines.ts';

const russian = 'Пожалуйста, подтвердите получение этого факса сегодня же.';
const encodeWith = (encoding: string, text: string) => {
  const table = new Map<string, number>();
  const decoder = new TextDecoder(encoding);
  for (let byte = 0; byte < 256; byte++) table.set(decoder.decode(Uint8Array.of(byte)), byte);
  return Uint8Array.from(text, (character) => table.get(character)!);
};
const swapped = (text: string) => Buffer.from(text, 'utf16le').swap16();

describe('encoding', () => {
  test.each([
    ['UTF-8', Buffer.from('Zoë 日本語 🙂'), 'Zoë 日本語 🙂'],
    ['UTF-8 with a mark', Buffer.from('\ufeffplain'), 'plain'],
    ['UTF-16 little endian', Buffer.from('\ufeffwide ß', 'utf16le'), 'wide ß'],
    ['UTF-16 big endian', swapped('\ufeffwide ß'), 'wide ß'],
    ['UTF-16 without a mark', Buffer.from('wide without mark', 'utf16le'), 'wide without mark'],
    ['UTF-16 big endian without a mark', swapped('wide without mark'), 'wide without mark'],
    [
      'Windows 1252',
      encodeWith('windows-1252', 'Crème brûlée à la carte, s’il vous plaît'),
      'Crème brûlée à la carte, s’il vous plaît',
    ],
    ['Windows 1251', encodeWith('windows-1251', russian), russian],
    ['KOI8-R', encodeWith('koi8-r', russian), russian],
    ['nothing', new Uint8Array(), ''],
  ])('%s', (_, bytes, text) => {
    expect(decodeText(bytes)).toBe(text);
  });
});

describe('lines and pages', () => {
  test('long lines break at spaces, unbroken ones at the edge', () => {
    const [page] = paginate(`${'word '.repeat(40)}\n${'x'.repeat(170)}`, 10);
    expect(page!.every((line) => line.length <= COLUMNS)).toBe(true);
    expect(page!.slice(0, 3).join(' ')).toBe('word '.repeat(40).trim());
    expect(page!.slice(3).map((line) => line.length)).toEqual([80, 80, 10]);
  });

  test('wide characters take two columns, marks none', () => {
    expect(paginate('日'.repeat(41), 10)[0]).toEqual(['日'.repeat(40), '日']);
    expect(paginate('e\u0301'.repeat(80), 10)[0]).toHaveLength(1);
  });

  test('tabs stop at every eighth column, form feeds end a page, the last one ends nothing', () => {
    expect(paginate('a\tb\n\tc', 10)).toEqual([['a       b', '        c']]);
    expect(paginate('one\ftwo\f', 10)).toEqual([['one'], ['two']]);
    expect(paginate('one\r\ntwo\rthree', 10)).toEqual([['one', 'two', 'three']]);
    expect(paginate('x\n'.repeat(LINES + 1), 10).map((page) => page.length)).toEqual([LINES, 1]);
  });

  test('terminal sequences and controls are not printed', () => {
    expect(paginate('\u001b[31mred\u001b[0m\u0007 \u001b]0;title\u0007text', 10)).toEqual([['red text']]);
  });

  test('bombs stay cheap: form feeds, one endless line, endless short lines', () => {
    const taken = processorMs(() => {
      for (const bomb of ['\f'.repeat(1_000_000), 'x'.repeat(10_000_000), 'y\n'.repeat(5_000_000)]) {
        expect(paginate(bomb, 201)).toHaveLength(201);
      }
    });
    expect(taken).toBeLessThan(5000);
  });
});

const rows = (points: number) => Math.round((points / 72) * 196);

describe('text as pages', () => {
  let tests: TestEngine;
  beforeAll(async () => {
    tests = await openTestEngine();
  });
  afterAll(() => tests.close());
  const asText = (text: string | Uint8Array) => tests.convert('a.txt', Buffer.from(text));

  /** Returns the black pixels of one 12-point line on the first page. */
  async function inkOfLine(text: string, line: number): Promise<number> {
    const outcome = await asText(text);
    if (outcome.kind !== 'ok') throw new Error(outcome.reason);
    const pixels = await sharp(outcome.tiff)
      .toColourspace('b-w')
      .extractChannel(0)
      .extract({ left: 0, top: rows(36 + 12 * line), width: 1728, height: rows(12) })
      .raw()
      .toBuffer();
    return pixels.reduce((sum, tone) => sum + (tone < 128 ? 1 : 0), 0);
  }

  test('markup is printed, not obeyed', async () => {
    const plain = await inkOfLine('#pagebreak() $x$ *b* <a> #read("/etc/passwd") \\ `', 0);
    expect(plain).toBeGreaterThan(2000);
    const outcome = await asText('#pagebreak()\n#pagebreak()');
    expect(outcome).toMatchObject({ kind: 'ok', pages: 1 });
  });

  test.each(['Русский', 'Ελληνικά', 'مرحبا', 'שלום', '日本語', '한국어', '中文'])(
    '%s has glyphs of its own',
    async (text) => {
      // Missing glyphs are identical boxes: two different words of the same length would then have the same ink.
      const [first, second] = await Promise.all([
        inkOfLine(text, 0),
        inkOfLine(text.at(0)!.repeat(text.length), 0),
      ]);
      expect(first).toBeGreaterThan(100);
      expect(first).not.toBe(second);
    },
  );

  test('lines of Hebrew and Arabic begin on the right, the others on the left', async () => {
    const outcome = await asText(
      'left\n123 \u05e9\u05dc\u05d5\u05dd\nleft again\n\u0645\u0631\u062d\u0628\u0627',
    );
    if (outcome.kind !== 'ok') throw new Error(outcome.reason);
    const inked = async (line: number, left: number) =>
      (
        await sharp(outcome.tiff)
          .toColourspace('b-w')
          .extractChannel(0)
          .extract({ left, top: rows(36 + 12 * line), width: 700, height: rows(12) })
          .raw()
          .toBuffer()
      ).some((tone) => tone < 128);
    for (const [line, isRight] of [false, true, false, true].entries()) {
      expect([line, await inked(line, 150)]).toEqual([line, !isRight]);
      expect([line, await inked(line, 1028)]).toEqual([line, isRight]);
    }
  });

  test('sixty lines of any script fit a page', async () => {
    const text = Array.from({ length: 60 }, (_, line) => `${line} 日本語 한국어 مرحبا`).join('\n');
    expect(await asText(text)).toMatchObject({
      pages: 1,
    });
  });

  test.runIf(canRead)('[A-CONV-16] odd text can be read', async () => {
    for (const [bytes, words] of [
      [Buffer.from('wide without mark', 'utf16le'), 'wide without mark'],
      ['\u001b[31mplain words\u001b[0m \u202Eabc\nעברית', 'plain words'],
    ] as const)
      expect(await readWords(tiffOf(await asText(bytes)))).toContain(words);
  });

  test('[A-CONV-16] text bombs meet the page cap, odd text is printed', async () => {
    const refused = { kind: 'refused', reason: 'TOO_MANY_PAGES' };
    expect(await asText('x'.repeat(10_000_000))).toMatchObject(refused);
    expect(await asText('\f'.repeat(1_000_000))).toMatchObject(refused);
    expect(await asText(Buffer.from('wide without mark', 'utf16le'))).toMatchObject({ kind: 'ok', pages: 1 });
    expect(await asText('\u001b[31mred\u001b[0m \u202Eabc')).toMatchObject({ kind: 'ok', pages: 1 });
    expect(await asText(Uint8Array.from({ length: 4096 }, (_, at) => (at * 7) & 255))).toMatchObject({
      kind: 'refused',
    });
  });
});
