import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';

import type { Db } from '#engine/database/port.ts';
import type { AccountId } from '../../kit/scope.ts';
import { mergeSpans, utcMinutes } from './displayed-time.ts';
import { matches, showsMinute, timeMatches, within } from './search-sql.store.ts';
import type { Condition } from './search-sql.store.ts';
import type { PartyGroup, Search, Term } from './search-terms.ts';

/** A search in one folder of one account, and how its faxes are found without reading the whole folder. */
export interface SearchPlan {
  account: AccountId;
  folder: number;
  /** Faxes of the folder. */
  total: number;
  search: Search;
  groups: readonly PartyGroup[];
  /** Parties that answer every word: their counters say how many faxes. */
  full: { ids: number[]; faxes: number } | undefined;
  /** Groups that need something of the time. */
  partial: PartyGroup[];
  /** What to go through for the partial groups: their parties, or the times of these words; about so many rows. */
  driver: { kind: 'parties' | 'times'; rows: number; words: Term[] };
}

/** Chooses the way that looks at fewer rows. */
export function planSearch(
  base: Pick<SearchPlan, 'account' | 'folder' | 'total' | 'search' | 'groups'>,
): SearchPlan {
  const { search, groups, total } = base;
  const partial = groups.filter(({ time }) => time.length > 0);
  const byParty = partial.reduce((sum, { faxes }) => sum + faxes, 0);
  const words = [...new Set(partial.map(({ time }) => rarest(time, search, total)))];
  const byTime = words.reduce((sum, word) => sum + expected(word, search, total), 0);
  const complete = groups.find(({ time }) => time.length === 0);
  return {
    ...base,
    full: complete && { ids: complete.ids ?? [], faxes: complete.faxes },
    partial,
    driver: { kind: byParty <= byTime ? 'parties' : 'times', rows: Math.min(byParty, byTime), words },
  };
}

function rarest(time: readonly Term[], search: Search, total: number): Term {
  return time.toSorted((a, b) => expected(a, search, total) - expected(b, search, total))[0] as Term;
}

/** About how many faxes a word's times hold: days by their share, minutes doubled because people fax in office hours. */
function expected(word: Term, { offsets }: Search, total: number): number {
  const all = (offsets.at(-1)?.to ?? 0) - (offsets.at(0)?.from ?? 0);
  const days = word.days.reduce((sum, { from, to }) => sum + to - from, 0) / Math.max(1, all);
  return total * Math.min(1, days + (2 * word.minutes.length) / 1440);
}

/** Counts the matching faxes exactly: parties that answer every word by their counters, the rest row by row. */
export async function countMatches(db: Db, plan: SearchPlan): Promise<number> {
  const sure = plan.full?.faxes ?? 0;
  if (plan.partial.length === 0) return sure;
  const { rows } = await sql<{ faxes: number }>`
    select count(*)::int as faxes from (${partialRows(plan, sql`f.id`)}) found`.execute(db);
  return sure + (rows[0]?.faxes ?? 0);
}

/** Rows `f` of the matching faxes, gathered through the parties and times of the plan; each fax once. */
export function matchingRows(plan: SearchPlan, columns: RawBuilder<unknown>): RawBuilder<unknown> {
  const parts: RawBuilder<unknown>[] = [];
  if (plan.full)
    parts.push(
      sql`select ${columns} from fax f where ${inFolder(plan)} and f.party_id = any(${plan.full.ids}::bigint[])`,
    );
  if (plan.partial.length > 0) parts.push(partialRows(plan, columns));
  return sql.join(parts, sql` union all `);
}

/** Faxes whose party leaves some words to the time, which answers them. */
function partialRows(plan: SearchPlan, columns: RawBuilder<unknown>): RawBuilder<unknown> {
  const parts = plan.driver.kind === 'parties' ? rowsByParty(plan, columns) : rowsByTime(plan, columns);
  return sql.join(parts, sql` union all `);
}

function rowsByParty(plan: SearchPlan, columns: RawBuilder<unknown>): RawBuilder<unknown>[] {
  return plan.partial.map(
    ({ ids, time }) => sql`
      select ${columns} from fax f
      where ${inFolder(plan)} and ${timeMatches(time, plan.search.offsets)}
        and f.party_id = any(${ids ? sql`${ids}::bigint[]` : otherParties(plan)})`,
  );
}

/** The parties of the folder that no group names. */
function otherParties({ account, folder, groups }: SearchPlan): RawBuilder<unknown> {
  const named = groups.flatMap(({ ids }) => ids ?? []);
  return sql`array(
    select c.party_id from party_counter c
    where c.account_id = ${account} and c.folder = ${folder} and c.n > 0 and c.party_id <> all(${named}::bigint[]))`;
}

function rowsByTime(plan: SearchPlan, columns: RawBuilder<unknown>): RawBuilder<unknown>[] {
  const { search, driver, full } = plan;
  const days = mergeSpans(driver.words.flatMap((word) => word.days));
  const minutes = [...new Set(driver.words.flatMap((word) => word.minutes))];
  const conditions = [matches(plan.partial, search)];
  // What suits any party suits the full ones too, but those are counted already.
  if (full) conditions.push(sql<boolean>`f.party_id <> all(${full.ids}::bigint[])`);
  const wanted = sql.join(conditions, sql` and `);
  const parts: RawBuilder<unknown>[] = [];
  if (days.length > 0)
    parts.push(sql`
      select ${columns}
      from unnest(${days.map(({ from }) => from)}::bigint[], ${days.map(({ to }) => to)}::bigint[]) as day("from", "to")
      join fax f on ${inFolder(plan)}
        and f.fax_at >= to_timestamp(day."from" * 60) and f.fax_at < to_timestamp(day."to" * 60)
      where ${wanted}`);
  if (minutes.length > 0)
    parts.push(sql`
      select ${columns} from fax f
      where ${inFolder(plan)} and f.at_minute % 1440 = any(${utcMinutes(minutes, search.offsets)}::int[])
        and ${showsMinute(minutes, search.offsets)} and ${wanted}
        ${days.length > 0 ? sql`and not ${within(days)}` : sql``}`);
  return parts;
}

function inFolder({ account, folder }: Pick<SearchPlan, 'account' | 'folder'>): Condition {
  return sql<boolean>`f.account_id = ${account} and f.folder = ${folder}`;
}
