import { z } from 'zod';
import { defineCall } from '#contract/kit/call.ts';
import { successWith } from '#contract/kit/errors.ts';
import { flagIn, flagOut } from '#contract/kit/flags.ts';
import { instantOf, wallAt, weekdayOf } from '#contract/kit/wall-time.ts';
import { zoneOfNumber } from './area-zones.ts';

const DAY = 1440;

/**
 * Number of days searched for an opening: a week, a second week because a clock change can skip a whole opening (00:00
 * to 00:30 where clocks change at midnight), and a day on each side for windows that begin earlier or end later.
 */
const DAYS_AHEAD = 16;

/** When faxes may be dialed, by the recipient's clock. */
export interface DeliveryWindow {
  /** Days of the week on which the window opens; 0 is Sunday. */
  days: readonly number[];
  /** Minutes of the day. If `until` is at or before `from`, the window extends into the next day. */
  from: number;
  until: number;
}

/**
 * Returns the first instant from `at` on at which the window is open, or `at` itself if it is open then. `zone` is the
 * recipient's time zone. An opening that a clock change skips moves to the next minute that exists. For a window
 * without days, which settings refuse, returns `at`, because a fax must not wait forever.
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

/**
 * Returns when a fax that may be dialed at `at` is dialed, and in which zone. `home` is the account's zone, used for
 * numbers of unknown zone.
 */
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
  /** 0 (Sunday) to 6. */
  days: z.array(z.number()),
  /** HH:MM in the recipient's time zone. If `until` is at or before `from`, it falls on the next day. */
  from: z.string(),
  until: z.string(),
});
export type WindowOut = z.output<typeof windowOut>;

/** Why a delivery window is refused. */
export const windowErrors = { WINDOW_DAYS: 400 } as const;

/** Returns the account's delivery window (spec http-api 12.28). */
export const getDeliveryWindow = defineCall({
  method: 'GET',
  path: '/api/faxui/deliveryWindow.json',
  access: 'user',
  right: 'sent',
  summary: 'Delivery window',
  reply: windowOut,
});

/** Changes the delivery window; faxes waiting for it follow the new one (spec http-api 12.28). */
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

/** Converts a stored window for calculations; null if it is off. */
export function windowOf(stored: WindowOut): DeliveryWindow | null {
  if (stored.on !== '1') return null;
  return { days: stored.days, from: minuteOf(stored.from), until: minuteOf(stored.until) };
}

/** Converts HH:MM into minutes of the day. */
export function minuteOf(time: string): number {
  return Number(time.slice(0, 2)) * 60 + Number(time.slice(3, 5));
}
