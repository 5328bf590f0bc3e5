/** Days of a year as people count it; seven of them are 2,555 days. */
const YEAR = 365;

/** A number of days in words of a language: `90 days`, `7 years`. */
export function periodOf(days: number, language: string): string {
  const inYears = days >= YEAR && days % YEAR === 0;
  return new Intl.NumberFormat(language, {
    style: 'unit',
    unit: inYears ? 'year' : 'day',
    unitDisplay: 'long',
  }).format(inYears ? days / YEAR : days);
}
