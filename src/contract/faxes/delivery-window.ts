import { z } from 'zod';
import { defineCall } from '#contract/kit/call.ts';
import { successWith } from '#contract/kit/errors.ts';
import { flagIn, flagOut } from '#contract/kit/flags.ts';
import { instantOf, wallAt, weekdayOf } from '#contract/kit/wall-time.ts';
import { zoneOfNumber } from './area-zones.ts';

const DAY = 1440;

/**
 * How many days are searched for an opening: a week, a second one because a clock change can skip a whole opening (00:00 to
 * 00:30 where clocks change at midnight), and a day on each side for what begins before and ends after.
 */
const DAYS_AHEAD = 16;

/** When faxes may be dialed, by the recipient's clock. */
export interface DeliveryWindow {
  /** Days of the week on which it opens, 0 for Sunday. */
  days: readonly number[];
  /** Minutes of the day. One that closes before it opens, or as it opens, goes on into the next day. */
  from: number;
  until: number;
}

/**
 * The first instant from `at` on at which the window is open; `at` itself while it is. `zone` is where the recipient is.
 * An opening that a clock change skips moves to the next minute that exists. A window without days never opens, which
 * settings refuse; then `at` itself, because a fax must not wait forever.
 */
export function opensAt(window: DeliveryWindow, zone: string, at: Date): Date {
  const today = Math.floor(wallAt(zone, at) / DAY);
  const length = (window.until - window.from + DAY) % DAY || DAY;
  for (let day = today - 2; day < today + DAYS_AHEAD; day += 1) {
    if (!window.days.includes(weekdayOf(day * DAY))) continue;
    const opens = instantOf(zone, day * DAY + window.from);
    const closes = instantOf(zone, day * DAY + window.from + length);
    if (opens >= closes || closes <= at) continue;
    return opens > at ? opens : at;
  }
  return at;
}

/** When a fax that may go at `at` is dialed, and by whose clock. `home` is the account's zone, for numbers whose zone is unknown. */
export function deliveryOf(
  number: string,
  at: Date,
  { window, home }: { window: DeliveryWindow | null; home: string },
): { at: Date; zone: string; known: boolean } {
  const found = zoneOfNumber(number);
  const zone = found ?? home;
  return { at: window ? opensAt(window, zone, at) : at, zone, known: found !== undefined };
}

const TIME = /^([01]\d|2[0-3]):[0-5]\d$/;
const timeIn = z.string().regex(TIME, 'TIME_INVALID');

const windowOut = z.object({
  on: flagOut,
  /** 0 for Sunday to 6. */
  days: z.array(z.number()),
  /** HH:MM by the recipient's clock. `until` at or before `from` lies on the next day. */
  from: z.string(),
  until: z.string(),
});
export type WindowOut = z.output<typeof windowOut>;

/** Why a delivery window is refused. */
export const windowErrors = { WINDOW_DAYS: 400 } as const;

/** The account's delivery window (spec http-api 12.28). */
export const getDeliveryWindow = defineCall({
  method: 'GET',
  path: '/api/faxui/deliveryWindow.json',
  access: 'user',
  right: 'sent',
  summary: 'Delivery window',
  reply: windowOut,
});

/** Changes the delivery window; faxes that wait for it follow the new one (spec http-api 12.28). */
export const putDeliveryWindow = defineCall({
  method: 'PUT',
  path: '/api/faxui/deliveryWindow.json',
  access: 'user',
  summary: 'Change the delivery window',
  body: z.object({
    on: flagIn,
    days: z
      .array(z.number().int().min(0).max(6))
      .max(7)
      .transform((days) => [...new Set(days)].toSorted((a, b) => a - b)),
    from: timeIn,
    until: timeIn,
  }),
  reply: successWith(windowOut),
  errors: windowErrors,
});

/** The window as it is calculated with; null while it is off. */
export function windowOf(stored: WindowOut): DeliveryWindow | null {
  if (stored.on !== '1') return null;
  return { days: stored.days, from: minuteOf(stored.from), until: minuteOf(stored.until) };
}

/** Minutes of the day of HH:MM. */
export function minuteOf(time: string): number {
  return Number(time.slice(0, 2)) * 60 + Number(time.slice(3, 5));
}
