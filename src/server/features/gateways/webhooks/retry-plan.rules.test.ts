import { describe, expect, it } from 'vitest';

import { isDelivered, waitAfter } from './retry-plan.rules.ts';

const [SECOND, MINUTE, HOUR] = [1, 60, 3_600];

describe('the plan of retries', () => {
  it('is 5 s, 5 and 30 min, then 2, 5, 10, 14, 20 and 24 h, and ends with the tenth try', () => {
    const plan = Array.from({ length: 11 }, (_, n) => waitAfter(n + 1, 0.5));
    expect(plan).toEqual([
      5 * SECOND,
      5 * MINUTE,
      30 * MINUTE,
      ...[2, 5, 10, 14, 20, 24].map((hours) => hours * HOUR),
      undefined,
      undefined,
    ]);
  });

  it('varies by a fifth, so that what failed together is not tried again together', () => {
    expect([waitAfter(2, 0), waitAfter(2, 1)].map((wait) => Math.round(wait ?? 0))).toEqual([270, 330]);
  });

  it('waits as long as a receiver asks, never shorter than planned and never more than a day', () => {
    expect([
      waitAfter(1, 0.5, 3_600),
      waitAfter(4, 0.5, 1),
      waitAfter(1, 0.5, 1e12),
      waitAfter(10, 0.5, 60),
    ]).toEqual([3_600, 2 * HOUR, 24 * HOUR, undefined]);
  });

  it('counts 2xx alone as delivered', () => {
    const answers = [null, 100, 101, 199, 200, 204, 299, 300, 301, 304, 308, 400, 410, 500];
    expect(answers.filter(isDelivered)).toEqual([200, 204, 299]);
  });
});
