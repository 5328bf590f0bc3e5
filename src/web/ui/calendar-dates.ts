import { getLocalTimeZone, parseDate, startOfMonth, today as localToday } from '@internationalized/date';

/** Today on the wall calendar of this browser, YYYY-MM-DD. */
export function today(): string {
  return localToday(getLocalTimeZone()).toString();
}

/** The first day of the month of a day. */
export function firstOfMonth(day: string): string {
  return startOfMonth(parseDate(day)).toString();
}
