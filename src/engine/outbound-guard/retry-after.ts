/** The longest wait that a header can cause: a server that says a year, or nonsense, must not stop us for that long. */
const LONGEST_MS = 86_400_000;

/** The three forms of a date that a recipient has to understand (RFC 9110 5.6.7); the last two are obsolete. */
const HTTP_DATE = /^[A-Z][a-z]{2}, \d{2} [A-Z][a-z]{2} \d{4} \d{2}:\d{2}:\d{2} GMT$/;
const RFC_850_DATE = /^[A-Z][a-z]+day, \d{2}-[A-Z][a-z]{2}-\d{2} \d{2}:\d{2}:\d{2} GMT$/;
const ASCTIME_DATE = /^[A-Z][a-z]{2} [A-Z][a-z]{2} [ \d]\d \d{2}:\d{2}:\d{2} \d{4}$/;

/**
 * Reads a Retry-After header (RFC 9110 10.2.3), given as seconds or as a date. Returns the milliseconds to wait from
 * `now`, 0 for a date that has passed and at most one day, or undefined when there is no header or it is malformed.
 */
export function readRetryAfter(header: string | null | undefined, now: Date): number | undefined {
  const text = header?.trim() ?? '';
  const ms = /^\d+$/.test(text) ? Number(text) * 1_000 : dateOf(text) - now.getTime();
  return Number.isNaN(ms) ? undefined : Math.min(Math.max(ms, 0), LONGEST_MS);
}

function dateOf(text: string): number {
  if (ASCTIME_DATE.test(text)) return Date.parse(`${text} GMT`);
  return HTTP_DATE.test(text) || RFC_850_DATE.test(text) ? Date.parse(text) : Number.NaN;
}
