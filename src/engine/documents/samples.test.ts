import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { EXTENSIONS } from './detect-type.ts';
import { readTiff } from './fax-page/read-tiff.ts';
import { SAMPLES } from './fixtures/make-samples.ts';
import { canRead, readAllWords } from './fixtures/read-fax.ts';
import type { TestEngine } from './fixtures/test-engine.ts';
import { blackness, FAX_PAGE, openTestEngine, tiffOf } from './fixtures/test-engine.ts';
import { missingForOffice } from './office/office-command.ts';
import { missingForPostScript } from './postscript/postscript.ts';

let tests: TestEngine;
beforeAll(async () => {
  tests = await openTestEngine();
});
afterAll(() => tests.close());

/** Landscape slides and sheets, which are rotated on the page. */
const TURNED = ['ppt', 'pptx'];
const canConvertAll = missingForOffice() === undefined && missingForPostScript() === undefined;

describe.runIf(canRead && canConvertAll)('[COMP-31] [SRV-02] samples of all 18 types', () => {
  test('there are some of each, and no others', () => {
    expect(Object.keys(SAMPLES).toSorted()).toEqual(Object.keys(EXTENSIONS).toSorted());
    expect(Object.keys(SAMPLES)).toHaveLength(18);
  });

  test.each(Object.keys(SAMPLES))('%s: a fax page each, with its words', async (extension) => {
    const samples = await SAMPLES[extension]!();
    const outcome = await tests.engine.toFaxPages(
      samples.map((bytes, index) => ({ name: `${index}.${extension}`, bytes })),
      // One LibreOffice process takes all documents of an owner.
      { owner: 'test' },
    );
    expect(outcome).toMatchObject({ kind: 'ok', pages: samples.length });
    const tiff = tiffOf(outcome);
    const turn = TURNED.includes(extension) ? 270 : 0;
    const read = await readAllWords(await tests.engine.exportTiff(tiff, turn));
    expect(read).toHaveLength(samples.length);
    for (const [index, page] of readTiff(tiff).entries()) {
      expect(page).toMatchObject(FAX_PAGE);
      expect(page.height).toBeGreaterThanOrEqual(2156);
      expect(page.height).toBeLessThanOrEqual(2292);
      // A few words: some ink, but far from a black page.
      const black = await blackness(tiff, index);
      expect(black).toBeGreaterThan(0.0001);
      expect(black).toBeLessThan(0.05);
      expect(read[index], `sample ${index}`).toContain('4711');
    }
  });
});
