import { readFileSync } from 'node:fs';

import { convertJp2 } from '../../src/engine/documents/converters/jp2.ts';
import { DocumentRefusal } from '../../src/engine/documents/converters/refusal.ts';
import type { FuzzTarget } from '../target.ts';

/** JPEG 2000 images: our own header parser, and the decoder after it. */
export const target: FuzzTarget = {
  covers: ['/src/engine/documents/converters/jp2'],
  maxBytes: 64 * 1024,
  // A converter may use as much (CHILD_RESIDENT_BYTES).
  memoryMb: 1024,
  seeds: () => ['tiny.j2k', 'tiny.jp2'].map((name) => readFileSync(new URL(name, import.meta.url))),
  run: async (input) => {
    try {
      for await (const page of convertJp2(input, 10)) void page;
    } catch (error) {
      if (!(error instanceof DocumentRefusal)) throw error;
    }
  },
};
