import { existsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readTiff } from './fax-page/read-tiff.ts';
import { makePdf } from './fixtures/make-pdf.ts';
import { blackPng } from './fixtures/make-png.ts';
import type { TestEngine } from './fixtures/test-engine.ts';
import { blackness, FAX_PAGE, openTestEngine, tiffOf } from './fixtures/test-engine.ts';

let tests: TestEngine;
beforeAll(async () => {
  tests = await openTestEngine();
});
afterAll(() => tests.close());

test('on A4, what has no size of its own is as long as A4, and 80 columns of text still fit', async () => {
  const european = await openTestEngine({ paper: 'a4' });
  try {
    const full = `${'M'.repeat(80)}\n`.repeat(60);
    expect(readTiff(tiffOf(await tests.convert('a.txt', Buffer.from(full))))).toMatchObject([
      { height: 2156 },
    ]);
    const text = tiffOf(await european.convert('a.txt', Buffer.from(full)));
    expect(readTiff(text)).toMatchObject([{ ...FAX_PAGE, height: 2292 }]);
    expect(await blackness(text, 0, [0.97, 0, 1, 1])).toBe(0);
    // A document that states its size keeps it; a shorter one gets white paper below.
    expect(readTiff(tiffOf(await european.convert('a.pdf', makePdf())))).toMatchObject([{ height: 2292 }]);
    const cover = await european.engine.coverSheet({
      template: '#rows()',
      otherPages: 1,
      title: '',
      rows: [{ key: 'to', side: 'to', label: 'To', value: 'Ann' }],
      comments: '',
      footer: '',
      fields: {},
    });
    expect(cover.kind === 'ok' && readTiff(cover.tiff)).toMatchObject([{ height: 2292 }]);
  } finally {
    await european.close();
  }
});

describe('fax pages from elsewhere', () => {
  test('our own pages pass unchanged, byte by byte', async () => {
    const first = tiffOf(await tests.convert('a.pdf', makePdf()));
    const again = tiffOf(await tests.convert('a.tif', first));
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
    const tiff = tiffOf(await tests.convert('fax.tif', fax));
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
    const outcome = await tests.engine.toFaxPages([
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
    expect(await tests.engine.toFaxPages(files)).toMatchObject({ kind: 'refused', file: 'bad.pdf' });
    expect(await tests.convert('empty.pdf', new Uint8Array())).toMatchObject({
      kind: 'refused',
      file: 'empty.pdf',
    });
    expect(await tests.engine.toFaxPages([])).toMatchObject({ kind: 'refused' });
    const huge = new Uint8Array(65 * 1024 * 1024);
    expect(await tests.convert('huge.pdf', huge)).toMatchObject({ reason: 'DOCUMENT_TOO_LARGE' });
  });

  test('[A-UPLOAD-06] a file name is never more than a name', async () => {
    const marker = join(tmpdir(), `marker-${process.pid}`);
    const stems = [
      '-dNOSAFER',
      `$(touch ${marker})`,
      `\`touch ${marker}\``,
      `a;touch ${marker};`,
      '@file',
      'msl:x',
      `|touch ${marker}|`,
      '../../x',
      'x\0y',
      `'; touch ${marker} #`,
    ];
    const kinds = [
      ['pdf', makePdf()],
      ['png', blackPng(50, 50)],
      ['txt', Buffer.from('text')],
    ] as const;
    const files = stems.flatMap((stem) => kinds.map(([type, bytes]) => ({ name: `${stem}.${type}`, bytes })));
    expect(await tests.engine.toFaxPages(files)).toMatchObject({ kind: 'ok', pages: files.length });
    expect(existsSync(marker)).toBe(false);
    expect((await tests.convert('x.pdf[0]', makePdf())).kind).toBe('refused');
  });
});
