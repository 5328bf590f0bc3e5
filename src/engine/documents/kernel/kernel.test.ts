import { createHash } from 'node:crypto';
import * as fc from 'fast-check';
import { expect, it } from 'vitest';

import { kernelSources } from '../../../../scripts/kernel.mjs';
import { binarise } from '../raster/binarise.ts';
import { resample } from '../raster/resample.ts';
import { KERNEL_SOURCES } from './kernel.generated.ts';

it('was compiled from the sources beside it', () => {
  expect(KERNEL_SOURCES, 'npm run kernel').toBe(kernelSources());
});

/** Returns an image on gray paper with lines of text above, below and beside it, and some rows of plain noise. */
function everything(width: number, height: number) {
  let seed = 2468;
  const pixels = Uint8Array.from({ length: width * height }, (_, at) => {
    seed = (Math.imul(seed, 1_103_515_245) + 12_345) & 0x7fffffff;
    const noise = seed >>> 26;
    const [x, y] = [at % width, Math.floor(at / width)];
    if (y > height - 40) return seed >>> 23;
    if (y > 300 && y < 900 && x > 200 && x < 1100)
      return 40 + ((x * 3 + y * 2) % 1700) / 12 + noise + (x % 160 < 4 ? -40 : 0);
    return (x % 24 < 5 && y % 40 < 24 ? 40 : 215) + noise;
  });
  return { width, height, pixels };
}

const dots = (width: number, height: number, photos?: 'quick' | 'fine') =>
  createHash('sha256')
    .update(binarise(everything(width, height), photos).bits)
    .digest('hex')
    .slice(0, 16);

it('makes the same dots of a page as it always has', () => {
  expect(dots(1728, 1203)).toBe('a4f75e0e94093df0');
  expect(dots(1728, 1203, 'fine')).toBe('ee25eca46a83fb38');
  expect(dots(2432, 1100)).toBe('4824d3ab3631da4b');
});

it('takes pages of any width', () => {
  const { width, bits } = binarise(everything(1721, 900));
  expect([width, bits.length]).toEqual([1721, 216 * 900]);
  // The first stroke is five dots wide.
  expect(bits[0]).toBe(0b11111000);
});

/**
 * Returns the weights that `resample` specifies: linear between two pixels, or over the area that a target pixel
 * covers, with a sum of 256.
 */
function plainly(source: number[], target: number): number[] {
  const scale = source.length / target;
  const reach = Math.max(1, scale);
  const taps = Math.ceil(reach) + 1;
  return Array.from({ length: target }, (_, at) => {
    const center = (at + 0.5) * scale - 0.5;
    const start = Math.max(0, Math.min(source.length - taps, Math.ceil(center - reach)));
    const shares = Array.from({ length: taps }, (__, tap) =>
      Math.max(0, 1 - Math.abs(start + tap - center) / reach),
    );
    const sum = shares.reduce((all, share) => all + share, 0);
    return shares.reduce((tone, share, tap) => tone + (share / sum) * source[start + tap]!, 0);
  });
}

it('resamples rows and columns by their weights, whatever the sizes', () => {
  const sizes = fc.record({
    width: fc.integer({ min: 8, max: 120 }),
    height: fc.integer({ min: 8, max: 300 }),
    across: fc.double({ min: 0.55, max: 3, noNaN: true }),
    down: fc.double({ min: 0.1, max: 3, noNaN: true }),
    seed: fc.nat(),
  });
  fc.assert(
    fc.property(sizes, ({ width, height, across, down, seed }) => {
      const pixels = Uint8Array.from({ length: width * height }, (_, at) =>
        Math.floor(127.5 + 127.5 * Math.sin(seed + at * 1.7)),
      );
      const [wide, high] = [Math.ceil(width * across), Math.max(8, Math.ceil(height * down))];
      const made = resample({ width, height, pixels }, wide, high);
      const rows = Array.from({ length: width }, (_, x) =>
        plainly(
          Array.from({ length: height }, (__, y) => pixels[y * width + x]!),
          high,
        ),
      );
      for (let y = 0; y < high; y += 7) {
        const row = plainly(
          rows.map((column) => column[y]!),
          wide,
        );
        row.forEach((tone, x) => expect(Math.abs(made.pixels[y * wide + x]! - tone)).toBeLessThan(4));
      }
    }),
    { numRuns: 60 },
  );
});
