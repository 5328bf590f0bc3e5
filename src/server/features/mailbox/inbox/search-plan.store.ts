import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';

import type { AccountId } from '#server/kit/scope.ts';
import type { Costs } from './costs.ts';
import { mergeSpans, utcMinutes } from './displayed-time.ts';
import { PARTY, anyOf, matches, showsDay, showsMinute, timeMatches } from './search-sql.store.ts';
import type { Condition } from './search-sql.store.ts';
import type { Grouped, PartyGroup, Search, Term } from './search-terms.ts';
import type { Snapshot } from './snapshot.store.ts';

/** A search in one folder of one account, and how to find its faxes without reading the whole folder. */
export interface SearchPlan extends Grouped {
  account: AccountId;
  folder: number;
  /** Number of faxes in the folder. */
  total: number;
  search: Search;
  costs: Costs;
  /** Parties that match every word; their counters give the number of faxes. */
  full: PartyGroup | undefined;
  /** Groups whose faxes must also match by time. */
  partial: PartyGroup[];
  /** What to read for the partial groups: their parties, or the times of these words; about this many rows. */
  driver: { kind: 'parties' | 'times'; rows: number; words: Term[] };
}

/** Chooses the way that reads fewer rows. */
export function planSearch(
  base: Pick<SearchPlan, 'account' | 'folder' | 'total' | 'search' | 'costs' | keyof Grouped>,
): SearchPlan {
  const { search, groups, total, costs } = base;
  const partial = groups.filter(({ time }) => time.length > 0);
  const byParty = partial.reduce((sum, { ids, faxes }) => sum + (ids ? faxes : Infinity), 0);
  const words = [...new Set(partial.map(({ time }) => rarest(time, search, total)))];
  const byTime = words.reduce((sum, word) => sum + expected(word, search, total), 0);
  return {
    ...base,
    full: groups.find(({ time }) => time.length === 0),
    partial,
    driver:
      byParty * costs.gather <= byTime * costs.gatherByTime
        ? { kind: 'parties', rows: byParty, words }
        : { kind: 'times', rows: byTime, words },
  };
}

function rarest(time: readonly Term[], search: Search, total: number): Term {
  return time.toSorted((a, b) => expected(a, search, total) - expected(b, search, total))[0] as Term;
}

/** Estimates how many faxes match a word by time: days by their share, minutes doubled because of office hours. */
function expected(word: Term, { offsets }: Search, total: number): number {
  const all = (offsets.at(-1)?.to ?? 0) - (offsets.at(0)?.from ?? 0);
  const days = word.days.spans.reduce((sum, { from, to }) => sum + to - from, 0) / Math.max(1, all);
  return total * Math.min(1, days + (2 * word.minutes.length) / 1440);
}

/** Counts the matching faxes exactly: parties that match every word by their counters, the rest row by row. */
export async function countMatches(snapshot: Snapshot, plan: SearchPlan): Promise<number> {
  const sure = plan.full?.faxes ?? 0;
  if (plan.partial.length === 0) return sure;
  return sure + (await countRows(snapshot, partialRows(plan, sql`f.id`)));
}

/** Counts faxes of parties that cannot match at the times of a word, to subtract from a count by time alone. */
export async function countRest(snapshot: Snapshot, plan: SearchPlan, word: Term): Promise<number> {
  const { rest, search } = plan;
  return await countRows(snapshot, rowsOfParties(plan, rest.ids ?? [], [word], search, sql`f.id`));
}

async function countRows(snapshot: Snapshot, rows: RawBuilder<unknown>): Promise<number> {
  const [counted] = await snapshot.rows(
    sql<{ faxes: number }>`select count(*)::int as faxes from (${rows}) found`,
  );
  return counted?.faxes ?? 0;
}

