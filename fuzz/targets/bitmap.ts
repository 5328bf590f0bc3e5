import { readFileSync } from 'node:fs';

import { convertBmp } from '../../src/engine/documents/converters/bmp.ts';
import { DocumentRefusal } from '../../src/engine/documents/converters/refusal.ts';
import { makeBmp } from '../../src/engine/documents/fixtures/make-bmp.ts';
import type { FuzzTarget } from '../target.ts';

/** Largest image that is decoded, in dots; larger ones only cost time. The product's own limit is MAX_IMAGE_PIXELS. */
const MOST_DOTS = 250_000;

/** Windows and OS/2 bitmaps, converted to fax pages. */
export const target: FuzzTarget = {
  covers: ['/src/engine/documents/converters/bmp', '/node_modules/bmp-ts/'],
  maxBytes: 256 * 1024,
  // A converter may use twice as much (CHILD_RESIDENT_BYTES).
  memoryMb: 512,
  seeds: () => [
    ...([1, 8, 24, 32] as const).map((bits) =>
      makeBmp(9, bits === 24 ? -5 : 5, bits, (x, y) => (x * y * 40) & 255),
    ),
    readFileSync(new URL('rle8.bmp', import.meta.url)),
  ],
  run: async (input) => {
    const wide = input.length >= 26 && input.readUInt32LE(14) !== 12;
    const dots = wide ? Math.abs(input.readInt32LE(18)) * Math.abs(input.readInt32LE(22)) : 0;
    if (dots > MOST_DOTS && dots < 100_000_000) return;
    try {
      for await (const page of convertBmp(input, 10)) void page;
    } catch (error) {
      if (!(error instanceof DocumentRefusal)) throw error;
    }
  },
};
