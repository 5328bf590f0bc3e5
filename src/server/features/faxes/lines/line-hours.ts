import { opensAt } from '#contract/faxes/delivery-window.ts';
import type { DeliveryWindow } from '#contract/faxes/delivery-window.ts';

import type { StoredLine } from './lines.store.ts';

const DAYS = ['sun', 'mon', 'tue', 'wed', 'thu', 'fri', 'sat'];
const HOURS =
  /^(?<days>[a-z,-]+) (?<from>[01]\d|2[0-3]):(?<fromMinute>[0-5]\d)-(?<until>[01]\d|2[0-3]):(?<untilMinute>[0-5]\d)$/u;

/**
 * Parses the hours of a line: days and times, such as `mon-fri 08:00-18:00`, `sat,sun 00:00-00:00` or `daily
 * 22:00-06:00`. A time that ends at or before its start continues into the next day. Returns null for anything else.
 */
export function readHours(written: string): DeliveryWindow | null {
  const {
    days = '',
    from,
    fromMinute,
    until,
    untilMinute,
  } = HOURS.exec(written.trim().toLowerCase())?.groups ?? {};
  const found = days === 'daily' ? DAYS.map((_, day) => day) : days.split(',').flatMap(daysIn);
  if (from === undefined || found.length === 0 || found.includes(-1)) return null;
  return {
    days: [...new Set(found)],
    from: Number(from) * 60 + Number(fromMinute),
    until: Number(until) * 60 + Number(untilMinute),
  };
}

/** Parses a day or a range of days, which may span the weekend: `fri-mon`. Returns -1 for anything else. */
function daysIn(part: string): number[] {
  const ends = part.split('-').map((day) => DAYS.indexOf(day));
  const [first = -1, last = first] = ends;
  if (ends.length > 2 || first < 0 || last < 0) return [-1];
  return Array.from({ length: ((last - first + 7) % 7) + 1 }, (_, i) => (first + i) % 7);
}

/** Makes a line outside its hours rest until they begin. `zone` is the service's. */
export function withHours(line: StoredLine, zone: string, now: Date): StoredLine {
  const window = line.hours === '' ? null : readHours(line.hours);
  const opens = window === null ? now : opensAt(window, zone, now);
  if (opens <= now) return line;
  const restUntil = line.restUntil !== null && line.restUntil > opens ? line.restUntil : opens;
  return { ...line, restUntil, closed: true };
}
