/** Bytes and error correction of QR codes (ISO/IEC 18004), level M: a scratched or badly lit sixth may be unreadable. */

/** One size of code: how its codewords are shared out. Two groups of blocks, the second one a codeword longer. */
interface Size {
  /** Error correction codewords a block. */
  check: number;
  /** Blocks of the first group and data codewords in each. */
  first: readonly [blocks: number, data: number];
  second: readonly [blocks: number, data: number];
  /** Centres of the alignment patterns, in one direction. */
  centres: readonly number[];
}

const size = (
  check: number,
  first: Size['first'],
  second: Size['second'],
  centres: readonly number[],
): Size => ({ check, first, second, centres });

/** Versions 1 to 14 at level M (ISO/IEC 18004, tables 9 and E.1): up to 362 bytes. */
const SIZES: readonly Size[] = [
  size(10, [1, 16], [0, 0], []),
  size(16, [1, 28], [0, 0], [6, 18]),
  size(26, [1, 44], [0, 0], [6, 22]),
  size(18, [2, 32], [0, 0], [6, 26]),
  size(24, [2, 43], [0, 0], [6, 30]),
  size(16, [4, 27], [0, 0], [6, 34]),
  size(18, [4, 31], [0, 0], [6, 22, 38]),
  size(22, [2, 38], [2, 39], [6, 24, 42]),
  size(22, [3, 36], [2, 37], [6, 26, 46]),
  size(26, [4, 43], [1, 44], [6, 28, 50]),
  size(30, [1, 50], [4, 51], [6, 30, 54]),
  size(22, [6, 36], [2, 37], [6, 32, 58]),
  size(22, [8, 37], [1, 38], [6, 34, 62]),
  size(24, [4, 40], [5, 41], [6, 26, 46, 66]),
];

/** A text as codewords, and the version of the code that holds them. */
export interface Codewords {
  version: number;
  words: readonly number[];
  centres: readonly number[];
}

/** Encodes a text as bytes in the smallest version that holds it; null when none does. */
export function encode(text: string): Codewords | null {
  const bytes = [...new TextEncoder().encode(text)];
  const at = SIZES.findIndex((one, index) => bytes.length + headBytes(index + 1) <= dataWords(one));
  const found = SIZES[at];
  if (found === undefined) return null;
  const version = at + 1;
  return {
    version,
    words: interleave(found, padded(bytes, version, dataWords(found))),
    centres: found.centres,
  };
}

/** Mode and length before the bytes: 4 + 8 bits, from version 10 on 4 + 16 bits. */
const headBytes = (version: number): number => (version < 10 ? 2 : 3);

function dataWords({ first, second }: Size): number {
  return first[0] * first[1] + second[0] * second[1];
}

/** Mode 0100 (bytes), the length, the bytes, and alternating filler up to the end. */
function padded(bytes: readonly number[], version: number, length: number): number[] {
  const bits = [
    ...bitsOf(4, 4),
    ...bitsOf(bytes.length, version < 10 ? 8 : 16),
    ...bytes.flatMap((byte) => bitsOf(byte, 8)),
    ...bitsOf(0, 4),
  ];
  const words = Array.from({ length: Math.ceil(bits.length / 8) }, (_, word) =>
    Array.from({ length: 8 }, (__, bit) => bits[word * 8 + bit] ?? 0).reduce((sum, bit) => sum * 2 + bit, 0),
  ).slice(0, length);
  const filler = Array.from({ length: length - words.length }, (_, index) => (index % 2 === 0 ? 0xec : 0x11));
  return [...words, ...filler];
}

/** A number as bits, the highest first. */
export function bitsOf(value: number, count: number): number[] {
  return Array.from({ length: count }, (_, index) => Math.floor(value / 2 ** (count - 1 - index)) % 2);
}

/** Blocks with their check words, read across: a scratch then hurts each block a little. */
function interleave({ check, first, second }: Size, data: readonly number[]): number[] {
  const lengths = [first, second].flatMap(([blocks, length]) => Array.from({ length: blocks }, () => length));
  let from = 0;
  const blocks = lengths.map((length) => data.slice(from, (from += length)));
  const checks = blocks.map((block) => remainder(block, generator(check)));
  return [...across(blocks), ...across(checks)];
}

/** The first words of all columns, then the second ones: shorter columns end earlier. */
function across(columns: readonly (readonly number[])[]): number[] {
  return Array.from({ length: Math.max(...columns.map(({ length }) => length)) }, (_, row) =>
    columns.flatMap((column) => column[row] ?? []),
  ).flat();
}

/** Powers of 2 in GF(256) with the polynomial x^8+x^4+x^3+x^2+1, and their exponents. */
const POWERS = Array.from({ length: 255 }, () => 1);
for (let index = 1; index < POWERS.length; index += 1) {
  const doubled = (POWERS[index - 1] ?? 0) * 2;
  POWERS[index] = doubled > 255 ? doubled ^ 0x11d : doubled;
}
const EXPONENTS = new Map(POWERS.map((power, exponent) => [power, exponent]));

function multiply(a: number, b: number): number {
  if (a === 0 || b === 0) return 0;
  return POWERS[((EXPONENTS.get(a) ?? 0) + (EXPONENTS.get(b) ?? 0)) % 255] ?? 0;
}

/** The product of (x − 2^0) … (x − 2^(n−1)), without its leading 1. */
function generator(degree: number): number[] {
  let factors = [1];
  for (let exponent = 0; exponent < degree; exponent += 1) {
    const root = POWERS[exponent] ?? 0;
    factors = [...factors, 0].map((factor, index) => factor ^ multiply(factors[index - 1] ?? 0, root));
  }
  return factors.slice(1);
}

/** What is left of the data, times x^n, divided by the generator: the check words (Reed–Solomon). */
function remainder(data: readonly number[], divisor: readonly number[]): number[] {
  let rest = divisor.map(() => 0);
  for (const word of data) {
    const lead = word ^ (rest[0] ?? 0);
    rest = [...rest.slice(1), 0].map((value, index) => value ^ multiply(divisor[index] ?? 0, lead));
  }
  return rest;
}
