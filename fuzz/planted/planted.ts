import type { FuzzTarget } from '../target.ts';
import { seed } from '../target.ts';
import { parsePlanted } from './parser.ts';

/** A parser that throws, hangs and fills the memory: the test of the harness expects all three findings. */
export const target: FuzzTarget = {
  covers: ['/fuzz/planted/parser'],
  maxBytes: 1024,
  memoryMb: 128,
  seeds: () => [seed('hello')],
  run: (input) => parsePlanted(input),
};
