import { expect, test } from 'vitest';

import { isQuiet } from './warm-up.ts';

test('a converter practises only when no job has come for a while', async () => {
  const never = new Promise(() => {});
  expect(await isQuiet(never, 1)).toBe(true);
  // A job that has arrived does not wait for the rest of the time.
  expect(await isQuiet(Promise.resolve(), 3_600_000)).toBe(false);
});
