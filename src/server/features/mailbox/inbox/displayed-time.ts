/** Times as lists display them: MM/DD/YYYY and HH:mm in the reader's zone. Here they are minutes since 1970, UTC. */

import { offsetAt as wallOffset } from '#contract/kit/wall-time.ts';

const DAY = 1440;
const MINUTE_MS = 60_000;
/** Two changes of a zone's offset are never closer together than this (Ramadan in Morocco: four weeks). */
const STEP = 7 * DAY;

/** From (inclusive) to (exclusive), in minutes since 1970, UTC. */
export interface Span {
  from: number;
  to: number;
}
/** A span in which a zone is `offset` minutes ahead of UTC. */
export interface OffsetSpan extends Span {
  offset: number;
}

const known = new Map<string, OffsetSpan[]>();
/** Maximum cached combinations of zone and range. Ranges are whole years, so there are few. */
const MAX_KNOWN = 500;

/** Returns the offsets of a zone (IANA name) in a span, in order and without gaps. Daylight saving changes them. */
export function offsetSpans(zone: string, span: Span): OffsetSpan[] {
  const from = yearStart(yearOf(span.from));
  const to = yearStart(yearOf(span.to) + 1);
  const key = `${zone} ${from} ${to}`;
  let spans = known.get(key);
  if (!spans) {
    spans = findOffsets(zone, from, to);
    if (known.size >= MAX_KNOWN) known.clear();
    known.set(key, spans);
  }
  return spans;
}

function findOffsets(zone: string, from: number, to: number): OffsetSpan[] {
  const spans: OffsetSpan[] = [{ from, to, offset: offsetAt(zone, from) }];
  for (let at = from; at < to; at += STEP) {
    const last = spans.at(-1) as OffsetSpan;
    const end = Math.min(at + STEP, to - 1);
    if (offsetAt(zone, end) === last.offset) continue;
    let [before, after] = [at, end];
    while (after - before > 1) {
      const middle = Math.floor((before + after) / 2);
      if (offsetAt(zone, middle) === last.offset) before = middle;
      else after = middle;
    }
    last.to = after;
    spans.push({ from: after, to, offset: offsetAt(zone, after) });
  }
  return spans;
}

const offsetAt = (zone: string, minute: number): number => wallOffset(zone, new Date(minute * MINUTE_MS));

function yearOf(minute: number): number {
  return new Date(minute * MINUTE_MS).getUTCFullYear();
}

function yearStart(year: number): number {
  return Date.UTC(year, 0, 1) / MINUTE_MS;
}

/** Displayed days, as spans of time, and as days since 1970 on the reader's calendar. */
export interface Days {
  spans: Span[];
  numbers: number[];
}

/** Returns the days whose display (MM/DD/YYYY) contains the term, within the span of the offsets. */
export function daysContaining(term: string, offsets: readonly OffsetSpan[]): Days {
  if (!/^[\d/]{1,10}$/.test(term)) return { spans: [], numbers: [] };
  const spans: Span[] = [];
  const numbers = new Set<number>();
  for (const { from, to, offset } of offsets) {
    const last = Math.floor((to - 1 + offset) / DAY);
    for (let day = Math.floor((from + offset) / DAY); day <= last; day += 1) {
      if (!shownDay(day).includes(term)) continue;
      numbers.add(day);
      spans.push({ from: Math.max(from, day * DAY - offset), to: Math.min(to, (day + 1) * DAY - offset) });
    }
  }
  return { spans: mergeSpans(spans), numbers: [...numbers] };
}

/** Returns the first minute displayed on a day (YYYY-MM-DD) in a zone, or on a later day if clocks skip it. */
export function dayStart(day: string, zone: string): number {
  const number = Date.parse(`${day}T00:00:00Z`) / MINUTE_MS / DAY;
  const around = { from: (number - 2) * DAY, to: (number + 2) * DAY };
  const starts = offsetSpans(zone, around)
    .map(({ from, to, offset }) => ({ at: Math.max(from, number * DAY - offset), to }))
    .filter(({ at, to }) => at < to);
  return Math.min(...starts.map(({ at }) => at));
}

function shownDay(day: number): string {
  const date = new Date(day * DAY * MINUTE_MS);
  const year = String(date.getUTCFullYear()).padStart(4, '0');
  return `${two(date.getUTCMonth() + 1)}/${two(date.getUTCDate())}/${year}`;
}

function two(value: number): string {
  return String(value).padStart(2, '0');
}

const SHOWN_MINUTES = Array.from(
  { length: DAY },
  (_, minute) => `${two(Math.floor(minute / 60))}:${two(minute % 60)}`,
);

/** Returns the minutes of the day (0 to 1439) whose displayed time (HH:mm) contains the term. */
export function minutesContaining(term: string): number[] {
  if (!/^[\d:]{1,5}$/.test(term)) return [];
  return SHOWN_MINUTES.flatMap((shown, minute) => (shown.includes(term) ? [minute] : []));
}

/** Returns the UTC minutes of the day at which a clock with one of the offsets may show one of the local minutes. */
export function utcMinutes(local: readonly number[], offsets: readonly OffsetSpan[]): number[] {
  const found = new Set<number>();
  for (const offset of new Set(offsets.map((span) => span.offset)))
    for (const minute of local) found.add((((minute - offset) % DAY) + DAY) % DAY);
  return [...found].sort((a, b) => a - b);
}

/** Sorts spans and merges overlapping and adjacent ones. */
export function mergeSpans(spans: readonly Span[]): Span[] {
  const merged: Span[] = [];
  for (const { from, to } of spans.toSorted((a, b) => a.from - b.from)) {
    const last = merged.at(-1);
    if (last && from <= last.to) last.to = Math.max(last.to, to);
    else merged.push({ from, to });
  }
  return merged;
}
