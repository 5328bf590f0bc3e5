import { expect, it } from 'vitest';
import { endOfDay } from './wall-time.ts';

it.each([
  ['America/New_York', '2026-11-24', '2026-11-25T04:59:59.000Z'],
  ['Pacific/Auckland', '2026-11-24', '2026-11-24T10:59:59.000Z'],
  // The days on which clocks change have 23 and 25 hours.
  ['America/New_York', '2026-03-08', '2026-03-09T03:59:59.000Z'],
  ['America/New_York', '2026-11-01', '2026-11-02T04:59:59.000Z'],
  ['UTC', '2026-12-31', '2026-12-31T23:59:59.000Z'],
])('in %s, %s ends at %s', (zone, day, end) => {
  expect(endOfDay(zone, day)?.toISOString()).toBe(end);
});

it.each(['', '2026-02-30', '2026-11', 'soon'])('«%s» is no day and has no end', (day) => {
  expect(endOfDay('UTC', day)).toBeNull();
});
