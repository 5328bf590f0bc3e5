import { expect, test } from 'vitest';

import { scaleFor } from './chart-scale.ts';

test('a scale has round numbers, reaches the highest value, and counts whole things', () => {
  expect(scaleFor(6, 1)).toEqual([0, 2, 4, 6, 8]);
  expect(scaleFor(1, 1)).toEqual([0, 1, 2, 3, 4]);
  expect(scaleFor(173, 1)).toEqual([0, 50, 100, 150, 200]);
  expect(scaleFor(0, 0.5)).toEqual([0, 0.5, 1, 1.5, 2]);
});
