import { KERNEL } from './kernel.generated.ts';
import { wasm } from './web-assembly.ts';

/** The functions of `assembly/`, which process every pixel; addresses and sizes are bytes in the kernel's memory. */
interface KernelCalls {
  countTones(pixels: number, count: number, histogram: number): void;
  measureBlocks(
    pixels: number,
    width: number,
    height: number,
    ink: number,
    paper: number,
    tint: number,
    blocks: number,
  ): void;
  blockThresholds(
    blocks: number,
    columns: number,
    rows: number,
    highest: number,
    level: number,
    flat: number,
    dark: number,
    thresholds: number,
  ): void;
  applyThresholds(pixels: number, width: number, height: number, thresholds: number, bits: number): void;
  scratchBytes(width: number): number;
  dither(
    pixels: number,
    width: number,
    height: number,
    pictures: number,
    curve: number,
    clusters: number,
    bits: number,
    scratch: number,
  ): void;
  encodeG4(
    bits: number,
    width: number,
    height: number,
    tables: number,
    changes: number,
    target: number,
  ): number;
  resample(
    source: number,
    sourceWidth: number,
    height: number,
    width: number,
    rowFirst: number,
    rowTaps: number,
    rowWeights: number,
    windows: number,
    columnTaps: number,
    columnWeights: number,
    mixed: number,
    target: number,
  ): void;
}

const PAGE_BYTES = 65_536;

/** Every address is a multiple of this. */
const ALIGNMENT = 16;

const memory = new wasm.Memory({ initial: 1 });

/** Created on first use, once per thread; an address outside its memory ends a call with an error. */
let made: KernelCalls | undefined;

/** Returns the functions of the kernel. Their results stay in memory until the next call of `layOut`. */
export function kernel(): KernelCalls {
  if (!made) {
    const code = new wasm.Module(Buffer.from(KERNEL, 'base64'));
    made = new wasm.Instance(code, { env: { memory } }).exports as KernelCalls;
  }
  return made;
}

/** Allocates consecutive memory for every part of a call; returns the addresses. Contents are undefined. */
export function layOut<Part extends string>(sizes: Record<Part, number>): Record<Part, number> {
  let end = 0;
  const places = {} as Record<Part, number>;
  for (const [part, bytes] of Object.entries<number>(sizes)) {
    places[part as Part] = end;
    end = Math.ceil((end + bytes) / ALIGNMENT) * ALIGNMENT;
  }
  const missing = end - memory.buffer.byteLength;
  if (missing > 0) memory.grow(Math.ceil(missing / PAGE_BYTES));
  return places;
}

/** Returns bytes of the kernel's memory without copying; valid until the memory grows. */
export function kernelBytes(at: number, length: number): Uint8Array {
  return new Uint8Array(memory.buffer, at, length);
}
