import { sql } from 'kysely';

import { mergeSpans } from './displayed-time.ts';
import type { Span } from './displayed-time.ts';
import type { PageRequest } from './search-page.store.ts';
import { inFolder } from './search-plan.store.ts';
import type { SearchPlan } from './search-plan.store.ts';
import { matches, within } from './search-sql.store.ts';
import type { Snapshot } from './snapshot.store.ts';

/** The number of faxes in one of several consecutive spans of time. */
export interface Piece extends Span {
  faxes: number;
}

/** Returns the folder's months, oldest first, each with its number of faxes. */
export async function monthsOf(snapshot: Snapshot, { account, folder }: Place): Promise<Piece[]> {
  return await snapshot.rows(sql<Piece>`
    select extract(epoch from month)::int / 60 as from,
      extract(epoch from month + interval '1 month')::int / 60 as to, n as faxes
    from month_counter
    where account_id = ${account} and folder = ${folder} and n > 0
    order by month`);
}

type Place = Pick<PageRequest, 'account' | 'folder'>;

/** Cuts months by spans. Whole months keep their number; the rows of cut ones are counted. Oldest first. */
export async function cutMonths(
  snapshot: Snapshot,
  place: Place,
  months: readonly Piece[],
  spans: readonly Span[],
): Promise<Piece[]> {
  const pieces: Piece[] = [];
  for (const month of months) {
    for (const span of spans) {
      const from = Math.max(month.from, span.from);
      const to = Math.min(month.to, span.to);
      const whole = from === month.from && to === month.to;
      if (from < to) pieces.push({ from, to, faxes: whole ? month.faxes : -1 });
    }
  }
  const cut = pieces.filter((piece) => piece.faxes < 0);
  if (cut.length > 0) {
    const counts = await countSpans(snapshot, place, cut);
    for (const [i, piece] of cut.entries()) piece.faxes = counts[i] ?? 0;
  }
  return pieces.filter((piece) => piece.faxes > 0);
}

async function countSpans(snapshot: Snapshot, place: Place, spans: readonly Span[]): Promise<number[]> {
  const rows = await snapshot.rows(sql<{ faxes: number }>`
    select (
      select count(*)::int from fax f
      where ${inFolder(place)}
        and f.fax_at >= to_timestamp(span."from" * 60) and f.fax_at < to_timestamp(span."to" * 60)
    ) as faxes
    from unnest(${spans.map(({ from }) => from)}::bigint[], ${spans.map(({ to }) => to)}::bigint[])
      with ordinality as span("from", "to", position)
    order by span.position`);
  return rows.map(({ faxes }) => faxes);
}

/**
 * Returns the months of the faxes that match by their party alone, counted through the smaller part: those parties, or
 * the others. Null if both are so large that this costs more than `limit` microseconds.
 */
export async function monthsOfMatches(
  snapshot: Snapshot,
  { costs }: PageRequest,
  plan: SearchPlan,
  limit: number,
): Promise<Piece[] | null> {
  const { full, rest } = plan;
  if (!full?.ids) return null;
  const fewer = rest.ids && rest.faxes < full.faxes ? { ids: rest.ids, faxes: rest.faxes } : full;
  if (fewer.faxes * costs.gather >= limit) return null;
  const counted = await snapshot.rows(sql<Piece>`
    select extract(epoch from month)::int / 60 as from,
      extract(epoch from month + interval '1 month')::int / 60 as to, sum(faxes)::int as faxes
    from (
      select month_of(minute) as month, faxes
      from (
        select f.at_minute / 1440 * 1440 as minute, count(*) as faxes from fax f
        where ${inFolder(plan)} and f.party_id = any(${fewer.ids}::bigint[]) group by 1
      ) days
    ) months
    group by month order by month`);
  if (fewer === full) return counted;
  const fewerAt = new Map(counted.map(({ from, faxes }) => [from, faxes]));
  const months = await monthsOf(snapshot, plan);
  return months.map((month) => ({ ...month, faxes: month.faxes - (fewerAt.get(month.from) ?? 0) }));
}

/**
 * Returns the ids of a page in order of time, found by stepping over whole pieces. `pieces` are oldest first and count
 * exactly the faxes that match the plan, or all faxes without one.
 */
export async function pageByTime(
  snapshot: Snapshot,
  page: PageRequest,
  pieces: readonly Piece[],
  plan?: SearchPlan,
): Promise<number[]> {
  const { sort, start, length } = page;
  let before = 0;
  let faxes = 0;
  const needed: Piece[] = [];
  for (const piece of sort.dir === 'asc' ? pieces : pieces.toReversed()) {
    if (before + faxes >= start + length) break;
    if (needed.length === 0 && before + piece.faxes <= start) before += piece.faxes;
    else {
      needed.push(piece);
      faxes += piece.faxes;
    }
  }
  if (needed.length === 0) return [];
  const from = Math.min(...needed.map((piece) => piece.from));
  const to = Math.max(...needed.map((piece) => piece.to));
  const order = sql.raw(sort.dir);
  const rows = await snapshot.rows(sql<{ id: number }>`
    select f.id from fax f
    where ${inFolder(page)} and ${within(mergeSpans(needed))}
      and f.fax_at >= to_timestamp(${from} * 60::bigint) and f.fax_at < to_timestamp(${to} * 60::bigint)
      ${plan ? sql`and ${matches(plan, plan.search)}` : sql``}
    order by f.fax_at ${order}, f.id ${order} limit ${length} offset ${start - before}`);
  return rows.map(({ id }) => id);
}
