import { decodeG4 } from '../../src/engine/documents/fax-page/g4-decode.ts';
import { encodeG4 } from '../../src/engine/documents/fax-page/g4-encode.ts';
import type { FuzzTarget } from '../target.ts';
import { holds } from '../target.ts';

/** Number of bytes before the strip: width and height. */
const HEAD = 3;

const WIDTHS = [1, 7, 8, 9, 63, 64, 65, 100, 1728, 2048, 2432, 4864];

/** G4 strips (T.6): every decoded strip is encoded and decoded again to the same dots. */
export const target: FuzzTarget = {
  covers: ['/src/engine/documents/fax-page/'],
  maxBytes: 64 * 1024,
  seeds: () =>
    [3, 8].map((width) => {
      const bits = Uint8Array.from({ length: 216 * 8 }, (_, at) => (at % 5 === 0 ? 0xf0 : at & 255));
      const strip = encodeG4({ width: WIDTHS[width]!, height: 8, bits });
      return Buffer.concat([Buffer.from([width, 8, 0]), strip]);
    }),
  run: (input) => {
    if (input.length < HEAD) return;
    const width = WIDTHS[input[0]! % WIDTHS.length]!;
    const height = 1 + (input.readUInt16LE(1) % 300);
    const page = decodeG4(input.subarray(HEAD), width, height);
    if (page.kind === 'damaged')
      return holds(page.row >= 0 && page.row < height, 'the damage is on the page');
    const again = decodeG4(encodeG4(page.bitmap), width, height);
    holds(again.kind === 'ok', 'what is encoded can be decoded');
    holds(Buffer.compare(again.bitmap.bits, page.bitmap.bits) === 0, 'the dots are the same');
  },
};
