import { opensAt } from '#contract/faxes/delivery-window.ts';
import type { DeliveryWindow } from '#contract/faxes/delivery-window.ts';

import type { StoredLine } from './lines.store.ts';

const DAYS = ['sun', 'mon', 'tue', 'wed', 'thu', 'fri', 'sat'];
const HOURS =
  /^(?<days>[a-z,-]+) (?<from>[01]\d|2[0-3]):(?<fromMinute>[0-5]\d)-(?<until>[01]\d|2[0-3]):(?<untilMinute>[0-5]\d)$/u;

/**
 * Reads when a line is used: days and times, like `mon-fri 08:00-18:00`, `sat,sun 00:00-00:00` or `daily 22:00-06:00`. Times
 * that end before they begin, or as they begin, go on into the next day. Null for what is written otherwise.
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

/** A day, or days in a row, also over the weekend: `fri-mon`. -1 for what is none. */
function daysIn(part: string): number[] {
  const ends = part.split('-').map((day) => DAYS.indexOf(day));
  const [first = -1, last = first] = ends;
  if (ends.length > 2 || first < 0 || last < 0) return [-1];
  return Array.from({ length: ((last - first + 7) % 7) + 1 }, (_, i) => (first + i) % 7);
}

/** A line outside of its hours rests until they begin. `zone` is that of the service. */
export function withHours(line: StoredLine, zone: string, now: Date): StoredLine {
  const window = line.hours === '' ? null : readHours(line.hours);
  const opens = window === null ? now : opensAt(window, zone, now);
  if (opens <= now) return line;
  const restUntil = line.restUntil !== null && line.restUntil > opens ? line.restUntil : opens;
  return { ...line, restUntil, closed: true };
}
