import { firstOfMonth, today } from '#web/ui/calendar-dates.ts';
import type { Range } from '#web/ui/date-range.tsx';

/** Returns the default range: from the first day of this month to today (MFU-01). */
export function thisMonth(): Range {
  return { from: firstOfMonth(today()), to: today() };
}

/** Formats a day or moment of the server as 11/20/2026, in the server's time zone (spec http-api 8.11). */
export function writtenDay(value: string): string {
  const [year = '', month = '', day = ''] = value.slice(0, 10).split('-');
  return `${month}/${day}/${year}`;
}
