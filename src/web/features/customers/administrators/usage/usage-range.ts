import { firstOfMonth, today } from '#web/ui/calendar-dates.ts';
import type { Range } from '#web/ui/date-range.tsx';

/** Returns the default range: from the first day of this month to today (MFU-01). */
export function thisMonth(): Range {
  return { from: firstOfMonth(today()), to: today() };
}
