import { expect, it } from 'vitest';

import { isLate } from './doctor-queues.ts';

it.each([
  ['send', 601, true],
  ['send', 120, false],
  ['mail', 3_600, false],
  ['mail', 5 * 3_600, true],
  ['copy', 5 * 3_600, false],
] as const)('%s that waits for %i seconds is late: %s', (queue, seconds, expected) => {
  expect(isLate(queue, seconds)).toBe(expected);
});
