import { deliveryOf } from '#contract/faxes/delivery-window.ts';
import type { DeliveryWindow } from '#contract/faxes/delivery-window.ts';
import { intlLocale } from '#contract/kit/language.ts';
import { formatWall, parseWall, wallAt, weekdayOf } from '#contract/kit/wall-time.ts';

const DAY = 1440;
const EVENING = 20 * 60;
const MORNING = 8 * 60;

/** The values of the date and time fields: YYYY-MM-DD and HH:MM. Either may be empty while people type. */
export interface SendTime {
  day: string;
  time: string;
}

/** A frequently used time. */
export interface Preset {
  name: 'hour' | 'tonight' | 'tomorrow' | 'monday';
  at: SendTime;
}

/** Returns the presets later than `now`, in the local time of `zone`; offers a Monday that is tomorrow only once. */
export function presetsAt(now: Date, zone: string): Preset[] {
  const wall = wallAt(zone, now);
  const midnight = Math.floor(wall / DAY) * DAY;
  const monday = midnight + ((8 - weekdayOf(wall)) % 7 || 7) * DAY;
  // One minute more than the clock shows, so that it is not less than an hour.
  const hour = wallAt(zone, new Date(now.getTime() + 61 * 60_000));
  return [
    { name: 'hour' as const, wall: hour },
    { name: 'tonight' as const, wall: midnight + EVENING },
    { name: 'tomorrow' as const, wall: midnight + DAY + MORNING },
    { name: 'monday' as const, wall: monday + MORNING },
  ]
    .filter(({ name, wall: at }) => at > wall && (name !== 'monday' || monday > midnight + DAY))
    .map(({ name, wall: at }) => ({ name, at: sendTimeOf(at) }));
}

/** Converts a wall time to the values of the fields. */
export function sendTimeOf(wall: number): SendTime {
  const [day = '', time = ''] = formatWall(wall).split('T');
  return { day, time };
}

/** Returns the wall time in the fields; null if they contain none. */
export function wallOf({ day, time }: SendTime): number | null {
  return parseWall(`${day}T${time.slice(0, 5)}`);
}

/** Recipients that receive a fax at the same moment, in the same time zone. */
export interface Arrival {
  numbers: string[];
  at: Date;
  zone: string;
  /** Whether the zone comes from the area code; otherwise it is the sender's zone, for lack of a better one. */
  known: boolean;
  /** Whether the delivery window has changed the time. */
  moved: boolean;
}

/** Returns when each number receives a fax sent at `wanted`, grouping equal times. `home` is the sender's time zone. */
export function arrivalsOf(
  numbers: readonly string[],
  wanted: Date,
  { window, home }: { window: DeliveryWindow | null; home: string },
): Arrival[] {
  const found = new Map<string, Arrival>();
  for (const number of numbers) {
    const { at, zone, known } = deliveryOf(number, wanted, { window, home });
    const key = `${at.getTime()} ${zone} ${known}`;
    const same = found.get(key);
    if (same) same.numbers.push(number);
    else found.set(key, { numbers: [number], at, zone, known, moved: at > wanted });
  }
  return [...found.values()];
}

/** Formats a wall time: 11/24, 08:00; with the year if it differs from the year of `now`. */
export function sayWall(wall: number, now: Date = new Date()): string {
  const [date = '', time = ''] = formatWall(wall).split('T');
  const [year = '', month = '', day = ''] = date.split('-');
  return `${month}/${day}${year === String(now.getUTCFullYear()) ? '' : `/${year}`}, ${time}`;
}

/** Formats an instant in the local time of a zone; only the time if it is on the day of `beside`. */
export function sayAt(at: Date, zone: string, beside?: number): string {
  const wall = wallAt(zone, at);
  const sameDay = beside !== undefined && Math.floor(wall / DAY) === Math.floor(beside / DAY);
  return sameDay ? formatWall(wall).slice(11) : sayWall(wall);
}

/** Formats the window: Mon–Fri 08:00–18:00. */
export function sayWindow(window: DeliveryWindow, language: string): string {
  const [from, until] = [formatWall(window.from).slice(11), formatWall(window.until).slice(11)];
  return `${sayDays(window.days, language)} ${from}–${until}`;
}

/** Formats days of the week: Mon–Fri; Mon, Wed. */
export function sayDays(chosen: readonly number[], language: string): string {
  const days = WEEK.filter((day) => chosen.includes(day));
  const at = days.map((day) => WEEK.indexOf(day));
  const [first, last] = [days[0] ?? 0, days.at(-1) ?? 0];
  const inARow = days.length > 2 && (at.at(-1) ?? 0) - (at[0] ?? 0) === days.length - 1;
  return inARow
    ? `${weekdayName(first, language)}–${weekdayName(last, language)}`
    : days.map((day) => weekdayName(day, language)).join(', ');
}

/** The days of the week, starting with Monday. */
export const WEEK = [1, 2, 3, 4, 5, 6, 0] as const;

/** Returns the short name of a day of the week; 0 is Sunday. */
export function weekdayName(day: number, language: string): string {
  // 2026-11-22 was a Sunday.
  return new Intl.DateTimeFormat(intlLocale(language), { weekday: 'short', timeZone: 'UTC' }).format(
    Date.UTC(2026, 10, 22 + day),
  );
}
