import { afterEach, beforeEach, expect, it, vi } from 'vitest';

import { CarrierPace } from './pace.ts';

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

/** Makes four calls per second for this many seconds; returns the times at which calls went through. */
async function ask(pace: CarrierPace, seconds: number, answer: () => void): Promise<number[]> {
  const asked: number[] = [];
  for (let i = 0; i < seconds * 4; i += 1) {
    void pace.during(async () => {
      asked.push(performance.now() / 1_000);
      answer();
    });
    await vi.advanceTimersByTimeAsync(250);
  }
  return asked;
}

it('an hour of refusals is asked about once a minute, not always at the same second', async () => {
  const pace = new CarrierPace();
  const asked = await ask(pace, 3_600, () => pace.refused('order', undefined));
  const gaps = asked.slice(1).map((at, i) => at - (asked[i] ?? 0));
  expect(asked.length).toBeLessThan(70);
  expect(Math.min(...gaps)).toBeGreaterThanOrEqual(1);
  const late = gaps.slice(8);
  expect(Math.min(...late)).toBeGreaterThanOrEqual(60);
  expect(Math.max(...late)).toBeLessThan(73);
  expect(new Set(late).size).toBeGreaterThan(5);
});

it('a wait that the carrier names is kept, up to an hour', async () => {
  const pace = new CarrierPace();
  const asked = await ask(pace, 100, () => pace.refused('look', 30_000));
  expect(asked.slice(1).every((at, i) => at - (asked[i] ?? 0) >= 30)).toBe(true);
  pace.refused('look', 86_400_000);
  expect(pace.restMs).toBeLessThanOrEqual(1.2 * 3_600_000);
});

it('after a rest one request goes at a time, at most one a second, until the refused kind is taken again', async () => {
  const pace = new CarrierPace();
  pace.refused('order', 1_000);
  await vi.advanceTimersByTimeAsync(1_500);
  const looked = await ask(pace, 10, () => pace.took('look'));
  expect(looked.length).toBeLessThanOrEqual(10);
  expect(pace.recovering).toBe(true);
  pace.took('order');
  expect(pace.recovering).toBe(false);
  const all = await Promise.all([pace.during(async () => 1), pace.during(async () => 2)]);
  expect(all).toEqual([1, 2]);
});
