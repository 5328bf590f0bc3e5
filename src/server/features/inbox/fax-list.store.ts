import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';

import type { FaxSort } from '#contract/inbox.ts';
import type { Direction } from '#contract/kit/table-query.ts';
import type { Db } from '#engine/database/port.ts';
import type { AccountId } from '../../kit/scope.ts';
import { offsetSpans } from './displayed-time.ts';
import type { Span } from './displayed-time.ts';
import { readFaxRows } from './fax-rows.store.ts';
import type { FaxRecord } from './fax-rows.store.ts';
import type { FaxScope } from './fax-scope.ts';
import { cutMonths, folderTotal, monthsOf, pageByTime } from './mailbox-shape.store.ts';
import { findParties } from './party-search.store.ts';
import { searchPage, SORT_COLUMN, walk } from './search-page.store.ts';
import type { PageRequest } from './search-page.store.ts';
import { countMatches, planSearch } from './search-plan.store.ts';
import { matches } from './search-sql.store.ts';
import { groupsOf, isSearchable, mayBeTime, readSearch } from './search-terms.ts';
import type { Search, SearchColumn, TimeCondition } from './search-terms.ts';

/** One page of a list, as the table query asks for it. */
export interface ListRequest {
  scope: FaxScope;
  sort: readonly { by: FaxSort; dir: Direction }[];
  start: number;
  length: number;
  words: readonly string[];
  columns: readonly SearchColumn[];
}

/** The faxes of a page, how many match the search, and how many the folder has. */
export interface FaxList {
  total: number;
  filtered: number;
  rows: FaxRecord[];
}

/** From here on stepping over months pays more than walking there. */
const FAR = 2_000;

/** Reads one page. Counters and rows come from one snapshot: the nearer end is only nearer if the count is exact. */
export async function listFaxes(db: Db, account: AccountId, request: ListRequest): Promise<FaxList> {
  return await db
    .transaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute(async (tx) => {
      const found = await findPage(tx, account, request);
      return { ...found, rows: await readFaxRows(tx, account, found.ids) };
    });
}

interface Found {
  total: number;
  filtered: number;
  ids: number[];
}

async function findPage(db: Db, account: AccountId, request: ListRequest): Promise<Found> {
  const { scope, sort, words } = request;
  const total = await folderTotal(db, account, scope.folders);
  const [folder] = scope.folders;
  const [first] = sort;
  const plain = scope.folders.length === 1 && !hasConditions(scope) && sort.length === 1;
  if (!words.every(isSearchable)) return { total, filtered: 0, ids: [] };
  if (!plain || folder === undefined || first === undefined)
    return await rarelyAsked(db, account, request, total);
  const page: PageRequest = { ...request, account, folder, sort: first };
  if (words.length > 0) return { total, ...(await search(db, page, request, total)) };
  const deep = Math.min(request.start, total - request.start) > FAR;
  if (deep && first.by === 'fax_date') {
    const pieces = await monthsOf(db, account, scope.folders);
    return {
      total,
      filtered: total,
      ids: await pageByTime(db, account, folder, { ...page, pieces, dir: first.dir }),
    };
  }
  return { total, filtered: total, ids: await walk(db, page, total) };
}

async function search(
  db: Db,
  page: PageRequest,
  request: ListRequest,
  total: number,
): Promise<Omit<Found, 'total'>> {
  const { account, folder, sort } = page;
  const query = await understand(db, account, request);
  const groups = groupsOf(query, await findParties(db, account, [folder], query), total);
  const [only] = groups;
  if (!only) return { filtered: 0, ids: [] };
  if (only.ids === null && only.time.length === 0) return await everything(db, page, request, total);
  const plan = planSearch({ account, folder, total, search: query, groups });
  const days = groups.length === 1 && only.ids === null ? daysOf(only.time) : null;
  if (!days) {
    const count = await countMatches(db, plan);
    return { filtered: count, ids: await searchPage(db, page, plan, count) };
  }
  const pieces = await cutMonths(db, account, folder, await monthsOf(db, account, [folder]), days);
  const count = pieces.reduce((sum, { faxes }) => sum + faxes, 0);
  const ids =
    sort.by === 'fax_date'
      ? await pageByTime(db, account, folder, { ...page, pieces, dir: sort.dir })
      : await searchPage(db, page, plan, count);
  return { filtered: count, ids };
}

