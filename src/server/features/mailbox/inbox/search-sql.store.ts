import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';

import type { Days, OffsetSpan, Span } from './displayed-time.ts';
import type { Grouped, Search, Term, TimeCondition } from './search-terms.ts';

/** Up to this many spans are compared one by one, which is cheaper than a look-up. */
const FEW_SPANS = 4;

/** A condition on a row `f` of fax; every column in it rides along in each index of a sort order. */
export type Condition = RawBuilder<boolean>;

/** The party of a row that was found in another way; written so that the planner does not go looking for it by party. */
export const PARTY = sql<number>`(f.party_id + 0)`;

/** A row matches when its party is of a group and its time answers what the party does not. */
export function matches({ groups, rest }: Grouped, { offsets }: Search): Condition {
  const [only, second] = groups;
  const parts = groups.map(({ any, ids, time }) => {
    const conditions: Condition[] = [];
    // The shorter list of parties, where both say the same.
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

/** The time of the row answers all these words. */
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

/** The row's time lies in one of the spans. */
export function within(spans: readonly Span[]): Condition {
  return anyOf(
    spans.map(({ from, to }) => sql<boolean>`(f.at_minute >= ${int(from)} and f.at_minute < ${int(to)})`),
  );
}

/** The row's displayed day is one of these. */
export function showsDay({ spans, numbers }: Days, offsets: readonly OffsetSpan[]): Condition {
  if (spans.length <= FEW_SPANS) return within(spans);
  return sql<boolean>`(f.at_minute + ${offsetAt(offsets)}) / 1440 = any(${sql.lit(`{${numbers.join(',')}}`)}::int[])`;
}

/** The row's local time of day is one of the minutes. */
export function showsMinute(minutes: readonly number[], offsets: readonly OffsetSpan[]): Condition {
  return sql<boolean>`(f.at_minute + ${offsetAt(offsets)}) % 1440 = any(${sql.lit(`{${minutes.join(',')}}`)}::int[])`;
}

/** The offset of the row's time: half the spans are ruled out by each comparison. */
function offsetAt(offsets: readonly OffsetSpan[]): RawBuilder<number> {
  if (new Set(offsets.map((span) => span.offset)).size <= 1) return int(offsets[0]?.offset ?? 0);
  const middle = Math.ceil(offsets.length / 2);
  const later = offsets[middle] as OffsetSpan;
  return sql<number>`case when f.at_minute < ${int(later.from)} then ${offsetAt(offsets.slice(0, middle))} else ${offsetAt(offsets.slice(middle))} end`;
}

/** One of the conditions; none of them when there is none. */
export function anyOf(parts: readonly Condition[]): Condition {
  if (parts.length === 0) return sql<boolean>`false`;
  return sql<boolean>`(${sql.join([...parts], sql` or `)})`;
}

/** A whole number of our own making, written out so that the planner sees it. */
function int(value: number): RawBuilder<number> {
  if (!Number.isSafeInteger(value)) throw new RangeError(`${value} is no whole number`);
  return sql.raw<number>(String(value));
}
