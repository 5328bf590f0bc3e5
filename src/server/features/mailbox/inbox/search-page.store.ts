import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';

import type { FaxSort } from '#contract/mailbox/inbox.ts';
import type { Direction } from '#contract/kit/table-query.ts';
import type { AccountId } from '#server/kit/scope.ts';
import type { Costs } from './costs.ts';
import { inFolder, matchingRows } from './search-plan.store.ts';
import type { SearchPlan } from './search-plan.store.ts';
import { matches } from './search-sql.store.ts';
import type { Condition } from './search-sql.store.ts';
import type { Snapshot } from './snapshot.store.ts';

/** The column of each order. The id is always added, so that no two faxes are equal. */
export const SORT_COLUMN: Readonly<Record<FaxSort, string>> = {
  from_company: 'company_key',
  fax_date: 'fax_at',
  fax_from: 'other_number',
  fax_pages: 'pages',
  fax_size: 'bytes',
};

/** The requested part of a list. */
export interface PageRequest {
  account: AccountId;
  folder: number;
  sort: { by: FaxSort; dir: Direction };
  start: number;
  length: number;
  costs: Costs;
}

/** Returns how far a page is from the nearer end of a list, including its own rows. */
export function distance({ start, length }: Pick<PageRequest, 'start' | 'length'>, count: number): number {
  return Math.min(start, Math.max(0, count - start - length)) + length;
}

/** Returns the cost of walking to a page of the matching faxes, including faxes in between that do not match. */
export function walkCost(page: PageRequest, plan: SearchPlan, count: number): number {
  return Math.min(1, distance(page, count) / count) * plan.total * page.costs.filter;
}

/** Returns the cost of gathering and sorting all matching faxes. */
export function gatherCost({ costs, sort }: PageRequest, plan: SearchPlan, count: number): number {
  const lookedAt = plan.partial.length > 0 ? plan.driver.rows : 0;
  // Comparing text takes about twice as long as comparing numbers.
  const sorting = costs.sort * (isByParty(sort.by) ? 2 : 1);
  return lookedAt * costs.gather + count * (costs.gather + sorting);
}

/** Gathers all matching faxes through the indexes that find them, and sorts them. */
export async function gather(
  snapshot: Snapshot,
  { account, sort, start, length }: PageRequest,
  plan: SearchPlan,
  count: number,
): Promise<number[]> {
  const byParty = isByParty(sort.by);
  const key = byParty ? 'party_id' : SORT_COLUMN[sort.by];
  const order = sql.raw(sort.dir);
  const rows = await snapshot.rows(sql<{ id: number }>`
    with found as materialized (${matchingRows(plan, sql`f.id, f.${sql.raw(key)} as key`)})
    ${byParty ? withPartyKeys(account, sort.by, count > MANY) : sql`select id, key from found`}
    order by key ${order}, id ${order} limit ${length} offset ${start}`);
  return rows.map(({ id }) => id);
}

/** The number of faxes from which reading all parties once is cheaper than looking up each fax's party. */
const MANY = 1_000;

/**
 * The planner cannot know how many faxes were found. A full join never runs row by row; the condition keeps it full.
 */
function withPartyKeys(account: AccountId, by: FaxSort, many: boolean): RawBuilder<unknown> {
  if (!many)
    return sql`select found.id, ${partyKey(by)} as key from found
      join fax_party p on p.account_id = ${account} and p.id = found.key`;
  return sql`
    select found.id, party.key
    from (select p.id as party_id, ${partyKey(by)} as key from fax_party p where p.account_id = ${account}) party
    full join found on found.key = party.party_id
    where coalesce(found.id, 0) > 0`;
}

/** Whether an order is by the other party, so that all faxes with one party are adjacent. */
export function isByParty(by: FaxSort): boolean {
  return by === 'from_company' || by === 'fax_from';
}

/** Returns the sort key of a party `p` for the two orders by party. */
export function partyKey(by: FaxSort): RawBuilder<unknown> {
  return by === 'from_company' ? sql`p.company_key` : sql`p.number`;
}

/** Walks the index of the order from the nearer end, without reading the table. `count` must be exact. */
export async function walk(
  snapshot: Snapshot,
  page: PageRequest,
  count: number,
  plan?: SearchPlan,
): Promise<number[]> {
  const { sort, start, length } = page;
  const flipped = start > count / 2;
  const take = Math.max(0, Math.min(length, count - start));
  const skip = flipped ? count - start - take : start;
  if (take === 0 || skip < 0) return [];
  const column = SORT_COLUMN[sort.by];
  const way = flipped === (sort.dir === 'asc') ? 'desc' : 'asc';
  const condition = plan
    ? sql`${inFolder(page)} and ${matches(plan, plan.search)} and ${reach(page, plan)}`
    : inFolder(page);
  const rows = await snapshot.rows(
    sql<{ id: number }>`
      select f.id from fax f where ${condition}
      order by f.${sql.raw(column)} ${sql.raw(way)}, f.id ${sql.raw(way)} limit ${take} offset ${skip}`,
    plan ? undefined : `walk_${column}_${way}`,
  );
  const ids = rows.map(({ id }) => id);
  return flipped ? ids.toReversed() : ids;
}

/** Limits a walk in order of time to between the first and the last day that can match. */
function reach({ sort }: PageRequest, { groups }: SearchPlan): Condition {
  const days = groups.map(({ time }) => time.find(({ minutes }) => minutes.length === 0)?.days.spans);
  if (sort.by !== 'fax_date' || !days.every((spans) => spans !== undefined)) return sql<boolean>`true`;
  const from = Math.min(...days.map((spans) => spans.at(0)?.from ?? Infinity));
  const to = Math.max(...days.map((spans) => spans.at(-1)?.to ?? -Infinity));
  return sql<boolean>`f.fax_at >= to_timestamp(${from} * 60::bigint) and f.fax_at < to_timestamp(${to} * 60::bigint)`;
}