/** Returns rows `f` of the matching faxes, gathered through the parties and times of the plan; each fax once. */
export function matchingRows(plan: SearchPlan, columns: RawBuilder<unknown>): RawBuilder<unknown> {
  const parts: RawBuilder<unknown>[] = [];
  if (plan.full) parts.push(rowsOfParties(plan, plan.full.ids ?? [], [], plan.search, columns));
  if (plan.partial.length > 0) parts.push(partialRows(plan, columns));
  return sql.join(parts, sql` union all `);
}

/** Selects faxes whose time matches the words that their party does not. */
function partialRows(plan: SearchPlan, columns: RawBuilder<unknown>): RawBuilder<unknown> {
  const parts =
    plan.driver.kind === 'parties'
      ? plan.partial.map(({ ids, time }) => rowsOfParties(plan, ids ?? [], time, plan.search, columns))
      : rowsByTime(plan, columns);
  return sql.join(parts, sql` union all `);
}

function rowsOfParties(
  plan: Pick<SearchPlan, 'account' | 'folder'>,
  ids: readonly number[],
  time: readonly Term[],
  search: Search,
  columns: RawBuilder<unknown>,
): RawBuilder<unknown> {
  return sql`
    select ${columns} from fax f
    where ${inFolder(plan)} and f.party_id = any(${ids}::bigint[])
      ${time.length > 0 ? sql`and ${timeMatches(time, search.offsets)}` : sql``}`;
}

/** Returns what else a fax at the plan's times must match. A single group with one word is already matched by time. */
function stillToAsk({ partial, full, search }: SearchPlan): Condition[] {
  const [group, another] = partial;
  // A group for any party also includes the full parties, but those are counted already.
  const notFull = full ? [sql<boolean>`${PARTY} <> all(${full.ids}::bigint[])`] : [];
  if (!group || another || group.time.length > 1)
    return [matches({ groups: partial, rest: NOBODY }, search), ...notFull];
  return group.any ? notFull : [sql<boolean>`${PARTY} = any(${group.ids}::bigint[])`];
}

/** Excludes no parties beyond the groups. */
const NOBODY = { ids: null, faxes: 0 };

/** Reads the days of the plan's words by the index of dates, then the minutes by theirs, without those days. */
function rowsByTime(plan: SearchPlan, columns: RawBuilder<unknown>): RawBuilder<unknown>[] {
  const { search, driver } = plan;
  const days = mergeSpans(driver.words.flatMap((word) => word.days.spans));
  const minutes = [...new Set(driver.words.flatMap((word) => word.minutes))];
  const wanted = sql.join([...stillToAsk(plan), sql<boolean>`true`], sql` and `);
  const dated = driver.words.filter((word) => word.days.spans.length > 0);
  const parts: RawBuilder<unknown>[] = [];
  if (days.length > 0)
    parts.push(sql`
      select ${columns}
      from unnest(${days.map(({ from }) => from)}::bigint[], ${days.map(({ to }) => to)}::bigint[]) as day("from", "to")
      cross join lateral (
        select f.id, f.party_id, f.fax_at, f.pages, f.bytes from fax f
        where ${inFolder(plan)} and ${wanted}
          and f.fax_at >= to_timestamp(day."from" * 60) and f.fax_at < to_timestamp(day."to" * 60)
        -- Keeps the planner from turning this around.
        offset 0
      ) f`);
  if (minutes.length > 0)
    parts.push(sql`
      select ${columns} from fax f
      where ${inFolder(plan)} and f.at_minute % 1440 = any(${utcMinutes(minutes, search.offsets)}::int[])
        and ${showsMinute(minutes, search.offsets)} and ${wanted}
        ${dated.length > 0 ? sql`and not ${anyOf(dated.map((word) => showsDay(word.days, search.offsets)))}` : sql``}`);
  return parts;
}

/** Restricts `f` to the folder of the account. */
export function inFolder({ account, folder }: Pick<SearchPlan, 'account' | 'folder'>): Condition {
  return sql<boolean>`f.account_id = ${account} and f.folder = ${folder}`;
}
