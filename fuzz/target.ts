/** A parser under test, with what it may refuse and how much it may use. */
export interface FuzzTarget {
  /** The files that are counted for coverage: parts of their paths. */
  covers: readonly string[];
  /** Bytes of the longest input that the product hands to this parser, or a bound of our own below it. */
  maxBytes: number;
  /** Megabytes that one input may make the process grow by; 256 when left out. */
  memoryMb?: number;
  /** Small, valid inputs to start from. */
  seeds(): readonly Uint8Array[] | Promise<readonly Uint8Array[]>;
  /** Parses one input. Whatever it throws is a finding: it catches the refusals that the parser declares. */
  run(input: Buffer): void | Promise<void>;
}

/** Seconds of CPU time that one input may take. */
export const HANG_SECONDS = 1;

/** Megabytes of JavaScript heap, and of growth of the whole process unless the target says otherwise. */
export const MEMORY_MB = 256;

/** A property of the parser's result that does not hold; a finding like any other error. */
export class BrokenLaw extends Error {
  override readonly name = 'BrokenLaw';
}

/** Throws BrokenLaw when the condition is false. */
export function holds(condition: boolean, law: string): asserts condition {
  if (!condition) throw new BrokenLaw(law);
}

/** The bytes of a text seed. */
export function seed(text: string): Uint8Array {
  return Buffer.from(text, 'utf8');
}
