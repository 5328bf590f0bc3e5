import { describe, expect, it } from 'vitest';

import { planRetry } from './retry-plan.ts';
import type { FailedCall } from './retry-plan.ts';

const busy: FailedCall = {
  reason: 'BUSY',
  telephone: false,
  dials: 1,
  faults: 0,
  configured: undefined,
  random: () => 0.5,
};

/** Returns the minutes until each next call, until the plan gives up. */
function waits(change: Partial<FailedCall>): number[] {
  const minutes: number[] = [];
  for (let dials = 1; dials <= 9; dials += 1) {
    const plan = planRetry({ ...busy, ...change, dials });
    if (plan.kind === 'give-up') break;
    minutes.push(plan.afterMs / 60_000);
  }
  return minutes;
}

describe('planning the next call', () => {
  it('waits 2, 5, 10 and 20 minutes and then gives up', () => {
    const usual = waits({});
    expect(usual).toEqual([2, 5, 10, 20]);
  });

  it('spreads the waits by a fifth', () => {
    const [least, most] = [waits({ random: () => 0 }), waits({ random: () => 1 })];
    expect(least.map((m) => Math.round(m * 10) / 10)).toEqual([1.6, 4, 8, 16]);
    expect(most.map((m) => Math.round(m * 10) / 10)).toEqual([2.4, 6, 12, 24]);
  });

  it.each(['BUSY', 'NO_ANSWER', 'NO_FAX_MACHINE', 'DROPPED'] as const)(
    '[F-send-18] waits exactly as configured after %s, on every kind of line',
    (reason) => {
      const configured = [0.1, 0.2, 0.3, 0.4];
      const seen = waits({ reason, configured, telephone: true, random: () => 1 });
      expect(seen).toEqual(configured);
    },
  );

  it('calls a person who picked up only once more on a real line', () => {
    const seen = [
      waits({ reason: 'NO_FAX_MACHINE', telephone: true }),
      waits({ reason: 'NO_ANSWER', telephone: true }),
    ];
    expect(seen).toEqual([[5], [5, 15]]);
  });

  it('calls once more after a failure that nobody knows', () => {
    expect(waits({ reason: 'OTHER', telephone: true })).toEqual([5]);
  });

  it('does not count a call that our own line could not place', () => {
    const plans = [0, 1, 2, 9].map((faults) =>
      planRetry({ ...busy, reason: 'LINE_FAULT', dials: 5, faults }),
    );
    expect(plans).toEqual(
      [1_000, 10_000, 20_000, 60_000].map((afterMs) => ({ kind: 'again', afterMs, counts: false })),
    );
  });
});
