import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { opensAt } from '#contract/faxes/delivery-window.ts';
import type { DeliveryWindow } from '#contract/faxes/delivery-window.ts';
import { instantOf, offsetAt, wallAt, weekdayOf } from '#contract/kit/wall-time.ts';

import { LAWS, expectBroken, expectLaw } from './laws.ts';
import { momentInZone } from './simulated-clock.ts';

const MINUTE = 60_000;
const DAY = 1_440;

/** The same moments, also in other years. */
const moment = fc
  .tuple(momentInZone, fc.constantFrom(0, 365, 730, 1_096, 3_653))
  .map(([{ zone, at }, days]) => ({
    zone,
    at: new Date(Math.floor(at.getTime() / MINUTE) * MINUTE + days * DAY * MINUTE),
  }));

const window: fc.Arbitrary<DeliveryWindow> = fc.record({
  days: fc.uniqueArray(fc.nat(6), { minLength: 1, maxLength: 7 }),
  from: fc.nat(DAY - 1),
  until: fc.nat(DAY - 1),
});

/** Checks the result minute by minute, with nothing more sophisticated than a wall clock. */
const showsFirst = (find: typeof instantOf) =>
  fc.property(moment, fc.integer({ min: -180, max: 180 }), ({ zone, at }, shift) => {
    const wall = wallAt(zone, at) + shift;
    const found = find(zone, wall).getTime() / MINUTE;
    const minutes = Array.from({ length: 400 }, (_, i) => at.getTime() / MINUTE + shift - 200 + i);
    const shown = minutes.map((minute) => wallAt(zone, new Date(minute * MINUTE)));
    const exact = shown.indexOf(wall);
    const next = shown.findIndex((one, i) => one > wall && (shown[i - 1] ?? one) < wall);
    expect(found).toBe(minutes[exact === -1 ? next : exact]);
  });

const second: typeof instantOf = (zone, wall) => {
  const first = instantOf(zone, wall);
  const later = new Date(first.getTime() + 60 * MINUTE);
  return wallAt(zone, later) === wall ? later : first;
};

/**
 * Returns whether the clock shows a time within the window: on its day, or on the day before if it extends past
 * midnight.
 */
const isOpen = ({ days, from, until }: DeliveryWindow, wall: number): boolean => {
  const minute = ((wall % DAY) + DAY) % DAY;
  const today = days.includes(weekdayOf(wall));
  const yesterday = days.includes(weekdayOf(wall - DAY));
  if (from < until) return today && minute >= from && minute < until;
  return (today && minute >= from) || (yesterday && minute < until);
};

const early: typeof opensAt = (hours, zone, at) =>
  opensAt(hours.until < hours.from ? { ...hours, until: 0 } : hours, zone, at);

const written = (time: string) => new Date(time);

const opensAsClocksShow = (opens: typeof opensAt) =>
  fc.property(moment, window, ({ zone, at }, hours) => {
    const found = opens(hours, zone, at);
    expect(found.getTime()).toBeGreaterThanOrEqual(at.getTime());
    // Around a clock change the window may be open during an hour that occurs twice, or open late.
    const steady = [found, at].every(
      (one) =>
        wallAt(zone, new Date(one.getTime() + DAY * MINUTE)) -
          wallAt(zone, new Date(one.getTime() - DAY * MINUTE)) ===
        2 * DAY,
    );
    if (!steady) return;
    expect(isOpen(hours, wallAt(zone, found))).toBe(true);
    expect(found.getTime() === at.getTime()).toBe(isOpen(hours, wallAt(zone, at)));
    if (found > at) expect(isOpen(hours, wallAt(zone, found) - 1)).toBe(false);
  });

describe('laws of sending later', LAWS, () => {
  it('a wall time is the first instant that shows it; a skipped one moves to the next minute that exists', async () => {
    await expectLaw(showsFirst(instantOf), 400);
  });

  it('notices a wall time that takes the second of two', async () => {
    await expectBroken(showsFirst(second), 2_000);
  });

  it('a fax waits for the next opening of its window, by the clock of its recipient', async () => {
    await expectLaw(opensAsClocksShow(opensAt), 1_000);
  });

  it('notices a window that closes at midnight', async () => {
    await expectBroken(opensAsClocksShow(early), 2_000);
  });

  it('a window never keeps a fax for more than eight days, or a week longer where clocks skip an opening', async () => {
    await expectLaw(
      fc.property(moment, window, ({ zone, at }, hours) => {
        const found = opensAt(hours, zone, at);
        const changes = offsetAt(zone, at) !== offsetAt(zone, found);
        const days = (found.getTime() - at.getTime()) / (DAY * MINUTE);
        expect(days).toBeLessThanOrEqual(changes ? 15 : 8);
      }),
      500,
    );
  });

  it('knows the examples: the night in which clocks change, over midnight, all day', () => {
    const zone = 'America/New_York';
    const every = [0, 1, 2, 3, 4, 5, 6];
    // 2:30 does not exist on 3/14/2027, and 1:30 occurs twice on 11/7/2027.
    expect(instantOf(zone, Date.UTC(2027, 2, 14, 2, 30) / MINUTE)).toEqual(
      written('2027-03-14T03:00:00-04:00'),
    );
    expect(instantOf(zone, Date.UTC(2027, 10, 7, 1, 30) / MINUTE)).toEqual(
      written('2027-11-07T01:30:00-04:00'),
    );
    const night = { days: every, from: 22 * 60, until: 6 * 60 };
    expect(opensAt(night, zone, written('2026-11-24T03:00:00-05:00'))).toEqual(
      written('2026-11-24T03:00:00-05:00'),
    );
    expect(opensAt(night, zone, written('2026-11-24T12:00:00-05:00'))).toEqual(
      written('2026-11-24T22:00:00-05:00'),
    );
    const friday = { days: [5], from: 22 * 60, until: 6 * 60 };
    expect(opensAt(friday, zone, written('2026-11-28T05:59:00-05:00'))).toEqual(
      written('2026-11-28T05:59:00-05:00'),
    );
    expect(opensAt(friday, zone, written('2026-11-28T06:00:00-05:00'))).toEqual(
      written('2026-12-04T22:00:00-05:00'),
    );
    // Clocks in Cairo skip from 0:00 to 1:00 on Friday, 4/30/2027: the opening of that week does not exist.
    expect(
      opensAt({ days: [5], from: 0, until: 1 }, 'Africa/Cairo', written('2027-04-24T00:00:00+02:00')),
    ).toEqual(written('2027-05-07T00:00:00+03:00'));
    const always = { days: every, from: 0, until: 0 };
    expect(opensAt(always, zone, written('2026-11-28T23:59:00-05:00'))).toEqual(
      written('2026-11-28T23:59:00-05:00'),
    );
  });
});
