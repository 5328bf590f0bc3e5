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
export function gatherCost({ costs, sort }: PageRequest, plan: SearchPlan, count: number): number {
  const lookedAt = plan.partial.length > 0 ? plan.driver.rows : 0;
  // Text takes about twice as long to compare as numbers do.
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

/** From here on reading all parties once is cheaper than looking up the party of each fax. */
const MANY = 1_000;

/** The planner can't know how many faxes were found. A full join is never made row by row, and this condition keeps it one. */
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

/** Whether an order goes by the other party, so that all faxes with one party stand together. */
export function isByParty(by: FaxSort): boolean {
  return by === 'from_company' || by === 'fax_from';
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

/** In the order of time nothing before the first or after the last day that can match needs to be passed. */
function reach({ sort }: PageRequest, { groups }: SearchPlan): Condition {
  const days = groups.map(({ time }) => time.find(({ minutes }) => minutes.length === 0)?.days.spans);
  if (sort.by !== 'fax_date' || !days.every((spans) => spans !== undefined)) return sql<boolean>`true`;
  const from = Math.min(...days.map((spans) => spans.at(0)?.from ?? Infinity));
  const to = Math.max(...days.map((spans) => spans.at(-1)?.to ?? -Infinity));
  return sql<boolean>`f.fax_at >= to_timestamp(${from} * 60::bigint) and f.fax_at < to_timestamp(${to} * 60::bigint)`;
}
