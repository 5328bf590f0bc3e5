import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';

import type { Days, OffsetSpan, Span } from './displayed-time.ts';
import type { Grouped, Search, Term, TimeCondition } from './search-terms.ts';

/** Up to this many spans are compared one by one, which is cheaper than a lookup. */
const FEW_SPANS = 4;

/** A condition on a row `f` of fax. All its columns are included in the index of every sort order. */
export type Condition = RawBuilder<boolean>;

/** The party of a row, written so that the planner does not use an index on it. */
export const PARTY = sql<number>`(f.party_id + 0)`;

/** Whether a row's party is in a group and its time matches what the party does not. */
export function matches({ groups, rest }: Grouped, { offsets }: Search): Condition {
  const [only, second] = groups;
  const parts = groups.map(({ any, ids, time }) => {
    const conditions: Condition[] = [];
    // The shorter list of parties, if both are equivalent.
    const others =
      only && !second && rest.ids && rest.ids.length < (ids?.length ?? Infinity) ? rest.ids : null;
    if (!any && others) conditions.push(sql<boolean>`${PARTY} <> all(${others}::bigint[])`);
    else if (!any) conditions.push(sql<boolean>`${PARTY} = any(${ids}::bigint[])`);
    if (time.length > 0) conditions.push(timeMatches(time, offsets));
    if (conditions.length === 0) return sql<boolean>`true`;
    return sql<boolean>`(${sql.join(conditions, sql` and `)})`;
  });
  return anyOf(parts);
}

/** Whether the time of the row matches all these words. */
export function timeMatches(time: TimeCondition, offsets: readonly OffsetSpan[]): Condition {
  return sql<boolean>`(${sql.join(
    time.map((term) => termMatches(term, offsets)),
    sql` and `,
  )})`;
}

function termMatches(term: Term, offsets: readonly OffsetSpan[]): Condition {
  const parts: Condition[] = [];
  if (term.days.spans.length > 0) parts.push(showsDay(term.days, offsets));
  if (term.minutes.length > 0) parts.push(showsMinute(term.minutes, offsets));
  return anyOf(parts);
}

/** Whether the row's time is in one of the spans. */
export function within(spans: readonly Span[]): Condition {
  return anyOf(
    spans.map(({ from, to }) => sql<boolean>`(f.at_minute >= ${int(from)} and f.at_minute < ${int(to)})`),
  );
}

/** Whether the row's displayed day is one of these. */
export function showsDay({ spans, numbers }: Days, offsets: readonly OffsetSpan[]): Condition {
  if (spans.length <= FEW_SPANS) return within(spans);
  return sql<boolean>`(f.at_minute + ${offsetAt(offsets)}) / 1440 = any(${sql.lit(`{${numbers.join(',')}}`)}::int[])`;
}

/** Whether the row's local time of day is one of the minutes. */
export function showsMinute(minutes: readonly number[], offsets: readonly OffsetSpan[]): Condition {
  return sql<boolean>`(f.at_minute + ${offsetAt(offsets)}) % 1440 = any(${sql.lit(`{${minutes.join(',')}}`)}::int[])`;
}

/** The offset at the row's time, found by binary search over the spans. */
function offsetAt(offsets: readonly OffsetSpan[]): RawBuilder<number> {
  if (new Set(offsets.map((span) => span.offset)).size <= 1) return int(offsets[0]?.offset ?? 0);
  const middle = Math.ceil(offsets.length / 2);
  const later = offsets[middle] as OffsetSpan;
  return sql<number>`case when f.at_minute < ${int(later.from)} then ${offsetAt(offsets.slice(0, middle))} else ${offsetAt(offsets.slice(middle))} end`;
}

/** Combines conditions with or; false if there are none. */
export function anyOf(parts: readonly Condition[]): Condition {
  if (parts.length === 0) return sql<boolean>`false`;
  return sql<boolean>`(${sql.join([...parts], sql` or `)})`;
}

/** Inlines an integer that is not user input, so that the planner sees it. */
function int(value: number): RawBuilder<number> {
  if (!Number.isSafeInteger(value)) throw new RangeError(`${value} is no whole number`);
  return sql.raw<number>(String(value));
}
