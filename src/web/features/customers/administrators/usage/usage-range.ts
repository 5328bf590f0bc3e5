import { firstOfMonth, today } from '#web/ui/calendar-dates.ts';
import type { Range } from '#web/ui/date-range.tsx';

/** What the page opens with: the first day of this month to today (MFU-01). */
export function thisMonth(): Range {
  return { from: firstOfMonth(today()), to: today() };
}

/** 11/20/2026 of a day or a moment as the server writes it: in the server's zone, the one that counts days (spec http-api 8.11). */
export function writtenDay(value: string): string {
  const [year = '', month = '', day = ''] = value.slice(0, 10).split('-');
  return `${month}/${day}/${year}`;
}
