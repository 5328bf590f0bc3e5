import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import english from '../../../../locales/en.json' with { type: 'json' };
import { readTiff } from '../fax-page/read-tiff.ts';
import { hello, makePdf } from '../fixtures/make-pdf.ts';
import type { TestEngine } from '../fixtures/test-engine.ts';
import { blackness, converterPeak, FAX_PAGE, openTestEngine, tiffOf } from '../fixtures/test-engine.ts';
import { CHILD_RESIDENT_BYTES, MAX_PAGES } from '../limits.ts';

const fixture = (name: string) => readFile(new URL(`../fixtures/${name}`, import.meta.url));

let tests: TestEngine;
beforeAll(async () => {
  tests = await openTestEngine();
});
afterAll(() => tests.close());

describe('PDF', () => {
  test('Letter pages become class-F pages with the text where it belongs', async () => {
    const outcome = await tests.convert('a.pdf', makePdf({ pages: 3 }));
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
    const landscape = tiffOf(await tests.convert('a.pdf', makePdf({ mediaBox: '[0 0 792 612]' })));
    expect(readTiff(landscape)[0]).toMatchObject({ ...FAX_PAGE, height: 2156 });
    const a4 = tiffOf(await tests.convert('a.pdf', makePdf({ mediaBox: '[0 0 595.28 841.89]' })));
    expect(readTiff(a4)[0]).toMatchObject({ ...FAX_PAGE, height: 2292 });
  });

  test('a receipt of five feet goes on over sheets of ordinary length; all of its lines are there', async () => {
    const lines = Array.from({ length: 60 }, (_, line) => `36 ${4320 - 72 * line - 54} 200 36 re f`);
    const receipt = makePdf({ mediaBox: '[0 0 272 4320]', content: lines.join(' ') });
    const tiff = tiffOf(await tests.convert('a.pdf', receipt));
    const pages = readTiff(tiff);
    expect(pages.map(({ height }) => height)).toEqual(Array.from({ length: 6 }, () => 2156));
    const shares = await Promise.all(pages.map(async (_, page) => await blackness(tiff, page)));
    // 60 bars of 200 × 36 points, at 204 × 196 dots per inch.
    const dots = shares.reduce((sum, share) => sum + share) * 1728 * 2156;
    expect(dots / (60 * ((200 * 204) / 72) * ((36 * 196) / 72))).toBeCloseTo(1, 1);
  });

  test('[A-CONV-05] giant, negative and senseless page boxes become ordinary pages, in the memory of one', async () => {
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
    const peaks: number[] = [];
    // Measured after each page, including the last one, while the converter is still running.
    const onProgress = () => peaks.push(converterPeak());
    const outcome = await tests.engine.toFaxPages(files, { onProgress });
    expect(outcome).toMatchObject({ kind: 'ok', pages: files.length });
    for (const page of readTiff(tiffOf(outcome))) {
      expect(page.width).toBe(1728);
      expect(page.height).toBeLessThanOrEqual(6876);
    }
    expect(peaks.length).toBeGreaterThanOrEqual(files.length);
    expect(Math.min(...peaks)).toBeGreaterThan(0);
    expect(Math.max(...peaks)).toBeLessThan(CHILD_RESIDENT_BYTES / 2);
  });

  test('a password is told apart from damage; an owner password hinders nobody', async () => {
    const name = 'a.pdf';
    expect(await tests.convert(name, await fixture('user-password.pdf'))).toEqual({
      kind: 'refused',
      reason: 'DOCUMENT_PROTECTED',
      file: name,
    });
    expect(await tests.convert(name, await fixture('owner-password.pdf'))).toMatchObject({
      kind: 'ok',
      pages: 1,
    });
    const broken = Buffer.from('%PDF-1.4\nnothing of a PDF follows');
    expect(await tests.convert(name, broken)).toEqual({
      kind: 'refused',
      reason: 'DOCUMENT_DAMAGED',
      file: name,
    });
    expect(await tests.convert(name, makePdf({ pages: 0 }))).toMatchObject({ reason: 'NO_PAGES' });
  });

  test('a PDF whose cross-reference table is lost is repaired', async () => {
    const whole = Buffer.from(makePdf()).toString('latin1');
    const cut = Buffer.from(whole.replace(/^\d{10} 00000 n $/gm, '0000000000 00000 n '), 'latin1');
    expect(await tests.convert('a.pdf', cut)).toMatchObject({ kind: 'ok', pages: 1 });
  });

  test('[A-CONV-04] 20,000 pages are refused before one is drawn', async () => {
    const outcome = await tests.convert('many.pdf', makePdf({ pages: 20_000 }));
    expect(outcome).toEqual({ kind: 'refused', reason: 'TOO_MANY_PAGES', file: 'many.pdf' });
    expect(english.reasons.TOO_MANY_PAGES).toContain(String(MAX_PAGES));
    // Drawing up to the limit would have been noticed at page 201.
    expect(tests.refusals.at(-1)).toContain('20000 pages');
    expect(await tests.convert('fits.pdf', makePdf({ pages: 200, content: hello('x') }))).toMatchObject({
      pages: 200,
    });
    const files = [
      { name: '1.pdf', bytes: makePdf({ pages: 150 }) },
      { name: '2.pdf', bytes: makePdf({ pages: 51 }) },
    ];
    expect(await tests.engine.toFaxPages(files)).toEqual({
      kind: 'refused',
      reason: 'TOO_MANY_PAGES',
      file: '2.pdf',
    });
  });

  test('filled form fields are printed', async () => {
    // The value has no appearance stream: only a form environment draws it.
    const field =
      '<</Type/Annot/Subtype/Widget/F 4/FT/Tx/T(a)/V(Filled in)/DA(/F 24 Tf 0 g)/Rect[72 300 400 340]>>';
    const form = '/AcroForm<</NeedAppearances true/DR<</Font<</F 3 0 R>>>>/Fields[4 0 R]>>';
    const filled = makePdf({
      content: ' ',
      pageExtra: '/Annots[6 0 R]',
      catalogExtra: form.replace('4 0', '6 0'),
      objects: [field],
    });
    const tiff = tiffOf(await tests.convert('form.pdf', filled));
    expect(await blackness(tiff, 0, [0.1, 0.57, 0.66, 0.63])).toBeGreaterThan(0.01);
  });
});
