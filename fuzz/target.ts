/** A parser under test and its limits. */
export interface FuzzTarget {
  /** Files whose branches count as coverage, as substrings of their paths. */
  covers: readonly string[];
  /** Longest input in bytes: the limit of the product, or a lower one. */
  maxBytes: number;
  /** Growth of the process (RSS) that one input may cause, in MB; 256 by default. */
  memoryMb?: number;
  /** Small, valid inputs to start from. */
  seeds(): readonly Uint8Array[] | Promise<readonly Uint8Array[]>;
  /** Parses one input. Any exception is a finding, so it catches the errors that the parser declares. */
  run(input: Buffer): void | Promise<void>;
}

/** CPU seconds that one input may take. */
export const HANG_SECONDS = 1;

/** Limit of the JavaScript heap, and the default for the growth of the process, in MB. */
export const MEMORY_MB = 256;

/** A property of the result does not hold. */
export class BrokenLaw extends Error {
  override readonly name = 'BrokenLaw';
}

/** Throws BrokenLaw when the condition is false. */
export function holds(condition: boolean, law: string): asserts condition {
  if (!condition) throw new BrokenLaw(law);
}

/** Returns the bytes of a text seed. */
export function seed(text: string): Uint8Array {
  return Buffer.from(text, 'utf8');
}
