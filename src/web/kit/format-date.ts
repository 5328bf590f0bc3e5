/** Dates in the product's formats: MM/DD/YYYY, HH:mm and both (SHELL-07), always in the user's time zone. */
import { intlLocale } from '#contract/kit/language.ts';

let zone: string | undefined;
const formats = new Map<string, Intl.DateTimeFormat>();

/**
 * Sets the user's time zone by its IANA name (timeZoneLabel.system_name); an unknown name selects the browser's zone.
 * Returns whether dates that were rendered before now look different.
 */
export function setTimeZone(name: string): boolean {
  const before = zone;
  try {
    Intl.DateTimeFormat('en-US', { timeZone: name });
    zone = name;
  } catch {
    // This browser does not support the zone: the browser's own zone is the best fallback.
    zone = undefined;
  }
  return before !== undefined && zone !== before;
}

/** The zone in which dates are shown, by its IANA name: the user's, or the browser's own while that is unknown. */
export function shownZone(): string {
  return zone ?? new Intl.DateTimeFormat().resolvedOptions().timeZone;
}

function parts(value: string | Date): Record<'year' | 'month' | 'day' | 'hour' | 'minute', string> | null {
  const instant = typeof value === 'string' ? new Date(value) : value;
  if (Number.isNaN(instant.getTime())) return null;
  const key = zone ?? '';
  const format = formats.get(key) ?? makeFormat();
  formats.set(key, format);
  const found = Object.fromEntries(format.formatToParts(instant).map((part) => [part.type, part.value]));
  return { year: '', month: '', day: '', hour: '', minute: '', ...found };
}

function makeFormat(): Intl.DateTimeFormat {
  return new Intl.DateTimeFormat('en-US', {
    ...(zone === undefined ? {} : { timeZone: zone }),
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  });
}

/** Formats as 11/20/2026; empty for an invalid date. */
export function formatDate(value: string | Date): string {
  const p = parts(value);
  return p === null ? '' : `${p.month}/${p.day}/${p.year}`;
}

/** 11/20/2026 of a day without a time, YYYY-MM-DD, which is the same in every zone; empty for something that is no day. */
export function formatDay(day: string): string {
  const [, year, month, date] = /^(\d{4})-(\d{2})-(\d{2})/.exec(day) ?? [];
  return year === undefined ? '' : `${month}/${date}/${year}`;
}

/** 19:04; empty for something that is no time. */
export function formatTime(value: string | Date): string {
  const p = parts(value);
  return p === null ? '' : `${p.hour}:${p.minute}`;
}

/** Formats as 11/20/2026 19:04; empty for an invalid date. */
export function formatDateTime(value: string | Date): string {
  const p = parts(value);
  return p === null ? '' : `${p.month}/${p.day}/${p.year} ${p.hour}:${p.minute}`;
}

/** Returns the month and year for the dashboard, in the reader's language and the user's time zone. */
export function monthAndYear(value: Date, language: string): { month: string; year: string } {
  const timeZone = zone === undefined ? {} : { timeZone: zone };
  return {
    month: new Intl.DateTimeFormat(intlLocale(language), { month: 'long', ...timeZone }).format(value),
    year: new Intl.DateTimeFormat(intlLocale(language), { year: 'numeric', ...timeZone }).format(value),
  };
}
