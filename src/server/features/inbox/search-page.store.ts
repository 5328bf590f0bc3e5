import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';

import type { FaxSort } from '#contract/inbox.ts';
import type { Direction } from '#contract/kit/table-query.ts';
import type { AccountId } from '#server/kit/scope.ts';
import type { Costs } from './costs.ts';
import { inFolder, matchingRows } from './search-plan.store.ts';
import type { SearchPlan } from './search-plan.store.ts';
import { matches } from './search-sql.store.ts';
import type { Condition } from './search-sql.store.ts';
import type { Snapshot } from './snapshot.store.ts';

/** The column behind each order; with the id behind it no two faxes are equal. */
export const SORT_COLUMN: Readonly<Record<FaxSort, string>> = {
  from_company: 'company_key',
  fax_date: 'fax_at',
  fax_from: 'other_number',
  fax_pages: 'pages',
  fax_size: 'bytes',
};

/** Which part of which list. */
export interface PageRequest {
  account: AccountId;
  folder: number;
  sort: { by: FaxSort; dir: Direction };
  start: number;
  length: number;
  costs: Costs;
}

/** How far a page is from the nearer end of a list, its own rows included. */
export function distance({ start, length }: Pick<PageRequest, 'start' | 'length'>, count: number): number {
  return Math.min(start, Math.max(0, count - start - length)) + length;
}

/** What walking to a page of the matching faxes costs: those between that don't match are passed too. */
export function walkCost(page: PageRequest, plan: SearchPlan, count: number): number {
  return Math.min(1, distance(page, count) / count) * plan.total * page.costs.filter;
}

/** What gathering and sorting all matching faxes costs. */
export function gatherCost({ costs }: PageRequest, plan: SearchPlan, count: number): number {
  const lookedAt = plan.partial.length > 0 ? plan.driver.rows : 0;
  return lookedAt * costs.gather + count * (costs.gather + costs.sort);
}

/** Gathers all matching faxes through the indexes that find them, and sorts them. */
export async function gather(
  snapshot: Snapshot,
  { account, sort, start, length }: PageRequest,
  plan: SearchPlan,
): Promise<number[]> {
  const column = SORT_COLUMN[sort.by];
  const byParty = sort.by === 'from_company' || sort.by === 'fax_from';
  const key = byParty ? 'party_id' : column;
  const order = sql.raw(sort.dir);
  const rows = await snapshot.rows(sql<{ id: number }>`
    with found as materialized (${matchingRows(plan, sql`f.id, f.${sql.raw(key)} as key`)})
    select found.id from found ${byParty ? sql`join fax_party p on p.account_id = ${account} and p.id = found.key` : sql``}
    order by ${byParty ? partyKey(sort.by) : sql`key`} ${order}, found.id ${order}
    limit ${length} offset ${start}`);
  return rows.map(({ id }) => id);
}

/** A party `p`'s part of the two orders that go by party. */
export function partyKey(by: FaxSort): RawBuilder<unknown> {
  return by === 'from_company' ? sql`p.company_key` : sql`p.number`;
}

/** Walks the index of the order from the end that is nearer, without touching the table; `count` must be exact. */
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
  const condition: Condition = plan
    ? sql<boolean>`${inFolder(page)} and ${matches(plan.groups, plan.search)}`
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
