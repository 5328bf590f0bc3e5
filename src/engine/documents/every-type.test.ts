import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { gunzipSync } from 'node:zlib';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';

import { EXTENSIONS } from '#contract/compose.ts';

import { readTiff } from './fax-page/read-tiff.ts';
import { makeBmp } from './fixtures/make-bmp.ts';
import { makePdf } from './fixtures/make-pdf.ts';
import type { TestEngine } from './fixtures/test-engine.ts';
import { blackness, FAX_PAGE, openTestEngine, tiffOf } from './fixtures/test-engine.ts';
import { missingForOffice } from './office/office-command.ts';
import { missingForPostScript } from './postscript/postscript.ts';

let tests: TestEngine;
beforeAll(async () => {
  tests = await openTestEngine();
});
afterAll(() => tests.close());

const SIDE = 400;
const black = () =>
  sharp({ create: { width: SIDE, height: SIDE, channels: 3, background: '#000' } }).toColourspace('srgb');
const fixture = async (name: string) => await readFile(new URL(`fixtures/${name}`, import.meta.url));

/** What is needed of the encoder, which only this test has a use for. */
interface J2kEncoder {
  getDecodedBuffer(frame: object): Uint8Array;
  encode(): void;
  getEncodedBuffer(): Uint8Array;
}

async function jp2(): Promise<Uint8Array> {
  const start = createRequire(import.meta.url)('@cornerstonejs/codec-openjpeg') as () => Promise<{
    J2KEncoder: new () => J2kEncoder;
  }>;
  const encoder = new (await start()).J2KEncoder();
  const frame = { width: SIDE, height: SIDE, bitsPerSample: 8, componentCount: 1, isSigned: false };
  encoder.getDecodedBuffer(frame).fill(0);
  encoder.encode();
  return Uint8Array.from(encoder.getEncodedBuffer());
}

const PS =
  '%!PS-Adobe-3.0\n/Helvetica findfont 36 scalefont setfont 72 600 moveto (Sample 4711) show showpage\n';

/** One document of each extension that may be attached (D1 §5). */
const SAMPLES: Readonly<Record<(typeof EXTENSIONS)[number], () => Uint8Array | Promise<Uint8Array>>> = {
  txt: () => Buffer.from('Sample 4711'),
  pdf: () => makePdf({ content: 'BT /F 36 Tf 72 600 Td (Sample 4711) Tj ET' }),
  bmp: () => makeBmp(SIDE, SIDE, 8, () => 0),
  png: () => black().png().toBuffer(),
  jpg: () => black().jpeg().toBuffer(),
  jpeg: () => black().jpeg().toBuffer(),
  tif: () => black().tiff().toBuffer(),
  tiff: () => black().tiff().toBuffer(),
  jp2,
  ps: () => Buffer.from(PS),
  doc: () => fixture('sample.doc'),
  docx: () => fixture('sample.docx'),
  xls: () => fixture('sample.xls'),
  xlsx: () => fixture('sample.xlsx'),
  ppt: async () => gunzipSync(await fixture('sample.ppt.gz')),
  pptx: () => fixture('sample.pptx'),
  emf: () => fixture('sample.emf'),
  wmf: () => fixture('sample.wmf'),
};

test.runIf(missingForOffice() === undefined && missingForPostScript() === undefined)(
  '[COMP-31] one document of each of the eighteen extensions becomes a fax page with something on it',
  { timeout: 120_000 },
  async () => {
    expect(EXTENSIONS).toHaveLength(18);
    for (const extension of EXTENSIONS) {
      const outcome = await tests.convert(`sample.${extension}`, await SAMPLES[extension]());
      expect([extension, outcome]).toMatchObject([extension, { kind: 'ok', pages: 1 }]);
      const tiff = tiffOf(outcome);
      expect(readTiff(tiff)).toMatchObject([FAX_PAGE]);
      expect([extension, (await blackness(tiff)) > 0.0002]).toEqual([extension, true]);
    }
  },
);
