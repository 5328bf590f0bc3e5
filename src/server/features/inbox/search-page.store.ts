import { sql } from 'kysely';

import type { FaxSort } from '#contract/inbox.ts';
import type { Direction } from '#contract/kit/table-query.ts';
import type { Db } from '#engine/database/port.ts';
import type { AccountId } from '../../kit/scope.ts';
import { matchingRows } from './search-plan.store.ts';
import type { SearchPlan } from './search-plan.store.ts';
import { matches } from './search-sql.store.ts';
import type { Condition } from './search-sql.store.ts';

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
}

/** Microseconds a row, measured (bench/message-list): through an index with a condition; with the row itself; sorting. */
const WALK_COST = 0.16;
const FETCH_COST = 1.2;
const SORT_COST = 0.3;

/**
 * Ids of a page of the matching faxes: few are gathered and sorted, many are met by walking the order from the nearer
 * end. `count` must be exact: it says which end is nearer.
 */
export async function searchPage(
  db: Db,
  page: PageRequest,
  plan: SearchPlan,
  count: number,
): Promise<number[]> {
  const { sort, start, length } = page;
  if (start >= count) return [];
  const nearer = Math.min(start, Math.max(0, count - start - length)) + length;
  const walkCost = Math.min(1, nearer / count) * plan.total * WALK_COST;
  const lookedAt = plan.partial.length > 0 ? plan.driver.rows : 0;
  const gatherCost = lookedAt * WALK_COST + count * (FETCH_COST + SORT_COST);
  if (walkCost <= gatherCost) return await walk(db, page, count, matches(plan.groups, plan.search));
  const order = sql.raw(sort.dir);
  const { rows } = await sql<{ id: number }>`
    with found as materialized (${matchingRows(plan, sql`f.id, f.${sql.raw(SORT_COLUMN[sort.by])} as key`)})
    select id from found order by key ${order}, id ${order} limit ${length} offset ${start}`.execute(db);
  return rows.map(({ id }) => id);
}

/** Walks the index of the order, from the end that is nearer, without touching the table. */
export async function walk(
  db: Db,
  { account, folder, sort, start, length }: PageRequest,
  count: number,
  condition: Condition = sql<boolean>`true`,
): Promise<number[]> {
  const flipped = start > count / 2;
  const take = Math.max(0, Math.min(length, count - start));
  const skip = flipped ? count - start - take : start;
  if (take === 0 || skip < 0) return [];
  const dir = sql.raw(flipped === (sort.dir === 'asc') ? 'desc' : 'asc');
  const column = sql.raw(SORT_COLUMN[sort.by]);
  const { rows } = await sql<{ id: number }>`
    select f.id from fax f
    where f.account_id = ${account} and f.folder = ${folder} and ${condition}
    order by f.${column} ${dir}, f.id ${dir} limit ${take} offset ${skip}`.execute(db);
  const ids = rows.map(({ id }) => id);
  return flipped ? ids.toReversed() : ids;
}
