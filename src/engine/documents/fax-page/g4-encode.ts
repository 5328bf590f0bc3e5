import type { Bitmap } from './bitmap.ts';
import { rowBytes } from './bitmap.ts';
import { HORIZONTAL_MODE, LONGEST_MAKE_UP, MODE_WORDS, PASS_MODE, RUN_CODES } from './g4-codes.ts';

const MODE_CODE = MODE_WORDS.map((word) => Number.parseInt(word, 2));
const MODE_LENGTH = MODE_WORDS.map((word) => word.length);

/** Mode V0: the colour changes (or the row ends) exactly below where it does above. */
const SAME_PLACE = 3;

/** End of facsimile block: two end-of-line codes (T.6 clause 2.4.1.1). */
const END_OF_LINE = 1;
const END_OF_LINE_BITS = 12;

/** Bytes one row may need at worst: every pixel its own run, plus the mode codes around it. */
const WORST_BYTES_PER_PIXEL = 2;

/** Collects code words most significant bit first. */
class BitWriter {
  private bytes: Uint8Array;
  private used = 0;
  private pending = 0;
  private pendingBits = 0;

  constructor(capacity: number) {
    this.bytes = new Uint8Array(capacity);
  }

  /** Makes room once per row, so that `put` needs no check. */
  reserve(count: number): void {
    if (this.bytes.length - this.used >= count) return;
    const larger = new Uint8Array(this.bytes.length * 2 + count);
    larger.set(this.bytes.subarray(0, this.used));
    this.bytes = larger;
  }

  put(code: number, length: number): void {
    let pending = (this.pending << length) | code;
    let bits = this.pendingBits + length;
    while (bits >= 8) {
      bits -= 8;
      this.bytes[this.used++] = pending >>> bits;
    }
    pending &= (1 << bits) - 1;
    this.pending = pending;
    this.pendingBits = bits;
  }

  putRun(color: 0 | 1, run: number): void {
    const { code, length } = RUN_CODES[color];
    let left = run;
    for (; left >= LONGEST_MAKE_UP + 64; left -= LONGEST_MAKE_UP) {
      const longest = 63 + LONGEST_MAKE_UP / 64;
      this.put(code[longest]!, length[longest]!);
    }
    if (left >= 64) {
      const makeUp = 63 + (left >> 6);
      this.put(code[makeUp]!, length[makeUp]!);
      left &= 63;
    }
    this.put(code[left]!, length[left]!);
  }

  finish(): Uint8Array {
    if (this.pendingBits > 0) {
      this.reserve(1);
      this.bytes[this.used++] = (this.pending << (8 - this.pendingBits)) & 255;
    }
    return this.bytes.slice(0, this.used);
  }
}

/**
 * Writes the x positions where a packed row changes colour (from white) into `changes`; returns their number.
 * Skips whole bytes of one colour, which is most of a page.
 */
function findChanges(bits: Uint8Array, start: number, width: number, changes: Int32Array): number {
  const stride = rowBytes(width);
  let count = 0;
  let background = 0;
  for (let index = 0; index < stride; index++) {
    const byte = bits[start + index]!;
    let differing = byte ^ background;
    while (differing !== 0) {
      const offset = Math.clz32(differing) - 24;
      const x = index * 8 + offset;
      if (x >= width) return count;
      changes[count++] = x;
      background ^= 255;
      differing = (byte ^ background) & (255 >> offset);
    }
  }
  return count;
}

/** The rows four bytes at a time, where memory and width allow it: white rows are passed over four times as fast. */
function asWords(bits: Uint8Array, stride: number): Int32Array | undefined {
  if (stride % 4 !== 0 || bits.byteOffset % 4 !== 0) return undefined;
  return new Int32Array(bits.buffer, bits.byteOffset, bits.length >> 2);
}

/** True when nothing is black between two places. */
function isWhite(words: Int32Array, from: number, to: number): boolean {
  for (let at = from; at < to; at++) if (words[at] !== 0) return false;
  return true;
}

/** Codes one row against the row above it: the procedure of T.6 clause 2.2. */
function encodeRow(writer: BitWriter, current: Int32Array, reference: Int32Array, width: number): void {
  let position = -1;
  let color: 0 | 1 = 0;
  let next = 0;
  let above = 0;
  while (position < width) {
    const a1 = current[next]!;
    while (above > 0 && reference[above - 1]! > position) above--;
    if ((above & 1) !== color) above++;
    while (reference[above]! <= position && reference[above]! < width) above += 2;
    const b1 = reference[above]!;
    const b2 = b1 < width ? reference[above + 1]! : width;
    if (b2 < a1) {
      writer.put(MODE_CODE[PASS_MODE]!, MODE_LENGTH[PASS_MODE]!);
      position = b2;
      continue;
    }
    const offset = a1 - b1;
    if (offset >= -3 && offset <= 3) {
      writer.put(MODE_CODE[offset + 3]!, MODE_LENGTH[offset + 3]!);
      position = a1;
      color = color === 0 ? 1 : 0;
      next++;
    } else {
      const a2 = a1 < width ? current[next + 1]! : width;
      writer.put(MODE_CODE[HORIZONTAL_MODE]!, MODE_LENGTH[HORIZONTAL_MODE]!);
      writer.putRun(color, a1 - Math.max(position, 0));
      writer.putRun(color === 0 ? 1 : 0, a2 - a1);
      position = a2;
      next += 2;
    }
  }
}

/**
 * Encodes a picture as one T.6 (CCITT group 4) strip ending in EOFB.
 * Own code because libtiff behind sharp takes 8-bit pixels, writes several strips and is three times slower.
 */
export function encodeG4({ width, height, bits }: Bitmap): Uint8Array {
  const stride = rowBytes(width);
  const writer = new BitWriter(Math.max(4096, (stride * height) >> 3));
  // Six entries past the last change let the row coder look ahead (b2, +2 steps) without bounds checks.
  let reference = new Int32Array(width + 6).fill(width);
  let current = new Int32Array(width + 6);
  let above = 0;
  const words = asWords(bits, stride);
  const perRow = stride >> 2;
  for (let y = 0; y < height; y++) {
    const blank = words !== undefined && isWhite(words, y * perRow, (y + 1) * perRow);
    const count = blank ? 0 : findChanges(bits, y * stride, width, current);
    if (count === 0 && above === 0) {
      // White below white, most of a page: one code, and the reference row stays white.
      writer.reserve(1);
      writer.put(MODE_CODE[SAME_PLACE]!, MODE_LENGTH[SAME_PLACE]!);
      continue;
    }
    writer.reserve(width * WORST_BYTES_PER_PIXEL + 16);
    current.fill(width, count, count + 6);
    encodeRow(writer, current, reference, width);
    [reference, current] = [current, reference];
    above = count;
  }
  writer.reserve(4);
  writer.put(END_OF_LINE, END_OF_LINE_BITS);
  writer.put(END_OF_LINE, END_OF_LINE_BITS);
  return writer.finish();
}
