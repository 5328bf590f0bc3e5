import { readFile } from 'node:fs/promises';
import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { deflateSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { hello, makePdf } from '../fixtures/make-pdf.ts';
import type { TestEngine } from '../fixtures/test-engine.ts';
import { blackness, openTestEngine, tiffOf } from '../fixtures/test-engine.ts';

const fixture = (name: string) => readFile(new URL(`../fixtures/${name}`, import.meta.url));
/** The test string that virus scanners detect, in two parts so that scanners do not flag this file. */
const EICAR = ['X5O!P%@AP[4\\PZX54(P^)7CC)7}$', 'EICAR-STANDARD-ANTIVIRUS-TEST-FILE!$H+H*'].join('');

let tests: TestEngine;
let folder: string;
beforeAll(async () => {
  tests = await openTestEngine();
  folder = await mkdtemp(join(tmpdir(), 'pdf-attacks-'));
});
afterAll(async () => {
  await tests.close();
  await rm(folder, { recursive: true });
});

describe('PDFs that want more than to be printed', () => {
  test('[A-CONV-18] a password is named; programs, scripts and files in a PDF are only ever paper', async () => {
    expect(await tests.convert('locked.pdf', await fixture('user-password.pdf'))).toMatchObject({
      kind: 'refused',
      reason: 'DOCUMENT_PROTECTED',
    });
    const messages = JSON.parse(
      await readFile(new URL('../../../../locales/en.json', import.meta.url), 'utf8'),
    ) as { reasons: Record<string, string> };
    expect(messages.reasons['DOCUMENT_PROTECTED']).toContain('password');
    expect(await tests.convert('owner.pdf', await fixture('owner-password.pdf'))).toMatchObject({ pages: 1 });
    const marker = join(folder, 'marker');
    const actions = [
      `/OpenAction<</S/Launch/F(/usr/bin/touch)/Win<</F(touch)/P(${marker})>>>>`,
      `/OpenAction<</S/JavaScript/JS(app.launchURL\\("file://${marker}"\\); while\\(true\\){})>>`,
      `/OpenAction<</S/URI/URI(http://127.0.0.1:9/)>>/AA<</WC<</S/JavaScript/JS(while\\(1\\){})>>>>`,
      '/AcroForm<</XFA(<xdp:xdp xmlns:xdp="http://ns.adobe.com/xdp/"><config/></xdp:xdp>)/Fields[]>>',
      '/Names<</EmbeddedFiles<</Names[(a.exe)<</F(a.exe)/EF<<>>>>]>>>>',
    ];
    for (const catalogExtra of actions) {
      const outcome = await tests.convert('a.pdf', makePdf({ catalogExtra }));
      expect(outcome).toMatchObject({ kind: 'ok', pages: 1 });
      expect(await blackness(tiffOf(outcome), 0, [0.2, 0.885, 0.8, 0.9])).toBe(1);
    }
    expect(existsSync(marker)).toBe(false);
  });

  test('a PDF without pages is refused, a broken one repaired or named, a white one is a white page', async () => {
    expect(await tests.convert('none.pdf', makePdf({ pages: 0 }))).toMatchObject({
      reason: 'NO_PAGES',
    });
    const whole = Buffer.from(makePdf()).toString('latin1');
    const lost = Buffer.from(whole.replace(/startxref\n\d+/, 'startxref\n999999'), 'latin1');
    expect(await tests.convert('lost.pdf', lost)).toMatchObject({ kind: 'ok', pages: 1 });
    const white = await tests.convert('white.pdf', makePdf({ content: ' ' }));
    expect(await blackness(tiffOf(white))).toBe(0);
  });

  test('[A-CONV-22] what goes out are pages: nothing of an original, and no file inside it', async () => {
    const packed = deflateSync(EICAR);
    const carrier = makePdf({
      content: hello('Invoice'),
      catalogExtra: '/Names<</EmbeddedFiles<</Names[(virus.exe) 6 0 R]>>>>',
      objects: [
        '<</Type/Filespec/F(virus.exe)/EF<</F 7 0 R>>>>',
        `<</Type/EmbeddedFile/Filter/FlateDecode/Length ${packed.length}>>\nstream\n${packed.toString('latin1')}\nendstream`,
      ],
    });
    for (const [name, bytes] of [
      ['a.txt', Buffer.from(EICAR)],
      ['a.pdf', carrier],
    ] as const) {
      const tiff = tiffOf(await tests.convert(name, bytes));
      expect(await blackness(tiff)).toBeGreaterThan(0);
      const sent = [tiff, await tests.engine.exportPdf(tiff, 0)].map((file) => Buffer.from(file));
      for (const file of sent) {
        for (const word of [EICAR, 'EICAR', 'EmbeddedFile', 'virus.exe', 'Filespec', 'JavaScript']) {
          expect(file.includes(word)).toBe(false);
        }
        expect(file.includes(packed)).toBe(false);
      }
    }
  });

  test('a page that is one JPEG looks as PDFium would draw it, turned or not', async () => {
    const { default: sharp } = await import('sharp');
    const half = await sharp({ create: { width: 850, height: 1100, channels: 3, background: '#fff' } })
      .composite([
        {
          input: { create: { width: 850, height: 550, channels: 3, background: '#000' } },
          top: 0,
          left: 0,
        },
      ])
      .jpeg()
      .toBuffer();
    const pdf = (extra: string, pageExtra = '') => {
      const image = `<</Type/XObject/Subtype/Image/Width 850/Height 1100/ColorSpace/DeviceRGB/BitsPerComponent 8/Filter/DCTDecode${extra}/Length ${half.length}>>\nstream\n${half.toString('latin1')}\nendstream`;
      const content = 'q 612 0 0 792 0 0 cm /I Do Q';
      return makePdf({ content, pageExtra, objects: [image], resources: '/XObject<</I 6 0 R>>' });
    };
    const upper = [0.1, 0.05, 0.9, 0.45];
    const lower = [0.1, 0.55, 0.9, 0.95];
    const shares = async (bytes: Uint8Array) => {
      const tiff = tiffOf(await tests.convert('a.pdf', bytes));
      return [await blackness(tiff, 0, upper), await blackness(tiff, 0, lower)].map(Math.round);
    };
    expect(await shares(pdf(''))).toEqual([1, 0]);
    // Inverted colors and rotated pages are left to PDFium.
    expect(await shares(pdf('/Decode [1 0 1 0 1 0]'))).toEqual([0, 1]);
    expect(await shares(pdf('', '/Rotate 180'))).toEqual([0, 1]);
  });
});
