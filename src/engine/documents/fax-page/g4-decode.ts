import type { Bitmap } from './bitmap.ts';
import { blankBitmap, rowBytes } from './bitmap.ts';
import {
  HORIZONTAL_MODE,
  MODE_PREFIXES,
  MODE_WINDOW_BITS,
  PASS_MODE,
  RUN_PREFIXES,
  RUN_WINDOW_BITS,
} from './g4-codes.ts';

/** A decoded page, or the first row that could not be decoded. */
export type DecodedPage = { kind: 'ok'; bitmap: Bitmap } | { kind: 'damaged'; row: number };

/** Reads code words, most significant bit first; past the end it returns zeros, which are not a code. */
class BitReader {
  private readonly bytes: Uint8Array;
  private next = 0;
  private window = 0;
  private windowBits = 0;

  constructor(bytes: Uint8Array) {
    this.bytes = bytes;
  }

  peek(bits: number): number {
    while (this.windowBits < bits) {
      this.window = ((this.window & 0xffff) << 8) | (this.bytes[this.next++] ?? 0);
      this.windowBits += 8;
    }
    return (this.window >>> (this.windowBits - bits)) & ((1 << bits) - 1);
  }

  skip(bits: number): void {
    this.windowBits -= bits;
  }

  /** Returns the next mode, or −1 if no mode code matches (damage, or the end of the block). */
  mode(): number {
    const entry = MODE_PREFIXES[this.peek(MODE_WINDOW_BITS)]!;
    this.skip(entry & 15);
    return entry === 0 ? -1 : entry >> 4;
  }

  /** Returns a whole run (make-up codes and the terminating one), or −1. `limit` ends endless make-up codes. */
  run(color: 0 | 1, limit: number): number {
    let total = 0;
    while (total <= limit) {
      const entry = RUN_PREFIXES[color][this.peek(RUN_WINDOW_BITS)]!;
      if (entry === 0) return -1;
      this.skip(entry & 15);
      const length = entry >> 4;
      total += length;
      if (length < 64) return total;
    }
    return -1;
  }
}

/** Sets pixels from (inclusive) to (exclusive) to black, in the row that starts at byte `start`. */
function blacken(bits: Uint8Array, start: number, from: number, to: number): void {
  const first = start + (from >> 3);
  const last = start + (to >> 3);
  const head = 255 >> (from & 7);
  const tail = 255 & ~(255 >> (to & 7));
  if (first === last) {
    bits[first]! |= head & tail;
    return;
  }
  bits[first]! |= head;
  bits.fill(255, first + 1, last);
  if (tail !== 0) bits[last]! |= tail;
}

/** Decodes one row into color changes (T.6 clause 2.2); returns their number, or −1 on damage. */
function decodeRow(reader: BitReader, current: Int32Array, reference: Int32Array, width: number): number {
  let position = 0;
  let started = false;
  let color: 0 | 1 = 0;
  let count = 0;
  let above = 0;
  while (position < width) {
    while (above > 0 && reference[above - 1]! > position) above--;
    if ((above & 1) !== color) above++;
    const floor = started ? position : -1;
    while (reference[above]! <= floor && reference[above]! < width) above += 2;
    const b1 = reference[above]!;
    const mode = reader.mode();
    if (mode === PASS_MODE) {
      position = b1 < width ? reference[above + 1]! : width;
    } else if (mode === HORIZONTAL_MODE) {
      const first = reader.run(color, width);
      const second = first < 0 ? -1 : reader.run(color === 0 ? 1 : 0, width);
      if (second < 0 || position + first + second > width) return -1;
      current[count++] = position + first;
      position += first + second;
      current[count++] = position;
    } else {
      const a1 = b1 + mode - 3;
      if (mode < 0 || a1 < position || a1 > width) return -1;
      current[count++] = a1;
      position = a1;
      color = color === 0 ? 1 : 0;
    }
    started = true;
    if (count > width + 1) return -1;
  }
  return count;
}

/**
 * Decodes one G4 strip of known size, exactly. Own code, so that header stamping, rotation and page images need no
 * process and no native library; it stops at the first damaged row instead of guessing.
 */
export function decodeG4(strip: Uint8Array, width: number, height: number): DecodedPage {
  const bitmap = blankBitmap(width, height);
  const stride = rowBytes(width);
  const reader = new BitReader(strip);
  let reference = new Int32Array(width + 8).fill(width);
  let current = new Int32Array(width + 8);
  for (let y = 0; y < height; y++) {
    const count = decodeRow(reader, current, reference, width);
    if (count < 0) return { kind: 'damaged', row: y };
    current.fill(width, count, Math.min(count + 6, current.length));
    const start = y * stride;
    for (let index = 0; index < count; index += 2) {
      const from = current[index]!;
      const to = index + 1 < count ? current[index + 1]! : width;
      if (from < to) blacken(bitmap.bits, start, from, to);
    }
    [reference, current] = [current, reference];
  }
  return { kind: 'ok', bitmap };
}