/** The days of a search that asks for one displayed day or part of it and nothing else. */
function daysOf([term, second]: TimeCondition): Span[] | null {
  return term && !second && term.minutes.length === 0 ? term.days : null;
}

async function everything(
  db: Db,
  page: PageRequest,
  request: ListRequest,
  total: number,
): Promise<Omit<Found, 'total'>> {
  const { ids } = await findPage(db, page.account, { ...request, words: [] });
  return { filtered: total, ids };
}

/** Words that could be part of a date are looked up in the reader's zone, through the time that the mailbox spans. */
async function understand(
  db: Db,
  account: AccountId,
  { words, columns, scope }: ListRequest,
): Promise<Search> {
  if (!columns.includes('fax_date') || !words.some(mayBeTime)) return readSearch(words, columns, []);
  const { rows } = await sql<{ zone: string; from: number | null; to: number | null }>`
    select coalesce(z.system_name, 'UTC') as zone, seen.from, seen.to
    from (
      select min(f.from) as from, max(f.to) as to from (
        select
          (select at_minute from fax where account_id = ${account} and folder = wanted.folder order by fax_at, id limit 1)
            as from,
          (select at_minute from fax where account_id = ${account} and folder = wanted.folder
            order by fax_at desc, id desc limit 1) as to
        from unnest(${scope.folders}::smallint[]) as wanted(folder)
      ) f
    ) seen
    left join account_settings s on s.account_id = ${account}
    left join timezone z on z.id = s.timezone_id`.execute(db);
  const { zone = 'UTC', from = null, to = null } = rows[0] ?? {};
  if (from === null || to === null) return readSearch(words, columns, []);
  const span = { from, to: to + 1 };
  const offsets = offsetSpans(zone, span)
    .map((part) => ({ ...part, from: Math.max(part.from, span.from), to: Math.min(part.to, span.to) }))
    .filter((part) => part.from < part.to);
  return readSearch(words, columns, offsets);
}

/** Several folders, conditions without an index, or several orders: right, but it looks at every row of the folder. */
async function rarelyAsked(db: Db, account: AccountId, request: ListRequest, total: number): Promise<Found> {
  const { scope, sort, start, length, words } = request;
  const conditions: RawBuilder<unknown>[] = [
    sql`f.account_id = ${account} and f.folder = any(${scope.folders}::smallint[])`,
  ];
  if (scope.action) conditions.push(sql`f.action = ${scope.action}`);
  if (scope.isNew !== undefined) conditions.push(sql`f.is_new = ${scope.isNew}`);
  if (scope.status) conditions.push(sql`f.status = ${scope.status}`);
  if (words.length > 0) {
    const query = await understand(db, account, request);
    const groups = groupsOf(query, await findParties(db, account, scope.folders, query), total);
    conditions.push(matches(groups, query));
  }
  const where = sql.join(conditions, sql` and `);
  const order = sql.join([
    ...sort.map(({ by, dir }) => sql`f.${sql.raw(SORT_COLUMN[by])} ${sql.raw(dir)}`),
    sql`f.id ${sql.raw(sort.at(-1)?.dir ?? 'desc')}`,
  ]);
  const counted = await sql<{
    faxes: number;
  }>`select count(*)::int as faxes from fax f where ${where}`.execute(db);
  const { rows } = await sql<{ id: number }>`
    select f.id from fax f where ${where} order by ${order} limit ${length} offset ${start}`.execute(db);
  return { total, filtered: counted.rows[0]?.faxes ?? 0, ids: rows.map(({ id }) => id) };
}

function hasConditions({ action, isNew, status }: FaxScope): boolean {
  return action !== undefined || isNew !== undefined || status !== undefined;
}
