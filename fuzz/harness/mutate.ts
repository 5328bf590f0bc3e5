import type { Random } from './random.ts';

const INTERESTING = [0, 1, 2, 7, 8, 16, 31, 32, 63, 64, 100, 127, 128, 255, 256, 511, 512, 1000, 1023, 1024];
const WIDE = [4095, 4096, 32_767, 32_768, 65_535, 65_536, 0x7fffffff, 0x80000000, 0xfffffffe, 0xffffffff];

/** Sources of mutations. */
export interface Material {
  random: Random;
  /** Dictionary. */
  words: readonly Uint8Array[];
  /** Other inputs, for splices. */
  corpus: readonly Uint8Array[];
  maxBytes: number;
}

type Mutation = (input: Buffer, material: Material) => Buffer;

/** Applies 1 to 8 random mutations (the havoc stage of AFL). */
export function mutate(input: Uint8Array, material: Material): Buffer {
  const { random, maxBytes } = material;
  let changed: Buffer = Buffer.from(input);
  for (let times = 1 << random.below(random.below(5)); times > 0; times -= 1)
    changed = random.pick(MUTATIONS)(changed, material);
  return changed.subarray(0, maxBytes);
}

/**
 * Repeats a part of an input until it has the maximum length: code that takes quadratic time shows up only with long
 * inputs.
 */
export function enlarge(input: Uint8Array, { random, maxBytes }: Material): Buffer {
  const source = Buffer.from(input);
  const from = random.below(source.length);
  const part = source.subarray(from, from + 1 + random.below(random.chance(1, 2) ? 8 : source.length - from));
  if (part.length === 0) return source;
  const room = maxBytes - source.length;
  const repeated = Buffer.alloc(Math.max(0, room), part);
  return Buffer.concat([source.subarray(0, from), repeated, source.subarray(from)]).subarray(0, maxBytes);
}

const insert = (input: Buffer, at: number, piece: Uint8Array): Buffer =>
  Buffer.concat([input.subarray(0, at), piece, input.subarray(at)]);

const overwrite = (input: Buffer, at: number, piece: Uint8Array): Buffer => {
  input.set(piece.subarray(0, Math.max(0, input.length - at)), at);
  return input;
};

function number(random: Random): Buffer {
  const bytes = Buffer.alloc(4);
  const value = random.chance(1, 2) ? random.pick(INTERESTING) : random.pick(WIDE);
  if (random.chance(1, 2)) bytes.writeUInt32LE(value);
  else bytes.writeUInt32BE(value);
  const size = random.pick([1, 2, 4]);
  return random.chance(1, 2) ? bytes.subarray(0, size) : bytes.subarray(4 - size);
}

const MUTATIONS: readonly Mutation[] = [
  // Bit flip, random byte, small addition.
  (input, { random }) => {
    if (input.length > 0) input[random.below(input.length)]! ^= 1 << random.below(8);
    return input;
  },
  (input, { random }) => {
    if (input.length > 0) input[random.below(input.length)] = random.below(256);
    return input;
  },
  (input, { random }) => {
    if (input.length > 0) input[random.below(input.length)]! += random.below(71) - 35;
    return input;
  },
  // Interesting numbers.
  (input, { random }) => overwrite(input, random.below(input.length), number(random)),
  (input, { random }) => insert(input, random.below(input.length + 1), number(random)),
  // Deletion.
  (input, { random }) => {
    const from = random.below(input.length);
    return Buffer.concat([input.subarray(0, from), input.subarray(from + 1 + random.below(16))]);
  },
  (input, { random }) => {
    const from = random.below(input.length);
    return Buffer.concat([input.subarray(0, from), input.subarray(from + random.below(input.length - from))]);
  },
  (input, { random }) => (random.chance(1, 4) ? input.subarray(0, random.below(input.length + 1)) : input),
  // Duplication, run of one byte.
  (input, { random }) => {
    const from = random.below(input.length);
    const piece = input.subarray(from, from + 1 + random.below(Math.min(64, input.length - from)));
    return insert(input, random.below(input.length + 1), piece);
  },
  (input, { random }) =>
    insert(input, random.below(input.length + 1), Buffer.alloc(1 + random.below(64), random.below(256))),
  (input, { random }) => {
    const from = random.below(input.length);
    return overwrite(
      input,
      random.below(input.length),
      Buffer.from(input.subarray(from, from + random.below(32))),
    );
  },
  // Dictionary.
  (input, { random, words }) =>
    words.length > 0 ? insert(input, random.below(input.length + 1), random.pick(words)) : input,
  (input, { random, words }) =>
    words.length > 0 ? overwrite(input, random.below(input.length), random.pick(words)) : input,
  // Decimal digits.
  (input, { random }) => {
    const digits = [...input.entries()].filter(([, byte]) => byte >= 48 && byte <= 57);
    if (digits.length === 0) return input;
    const [at] = random.pick(digits);
    input[at] = 48 + random.below(10);
    return input;
  },
  // Splice.
  (input, { random, corpus }) => {
    const other = random.pick(corpus);
    const from = random.below(other.length);
    const piece = other.subarray(from, from + random.below(other.length - from + 1));
    const at = random.below(input.length + 1);
    return Buffer.concat([
      input.subarray(0, at),
      piece,
      random.chance(1, 2) ? input.subarray(at) : Buffer.alloc(0),
    ]);
  },
];
