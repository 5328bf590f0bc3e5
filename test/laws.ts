import * as fc from 'fast-check';
import { expect } from 'vitest';

/** Cases per law that were asked for; without it, each law names a number that suits `npm test`. */
const asked = Number(process.env['LAWS_RUNS'] ?? 0);
const seed = process.env['LAWS_SEED'];

/**
 * Options of every `describe` that holds laws. No second try: it would draw other cases, and a fault that a law found
 * would pass. More cases than usual get an hour.
 */
export const LAWS = { retry: 0, timeout: asked > 0 ? 60 * 60_000 : 60_000 };

/**
 * Tries a law with random cases: `usual` of them, or LAWS_RUNS. A failure prints the seed (for LAWS_SEED) and the
 * smallest counterexample that was found.
 */
export async function expectLaw<T>(law: fc.IRawProperty<T>, usual: number): Promise<void> {
  await fc.assert(law, {
    numRuns: asked > 0 ? asked : usual,
    ...(seed === undefined ? {} : { seed: Number(seed) }),
  });
}

/** Expects that a law notices a broken product: one of its own assertions fails, not something beside it. Same cases each time. */
export async function expectBroken<T>(law: fc.IRawProperty<T>, runs: number): Promise<void> {
  const found = await fc.check(law, { numRuns: runs, seed: 1, endOnFailure: true });
  expect(found.errorInstance).toMatchObject({ name: 'AssertionError' });
}
