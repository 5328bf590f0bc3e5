import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { blankBitmap } from '../fax-page/bitmap.ts';
import { encodeFaxPage } from '../fax-page/class-f.ts';
import type { PageText } from '../port.ts';
import { writePdf } from './pdf-file.ts';

const run = promisify(execFile);

/** Returns words in rows, each word 120 dots wide and 40 high, from the upper left corner of the upright page. */
function textOf(turn: PageText['turn'], ...rows: string[]): PageText {
  const [width, height] = [1728, 2156];
  const lines = rows.map((row, y) =>
    row.split(' ').map((text, x) => {
      const upright = { x: 200 + x * 140, y: 200 + y * 60, w: 120, h: 40 };
      if (turn === 0) return { text, ...upright };
      if (turn === 180)
        return { text, ...upright, x: width - upright.x - upright.w, y: height - upright.y - upright.h };
      // The page was fed sideways: its upright width is its height.
      return { text, x: upright.y, y: height - upright.x - upright.w, w: upright.h, h: upright.w };
    }),
  );
  return { width, height, turn, lines, confidence: 90 };
}

const page = encodeFaxPage(blankBitmap(1728, 2156));

async function wordsOf(file: string, ...options: string[]): Promise<string> {
  return (await run('pdftotext', [...options, file, '-'])).stdout.trim();
}

describe('a PDF with the text of its pages', () => {
  let folder: string;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'pdf-text-'));
  });
  afterAll(async () => await rm(folder, { recursive: true }));

  async function write(pages: number, text: readonly (PageText | null)[]): Promise<string> {
    const file = join(folder, `${createHash('sha256').update(JSON.stringify(text)).digest('hex')}.pdf`);
    await writeFile(
      file,
      writePdf(
        Array.from({ length: pages }, () => page),
        0,
        [],
        text,
      ),
    );
    return file;
  }
  it('gives another reader its words, line by line, in any script', async () => {
    const file = await write(2, [
      textOf(0, 'Invoice HMG-2026', 'Überweisung 4,310.00'),
      textOf(0, 'رقم الفاتورة', 'Łódź'),
    ]);
    expect((await wordsOf(file, '-l', '1')).split('\n').filter(Boolean)).toEqual([
      'Invoice HMG-2026',
      'Überweisung 4,310.00',
    ]);
    const second = await wordsOf(file, '-f', '2');
    for (const word of ['رقم', 'الفاتورة', 'Łódź']) expect(second).toContain(word);
  });

  it.each([90, 180] as const)('has text that runs another way where it stands: %s', async (turn) => {
    const file = await write(1, [textOf(turn, 'Invoice total', 'second line')]);
    expect((await wordsOf(file)).replaceAll(/\s+/gu, ' ')).toBe('Invoice total second line');
    const { stdout } = await run('pdftotext', ['-bbox', file, '-']);
    const [, x = '', y = ''] = /xMin="([\d.]+)" yMin="([\d.]+)"[^>]*>Invoice/u.exec(stdout) ?? [];
    // On a page of 610 by 792 points: at the end of an upside-down page, at the lower left of one that reads upward.
    expect([Number(x) > 400, Number(y) > 400]).toEqual(turn === 180 ? [true, true] : [false, true]);
  });

  it('leaves the picture as it was, byte by byte, and needs more fonts for more letters', async () => {
    const letters = Array.from({ length: 600 }, (_, i) => String.fromCodePoint(0x4e00 + i));
    const many = Array.from({ length: 10 }, (_, row) => letters.slice(row * 60, row * 60 + 60).join(''));
    const file = await write(1, [textOf(0, ...many)]);
    const { stdout: fonts } = await run('pdffonts', [file]);
    expect(fonts.match(/Type 3/gu)).toHaveLength(3);
    await run('pdfimages', ['-ccitt', file, join(folder, 'picture')]);
    const [picture = ''] = (await readdir(folder)).filter((name) => name.endsWith('.ccitt'));
    expect(Buffer.compare(await readFile(join(folder, picture)), Buffer.from(page.strip))).toBe(0);
    const plain = writePdf([page], 0);
    expect(Buffer.from(plain).toString('latin1')).not.toContain('/Font');
    expect(Buffer.from(writePdf([page], 0, [], [null]))).toEqual(Buffer.from(plain));
    expect((await wordsOf(file)).replaceAll(/\s+/gu, '')).toContain(letters.slice(0, 60).join(''));
  });
});
