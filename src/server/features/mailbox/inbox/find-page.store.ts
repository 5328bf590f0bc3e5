import type { Span } from './displayed-time.ts';
import { findParties } from './party-search.store.ts';
import { pageByParty } from './party-order.store.ts';
import { distance, gather, gatherCost, isByParty, walk, walkCost } from './search-page.store.ts';
import type { PageRequest } from './search-page.store.ts';
import { countMatches, countRest, planSearch } from './search-plan.store.ts';
import type { SearchPlan } from './search-plan.store.ts';
import { groupParties } from './search-terms.ts';
import type { Search } from './search-terms.ts';
import type { Snapshot } from './snapshot.store.ts';
import { cutMonths, monthsOf, monthsOfMatches, pageByTime } from './time-order.store.ts';
import type { Piece } from './time-order.store.ts';

/** The ids of a page, and how many faxes match. */
export interface Found {
  filtered: number;
  ids: number[];
}

/** Returns a page of the whole folder. */
export async function findPage(snapshot: Snapshot, page: PageRequest, total: number): Promise<number[]> {
  const cost = distance(page, total) * page.costs.step;
  if (cost > page.costs.longWalk && page.start < total) {
    if (page.sort.by === 'fax_date') return await pageByTime(snapshot, page, await monthsOf(snapshot, page));
    const ids = isByParty(page.sort.by) ? await pageByParty(snapshot, page, null, cost) : null;
    if (ids) return ids;
  }
  return await walk(snapshot, page, total);
}

/** Returns a page of the search results in the folder. */
export async function searchPage(
  snapshot: Snapshot,
  page: PageRequest,
  search: Search,
  total: number,
): Promise<Found> {
  const { account, folder } = page;
  const grouped = groupParties(search, await findParties(snapshot, account, [folder], search, total));
  const plan = planSearch({ account, folder, total, search, costs: page.costs, ...grouped });
  if (plan.groups.length === 0) return { filtered: 0, ids: [] };
  if (plan.full?.any) return { filtered: total, ids: await findPage(snapshot, page, total) };
  const days = daysOnly(plan);
  const pieces = days ? await cutMonths(snapshot, page, await monthsOf(snapshot, page), days) : null;
  const filtered = await count(snapshot, plan, pieces);
  return { filtered, ids: await pageOf(snapshot, page, plan, filtered, pieces) };
}

/** Counts exactly, with counters where possible. `pieces` are the faxes at the times that the search requires. */
async function count(snapshot: Snapshot, plan: SearchPlan, pieces: readonly Piece[] | null): Promise<number> {
  const [group] = plan.partial;
  const [word] = group?.time ?? [];
  const inDays = pieces?.reduce((sum, { faxes }) => sum + faxes, 0);
  if (inDays === undefined || !group || !word) return await countMatches(snapshot, plan);
  if (group.any) return inDays;
  const byRest = plan.rest.ids !== null && plan.rest.faxes < plan.driver.rows;
  return byRest ? inDays - (await countRest(snapshot, plan, word)) : await countMatches(snapshot, plan);
}

/** Reads the page in the cheapest way. */
async function pageOf(
  snapshot: Snapshot,
  page: PageRequest,
  plan: SearchPlan,
  filtered: number,
  pieces: readonly Piece[] | null,
): Promise<number[]> {
  if (page.start >= filtered) return [];
  if (pieces && plan.groups[0]?.any && page.sort.by === 'fax_date')
    return await pageByTime(snapshot, page, pieces);
  const walking = walkCost(page, plan, filtered);
  const gathering = gatherCost(page, plan, filtered);
  const cheaper = Math.min(walking, gathering);
  if (cheaper > page.costs.longWalk && plan.partial.length === 0) {
    const ids = await stepTo(snapshot, page, plan, cheaper);
    if (ids) return ids;
  }
  return walking <= gathering
    ? await walk(snapshot, page, filtered, plan)
    : await gather(snapshot, page, plan, filtered);
}

/** Steps over months or parties if the search concerns only parties. Returns null if that is not shorter. */
async function stepTo(
  snapshot: Snapshot,
  page: PageRequest,
  plan: SearchPlan,
  limit: number,
): Promise<number[] | null> {
  if (isByParty(page.sort.by)) return await pageByParty(snapshot, page, plan.full?.ids ?? [], limit);
  if (page.sort.by !== 'fax_date') return null;
  const months = await monthsOfMatches(snapshot, page, plan, limit);
  return months && (await pageByTime(snapshot, page, months, plan));
}

/** Returns the spans of a search that requires one displayed day or a part of one, and nothing else of the time. */
function daysOnly({ groups }: SearchPlan): Span[] | null {
  const [group, second] = groups;
  const [word, another] = group?.time ?? [];
  return word && !another && !second && word.minutes.length === 0 ? word.days.spans : null;
}
