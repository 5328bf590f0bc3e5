/** Days in a year; seven years are 2,555 days. */
const YEAR = 365;

/** Formats a number of days in a language: `90 days`, `7 years`. */
export function periodOf(days: number, language: string): string {
  const inYears = days >= YEAR && days % YEAR === 0;
  return new Intl.NumberFormat(language, {
    style: 'unit',
    unit: inYears ? 'year' : 'day',
    unitDisplay: 'long',
  }).format(inYears ? days / YEAR : days);
}
