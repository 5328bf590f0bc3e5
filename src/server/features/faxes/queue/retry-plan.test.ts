import { describe, expect, it } from 'vitest';

import { MANY_FAULTS } from '#server/features/faxes/lines/lines.service.ts';
import { planRetry } from './retry-plan.ts';
import type { FailedCall } from './retry-plan.ts';

const busy: FailedCall = {
  reason: 'BUSY',
  telephone: false,
  dials: 1,
  faults: 0,
  rests: false,
  hours: 0,
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

  it('does not count a call that our own line could not place, and waits longer after each', () => {
    const plans = [0, 1, 2, 3, 59, 60, 151, 152, 1_000].map((faults) =>
      planRetry({ ...busy, reason: 'LINE_FAULT', dials: 5, faults }),
    );
    const [minute, quarter, hour] = [60_000, 900_000, 3_600_000];
    expect(plans).toEqual(
      [1_000, 10_000, 20_000, 40_000, minute, quarter, quarter, hour, hour].map((afterMs) => ({
        kind: 'again',
        afterMs,
        counts: false,
      })),
    );
  });

  it('gives a fax up that lines have refused for three days', () => {
    let [faults, hours] = [0, 0];
    for (;;) {
      const plan = planRetry({ ...busy, reason: 'LINE_FAULT', faults, hours });
      if (plan.kind === 'give-up') break;
      faults += 1;
      hours += plan.afterMs / 3_600_000;
    }
    expect([faults < 250, Math.round(hours / 24)]).toEqual([true, 3]);
  });

  it('does not give one up that was called seldom, because its line was away, or often, because it came and went', () => {
    const plans = [
      { faults: 30, hours: 200 },
      { faults: 400, hours: 7 },
    ].map((call) => planRetry({ ...busy, reason: 'LINE_FAULT', ...call }).kind);
    expect(plans).toEqual(['again', 'again']);
  });

  it('is due when the rest of its line is over, unless it may be what the carrier refuses', () => {
    const waited = [0, MANY_FAULTS - 1, MANY_FAULTS].map((faults) =>
      planRetry({ ...busy, reason: 'LINE_FAULT', rests: true, faults }),
    );
    expect(waited).toMatchObject([{ afterMs: 0 }, { afterMs: 0 }, { afterMs: 60_000 }]);
  });
});
