/** Wall time: what clocks show in a zone (IANA name), as minutes since 1970-01-01 00:00 there. */

const DAY = 1440;
const MINUTE_MS = 60_000;

/** One formatter per zone: creating one costs more than a hundred uses of it. */
const formats = new Map<string, Intl.DateTimeFormat>();

/** Returns the minutes by which the zone is ahead of UTC. Throws RangeError for an unknown zone. */
export function offsetAt(zone: string, at: Date): number {
  let format = formats.get(zone);
  if (!format) {
    format = new Intl.DateTimeFormat('en-US', { timeZone: zone, timeZoneName: 'longOffset' });
    formats.set(zone, format);
  }
  const name = format.formatToParts(at).find((part) => part.type === 'timeZoneName')?.value;
  const [, sign, hours, minutes] = /([+-])(\d{2}):(\d{2})/.exec(name ?? '') ?? [];
  if (!sign) return 0;
  return (sign === '-' ? -1 : 1) * (Number(hours) * 60 + Number(minutes));
}

/** Returns the wall time of an instant in the zone. Throws RangeError for an unknown zone. */
export function wallAt(zone: string, at: Date): number {
  return Math.floor(at.getTime() / MINUTE_MS) + offsetAt(zone, at);
}

/**
 * Returns the first instant at which clocks in the zone show this time. If a clock change skips it, returns the instant
 * of the change, which is the next minute that exists; if one repeats it, the first of the two. Throws RangeError for
 * an unknown zone.
 */
export function instantOf(zone: string, wall: number): Date {
  const before = wall - DAY;
  const offset = offsetAt(zone, new Date(before * MINUTE_MS));
  const after = wall - offset;
  const later = offsetAt(zone, new Date(after * MINUTE_MS));
  if (later === offset) return new Date(after * MINUTE_MS);
  let [low, high] = [before, after];
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2);
    if (offsetAt(zone, new Date(middle * MINUTE_MS)) === offset) low = middle;
    else high = middle;
  }
  return new Date(Math.max(high, wall - later) * MINUTE_MS);
}

/**
 * The last second of a day (YYYY-MM-DD) by clocks in the zone; null for days that no calendar has. Throws RangeError for a
 * zone that does not exist.
 */
export function endOfDay(zone: string, day: string): Date | null {
  const midnight = parseWall(`${day}T00:00`);
  return midnight === null ? null : new Date(instantOf(zone, midnight + DAY).getTime() - 1000);
}

/** Returns the day of the week of a wall time: 0 is Sunday. */
export function weekdayOf(wall: number): number {
  return (((Math.floor(wall / DAY) + 4) % 7) + 7) % 7;
}

/** Parses `2026-11-24T08:00` as wall time; null for anything else, and for dates that do not exist. */
export function parseWall(written: string): number | null {
  const [, year, month, day, hour, minute] =
    /^(\d{4})-(\d{2})-(\d{2})T(\d{2}):(\d{2})(?::00)?$/.exec(written) ?? [];
  if (year === undefined) return null;
  const at = new Date(`${year}-${month}-${day}T${hour}:${minute}:00Z`);
  if (Number.isNaN(at.getTime()) || !at.toISOString().startsWith(written.slice(0, 16))) return null;
  return at.getTime() / MINUTE_MS;
}

/** Formats a wall time as `2026-11-24T08:00`. */
export function formatWall(wall: number): string {
  return new Date(wall * MINUTE_MS).toISOString().slice(0, 16);
}

/** Returns whether this installation has a zone of this name. */
export function isZone(name: string): boolean {
  try {
    Intl.DateTimeFormat('en-US', { timeZone: name });
    return /^[A-Za-z]/.test(name);
  } catch {
    return false;
  }
}

/** Returns the usual name of a zone, its city: `New York` for `America/New_York`. */
export function cityOf(zone: string): string {
  return (zone.split('/').at(-1) ?? zone).replaceAll('_', ' ');
}
