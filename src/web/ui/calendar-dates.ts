/** Days as YYYY-MM-DD, counted in UTC so that no clock change can lose or repeat one. */

const DAY_MS = 86_400_000;

/** Midnight of a day, UTC. */
export function instantOf(day: string): Date {
  return new Date(`${day}T00:00:00Z`);
}

/** The day of an instant, UTC. */
function dayOf(instant: number): string {
  return new Date(instant).toISOString().slice(0, 10);
}

/** Today on the wall calendar of this browser. */
export function today(): string {
  const now = new Date();
  return dayOf(Date.UTC(now.getFullYear(), now.getMonth(), now.getDate()));
}

/** The first day of the month of a day. */
export function firstOfMonth(day: string): string {
  return `${day.slice(0, 7)}-01`;
}

/** Some days later, or earlier. */
export function addDays(day: string, count: number): string {
  return dayOf(instantOf(day).getTime() + count * DAY_MS);
}

/** The same day some months later; the last of a shorter month where it has no such day. */
export function addMonths(day: string, count: number): string {
  const start = instantOf(firstOfMonth(day));
  const last = new Date(Date.UTC(start.getUTCFullYear(), start.getUTCMonth() + count + 1, 0)).getUTCDate();
  const wanted = Math.min(Number(day.slice(8)), last);
  return dayOf(Date.UTC(start.getUTCFullYear(), start.getUTCMonth() + count, wanted));
}

/** The day of the week, 0 is Sunday. */
export function weekdayOf(day: string): number {
  return instantOf(day).getUTCDay();
}

/** The day that a calendar begins its weeks with where this language is spoken: 0 is Sunday. */
export function firstWeekday(language: string): number {
  // Newer than TypeScript's library, and not in every browser: Sunday where nobody knows.
  const locale = new Intl.Locale(language) as { getWeekInfo?: () => { firstDay: number } };
  return (locale.getWeekInfo?.().firstDay ?? 7) % 7;
}

/** The weeks that show the month of a day, the days around it included. */
export function weeksOf(day: string, firstDay: number): string[][] {
  const first = firstOfMonth(day);
  const start = addDays(first, -((weekdayOf(first) - firstDay + 7) % 7));
  const next = addMonths(first, 1);
  const weeks: string[][] = [];
  for (let week = start; week < next; week = addDays(week, 7))
    weeks.push(Array.from({ length: 7 }, (_, offset) => addDays(week, offset)));
  return weeks;
}

/** The nearest day within the bounds. */
export function clampDay(day: string, min: string | undefined, max: string | undefined): string {
  if (min !== undefined && day < min) return min;
  return max !== undefined && day > max ? max : day;
}
