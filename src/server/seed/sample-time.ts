import { formatWireTime } from '#contract/kit/wire.ts';

import type { SampleTime } from './samples.ts';

const DAY_MS = 24 * 60 * 60_000;

/** Minimum age of a sample: a time of today could otherwise lie in the future. */
const LEAST_AGE_MS = 60_000;

/** Returns the instant of a sample relative to `now`, on a working day of the zone. */
export function instantOf(now: Date, at: SampleTime, zone: string): Date {
  if ('minutes' in at) return new Date(now.getTime() - at.minutes * 60_000);
  const local = formatWireTime(new Date(now.getTime() - at.days * DAY_MS), zone);
  const [date, offset] = [local.slice(0, 10), local.slice(19)];
  const instant = new Date(`${date}T${at.time}:00${offset}`);
  const weekday = new Date(`${date}T12:00:00Z`).getUTCDay();
  // Offices are closed on weekends: faxes of Saturday and Sunday move to Friday.
  const back = weekday === 6 ? DAY_MS : weekday === 0 ? 2 * DAY_MS : 0;
  return new Date(Math.min(instant.getTime() - back, now.getTime() - LEAST_AGE_MS));
}
