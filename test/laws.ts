import * as fc from 'fast-check';
import { expect } from 'vitest';

/** Requested number of cases per law; by default, each law uses a number that suits `npm test`. */
const asked = Number(process.env['LAWS_RUNS'] ?? 0);
const seed = process.env['LAWS_SEED'];

/**
 * Options of every `describe` with laws. No retries: a retry would draw other cases, and a fault that a law found would
 * go unnoticed. Runs with more cases get an hour.
 */
export const LAWS = { retry: 0, timeout: asked > 0 ? 60 * 60_000 : 60_000 };

/**
 * Tests a law with random cases: `usual` of them, or LAWS_RUNS. A failure prints the seed (for LAWS_SEED) and the
 * smallest counterexample found.
 */
export async function expectLaw<T>(law: fc.IRawProperty<T>, usual: number): Promise<void> {
  await fc.assert(law, {
    numRuns: asked > 0 ? asked : usual,
    ...(seed === undefined ? {} : { seed: Number(seed) }),
  });
}

/**
 * Expects that a law detects a broken product: one of its own assertions must fail, not something else. Uses the same
 * cases each time.
 */
export async function expectBroken<T>(law: fc.IRawProperty<T>, runs: number): Promise<void> {
  const found = await fc.check(law, { numRuns: runs, seed: 1, endOnFailure: true });
  expect(found.errorInstance).toMatchObject({ name: 'AssertionError' });
}
