import { bitsOf, encode } from './qr-bits.ts';
import type { Codewords } from './qr-bits.ts';

/** Dark is true. */
export type QrMatrix = readonly (readonly boolean[])[];

/** A square that is being filled; what is undefined is still free for data. */
type Draft = (boolean | undefined)[][];

/** The eight ways to turn modules over, so that no code looks like a finder or a blank (ISO/IEC 18004, table 10). */
const MASKS: readonly ((row: number, column: number) => boolean)[] = [
  (row, column) => (row + column) % 2 === 0,
  (row) => row % 2 === 0,
  (_, column) => column % 3 === 0,
  (row, column) => (row + column) % 3 === 0,
  (row, column) => (Math.floor(row / 2) + Math.floor(column / 3)) % 2 === 0,
  (row, column) => ((row * column) % 2) + ((row * column) % 3) === 0,
  (row, column) => (((row * column) % 2) + ((row * column) % 3)) % 2 === 0,
  (row, column) => (((row + column) % 2) + ((row * column) % 3)) % 2 === 0,
];

/** The QR code of a text, without its quiet zone; null when it is too long (362 bytes). */
export function qrMatrix(text: string): QrMatrix | null {
  const code = encode(text);
  if (code === null) return null;
  const masked = MASKS.map((_, mask) => draw(code, mask));
  return masked.toSorted((a, b) => penalty(a) - penalty(b))[0] ?? null;
}

function draw(code: Codewords, mask: number): QrMatrix {
  const side = 17 + 4 * code.version;
  const draft: Draft = Array.from({ length: side }, () => Array.from({ length: side }, () => undefined));
  drawPatterns(draft, code.centres);
  drawFormat(draft, mask);
  if (code.version >= 7) drawVersion(draft, code.version);
  drawData(draft, code.words, MASKS[mask] ?? (() => false));
  return draft.map((row) => row.map((dark) => dark === true));
}

function put(draft: Draft, row: number, column: number, dark: boolean): void {
  const line = draft[row];
  if (line !== undefined && column >= 0 && column < line.length) line[column] = dark;
}

/** Rings around a centre: a finder is dark at 0, 1 and 3, an alignment pattern at 0 and 2. */
function drawRings(draft: Draft, row: number, column: number, dark: readonly boolean[]): void {
  const reach = dark.length - 1;
  for (let y = -reach; y <= reach; y += 1)
    for (let x = -reach; x <= reach; x += 1)
      put(draft, row + y, column + x, dark[Math.max(Math.abs(x), Math.abs(y))] ?? false);
}

function drawPatterns(draft: Draft, centres: readonly number[]): void {
  const last = draft.length - 1;
  for (const [row, column] of [
    [3, 3],
    [3, last - 3],
    [last - 3, 3],
  ] as const)
    drawRings(draft, row, column, [true, true, false, true, false]);
  for (const row of centres)
    for (const column of centres)
      if (draft[row]?.[column] === undefined) drawRings(draft, row, column, [true, false, true]);
  for (let at = 8; at <= last - 8; at += 1) {
    put(draft, 6, at, at % 2 === 0);
    put(draft, at, 6, at % 2 === 0);
  }
  put(draft, last - 7, 8, true);
}

/** The remainder of a number times 2^n, divided by a polynomial of that degree (BCH code). */
function bch(value: number, polynomial: number, degree: number): number {
  let rest = value << degree;
  for (let bit = 31; bit >= degree; bit -= 1) if ((rest >> bit) & 1) rest ^= polynomial << (bit - degree);
  return rest;
}

/** Level M is 00; the mask follows, with its check bits, twice. */
function drawFormat(draft: Draft, mask: number): void {
  const last = draft.length - 1;
  const bits = bitsOf(((mask << 10) | bch(mask, 0x537, 10)) ^ 0x5412, 15).toReversed();
  for (const [index, bit] of bits.entries()) {
    const dark = bit === 1;
    // Around the first finder, leaving out the timing patterns.
    if (index < 8) put(draft, index < 6 ? index : index + 1, 8, dark);
    else put(draft, 8, index === 8 ? 7 : 14 - index, dark);
    // Beside the two others.
    if (index < 8) put(draft, 8, last - index, dark);
    else put(draft, last - 14 + index, 8, dark);
  }
}

/** From version 7 on the code says which it is, twice. */
function drawVersion(draft: Draft, version: number): void {
  const bits = bitsOf((version << 12) | bch(version, 0x1f25, 12), 18).toReversed();
  const edge = draft.length - 11;
  for (const [index, bit] of bits.entries()) {
    const [far, near] = [edge + (index % 3), Math.floor(index / 3)];
    put(draft, far, near, bit === 1);
    put(draft, near, far, bit === 1);
  }
}

/** Two columns at a time, up and down, from the right; the column of the timing pattern is left out. */
function drawData(
  draft: Draft,
  words: readonly number[],
  turned: (row: number, column: number) => boolean,
): void {
  const bits = words.flatMap((word) => bitsOf(word, 8));
  const side = draft.length;
  let next = 0;
  let up = true;
  for (let right = side - 1; right > 0; right -= right === 8 ? 3 : 2) {
    for (let step = 0; step < side; step += 1) {
      const row = up ? side - 1 - step : step;
      for (const column of [right, right - 1]) {
        if (draft[row]?.[column] !== undefined) continue;
        put(draft, row, column, (bits[next] === 1) !== turned(row, column));
        next += 1;
      }
    }
    up = !up;
  }
}

/** How hard a code is to read: long runs, blocks, look-alikes of finders, and too much of one colour. */
function penalty(matrix: QrMatrix): number {
  const lines = [...matrix, ...matrix.map((_, column) => matrix.map((row) => row[column] === true))];
  const dark = matrix.flat().filter(Boolean).length / matrix.length ** 2;
  let points = Math.floor(Math.abs(dark * 20 - 10)) * 10;
  for (const line of lines) {
    const written = line.map((one) => (one ? '1' : '0')).join('');
    for (const [run] of written.matchAll(/0{5,}|1{5,}/g)) points += run.length - 2;
    points += 40 * [...written.matchAll(/(?=10111010000|00001011101)/g)].length;
  }
  for (const [y, row] of matrix.slice(1).entries())
    for (const [x, one] of row.slice(1).entries())
      if ([matrix[y]?.[x], matrix[y]?.[x + 1], row[x]].every((other) => other === one)) points += 3;
  return points;
}
