import { kernel, kernelBytes, layOut } from '../kernel/kernel.ts';
import type { Bitmap } from './bitmap.ts';
import { rowBytes } from './bitmap.ts';
import { MODE_WORDS, RUN_CODES } from './g4-codes.ts';

/** Codes in the kernel's format, one number each: code << 8 | length. Nine modes, then white runs, then black runs. */
const TABLES = Uint32Array.from([
  ...MODE_WORDS.map((word) => (Number.parseInt(word, 2) << 8) | word.length),
  ...RUN_CODES.flatMap(({ code, length }) => Array.from(code, (word, run) => (word << 8) | length[run]!)),
]);

/** How many color changes past the last one of a row the encoder may read. */
const AHEAD = 6;

/** The kernel reads rows in words, including the last one. */
const WORD_BYTES = 8;

/**
 * Encodes an image as one T.6 (CCITT group 4) strip ending in EOFB.
 * Own code, because libtiff behind sharp takes 8-bit pixels, writes several strips and is slower.
 */
export function encodeG4({ width, height, bits }: Bitmap): Uint8Array {
  const size = rowBytes(width) * height;
  const at = layOut({
    tables: TABLES.byteLength,
    changes: 2 * (width + AHEAD) * 4,
    bits: size + WORD_BYTES,
    // It grows during writing.
    strip: 4096,
  });
  kernelBytes(at.tables, TABLES.byteLength).set(new Uint8Array(TABLES.buffer));
  kernelBytes(at.bits, size).set(bits.subarray(0, size));
  const end = kernel().encodeG4(at.bits, width, height, at.tables, at.changes, at.strip);
  return kernelBytes(at.strip, end - at.strip).slice();
}
