import { getLocalTimeZone, parseDate, startOfMonth, today as localToday } from '@internationalized/date';

/** Returns the current date in this browser's time zone, as YYYY-MM-DD. */
export function today(): string {
  return localToday(getLocalTimeZone()).toString();
}

/** Returns the first day of a day's month. */
export function firstOfMonth(day: string): string {
  return startOfMonth(parseDate(day)).toString();
}
