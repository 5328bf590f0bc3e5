import { deliveryOf } from '#contract/faxes/delivery-window.ts';
import type { DeliveryWindow } from '#contract/faxes/delivery-window.ts';
import { intlLocale } from '#contract/kit/language.ts';
import { formatWall, parseWall, wallAt, weekdayOf } from '#contract/kit/wall-time.ts';

const DAY = 1440;
const EVENING = 20 * 60;
const MORNING = 8 * 60;

/** A date and a time as the fields hold them: YYYY-MM-DD and HH:MM. Either may be empty while it is typed. */
export interface SendTime {
  day: string;
  time: string;
}

/** A time that people often mean. */
export interface Preset {
  name: 'hour' | 'tonight' | 'tomorrow' | 'monday';
  at: SendTime;
}

/** The presets that lie ahead of `now`, by clocks in `zone`; tomorrow is not offered twice where it is Monday. */
export function presetsAt(now: Date, zone: string): Preset[] {
  const wall = wallAt(zone, now);
  const midnight = Math.floor(wall / DAY) * DAY;
  const monday = midnight + ((8 - weekdayOf(wall)) % 7 || 7) * DAY;
  // A minute more than the clock shows, so that it is not less than an hour.
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

/** A wall time as the fields hold it. */
export function sendTimeOf(wall: number): SendTime {
  const [day = '', time = ''] = formatWall(wall).split('T');
  return { day, time };
}

/** The wall time that the fields say; null while they say none. */
export function wallOf({ day, time }: SendTime): number | null {
  return parseWall(`${day}T${time.slice(0, 5)}`);
}

/** Recipients that get a fax at the same moment, by the same clock. */
export interface Arrival {
  numbers: string[];
  at: Date;
  zone: string;
  /** The zone is that of the area code, not the sender's for want of a better one. */
  known: boolean;
  /** The delivery window has moved it. */
  moved: boolean;
}

/** When each number gets a fax that is to be sent at `wanted`, equal ones together. `home` is the sender's zone. */
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

/** How a wall time is said: 11/24, 08:00; with its year where that is another than `now` is in. */
export function sayWall(wall: number, now: Date = new Date()): string {
  const [date = '', time = ''] = formatWall(wall).split('T');
  const [year = '', month = '', day = ''] = date.split('-');
  return `${month}/${day}${year === String(now.getUTCFullYear()) ? '' : `/${year}`}, ${time}`;
}

/** How an instant is said by clocks in a zone; only its time where it is the day of `beside`. */
export function sayAt(at: Date, zone: string, beside?: number): string {
  const wall = wallAt(zone, at);
  const sameDay = beside !== undefined && Math.floor(wall / DAY) === Math.floor(beside / DAY);
  return sameDay ? formatWall(wall).slice(11) : sayWall(wall);
}

/** The window as people say it: Mon–Fri 08:00–18:00. */
export function sayWindow(window: DeliveryWindow, language: string): string {
  const [from, until] = [formatWall(window.from).slice(11), formatWall(window.until).slice(11)];
  return `${sayDays(window.days, language)} ${from}–${until}`;
}

/** Days of the week as people say them: Mon–Fri; Mon, Wed. */
export function sayDays(chosen: readonly number[], language: string): string {
  const days = WEEK.filter((day) => chosen.includes(day));
  const at = days.map((day) => WEEK.indexOf(day));
  const [first, last] = [days[0] ?? 0, days.at(-1) ?? 0];
  const inARow = days.length > 2 && (at.at(-1) ?? 0) - (at[0] ?? 0) === days.length - 1;
  return inARow
    ? `${weekdayName(first, language)}–${weekdayName(last, language)}`
    : days.map((day) => weekdayName(day, language)).join(', ');
}

/** The days of a week as people count them at work. */
export const WEEK = [1, 2, 3, 4, 5, 6, 0] as const;

/** The short name of a day of the week, 0 for Sunday. */
export function weekdayName(day: number, language: string): string {
  // 2026-11-22 was a Sunday.
  return new Intl.DateTimeFormat(intlLocale(language), { weekday: 'short', timeZone: 'UTC' }).format(
    Date.UTC(2026, 10, 22 + day),
  );
}
