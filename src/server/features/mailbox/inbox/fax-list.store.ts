import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';

import type { FaxOrder } from '#contract/mailbox/inbox.ts';
import type { Direction } from '#contract/kit/table-query.ts';
import type { Database } from '#engine/database/port.ts';
import type { AccountId } from '#server/kit/scope.ts';
import { MEASURED } from './costs.ts';
import type { Costs } from './costs.ts';
import { recentlyDeleted } from './deleted-faxes.store.ts';
import { readFaxRows } from './fax-rows.store.ts';
import type { FaxRecord } from './fax-rows.store.ts';
import type { FaxScope } from './fax-scope.ts';
import { findPage, searchPage } from './find-page.store.ts';
import type { Found } from './find-page.store.ts';
import { findParties } from './party-search.store.ts';
import { readerTime } from './reader-time.store.ts';
import { SORT_COLUMN } from './search-page.store.ts';
import { matches } from './search-sql.store.ts';
import { groupParties, isSearchable, mayBeTime, readSearch } from './search-terms.ts';
import type { Search, SearchColumn } from './search-terms.ts';
import { inSnapshot } from './snapshot.store.ts';
import type { Snapshot } from './snapshot.store.ts';

/** The request for one page of a list. */
export interface ListRequest {
  scope: FaxScope;
  sort: readonly { by: FaxOrder; dir: Direction }[];
  start: number;
  length: number;
  words: readonly string[];
  columns: readonly SearchColumn[];
  /** Costs other than the measured ones choose other ways to the same page. */
  costs?: Costs;
}

/** The faxes of a page, how many match the search, and how many are in the folder. */
export interface FaxList {
  total: number;
  filtered: number;
  rows: FaxRecord[];
}

/** Reads one page of a list. */
export async function listFaxes(
  database: Pick<Database, 'db' | 'pool'>,
  account: AccountId,
  request: ListRequest,
): Promise<FaxList> {
  const { folders, deletedDays, personId } = request.scope;
  return await inSnapshot(database, { account, folders }, async (snapshot, counted) => {
    const isCounted = deletedDays === undefined && personId === undefined;
    const total = isCounted ? counted : await countRows(snapshot, account, request.scope);
    const { filtered, ids } = await find(snapshot, account, request, total);
    return { total, filtered, rows: await readFaxRows(snapshot, account, ids) };
  });
}

/** There is no counter for deleted faxes, which expire by themselves, nor for the faxes that a person has sent. */
async function countRows(
  snapshot: Snapshot,
  account: AccountId,
  { folders, deletedDays, personId }: FaxScope,
): Promise<number> {
  const [counted] = await snapshot.rows(sql<{ faxes: number }>`
    select count(*)::int as faxes from fax f
    where f.account_id = ${account} and f.folder = any(${folders}::smallint[])
      ${deletedDays === undefined ? sql`` : sql`and ${recentlyDeleted(deletedDays)}`}
      ${personId === undefined ? sql`` : sql`and f.person_id = ${personId}`}`);
  return counted?.faxes ?? 0;
}

async function find(
  snapshot: Snapshot,
  account: AccountId,
  request: ListRequest,
  total: number,
): Promise<Found> {
  const { scope, sort, words } = request;
  if (total === 0 || !words.every(isSearchable)) return { filtered: 0, ids: [] };
  const [folder, second] = scope.folders;
  const [first, another] = sort;
  const conditions = [
    scope.action,
    scope.isNew,
    scope.status,
    scope.id,
    scope.deletedDays,
    scope.personId,
  ].some((condition) => condition !== undefined);
  if (folder === undefined || second !== undefined || first === undefined || another || conditions)
    return await rarelyAsked(snapshot, account, request, total);
  if (first.by === 'deleted_at') return await rarelyAsked(snapshot, account, request, total);
  const { start, length, costs = MEASURED } = request;
  const page = { account, folder, sort: { by: first.by, dir: first.dir }, start, length, costs };
  if (words.length === 0) return { filtered: total, ids: await findPage(snapshot, page, total) };
  return await searchPage(snapshot, page, await understand(snapshot, account, request), total);
}

/** Looks up words that could be part of a date in the reader's zone, within the time that the folders span. */
async function understand(
  snapshot: Snapshot,
  account: AccountId,
  { words, columns, scope }: ListRequest,
): Promise<Search> {
  if (!columns.includes('fax_date') || !words.some(mayBeTime)) return readSearch(words, columns, []);
  return readSearch(words, columns, (await readerTime(snapshot, account, scope.folders)).offsets);
}

/** Handles several folders, conditions without an index, or several orders, but reads every row of the folder. */
async function rarelyAsked(
  snapshot: Snapshot,
  account: AccountId,
  request: ListRequest,
  total: number,
): Promise<Found> {
  const { scope, sort, start, length, words } = request;
  const conditions: RawBuilder<unknown>[] = [
    sql`f.account_id = ${account} and f.folder = any(${scope.folders}::smallint[])`,
  ];
  if (scope.action) conditions.push(sql`f.action = ${scope.action}`);
  if (scope.isNew !== undefined) conditions.push(sql`f.is_new = ${scope.isNew}`);
  if (scope.status) conditions.push(sql`f.status = ${scope.status}`);
  if (scope.deletedDays !== undefined) conditions.push(recentlyDeleted(scope.deletedDays));
  if (scope.personId !== undefined) conditions.push(sql`f.person_id = ${scope.personId}`);
  if (scope.id !== undefined) conditions.push(sql`f.id = ${scope.id}`);
  if (words.length > 0) {
    const search = await understand(snapshot, account, request);
    const parties = await findParties(snapshot, account, scope.folders, search, total);
    conditions.push(matches(groupParties(search, parties), search));
  }
  const where = sql.join(conditions, sql` and `);
  const order = sql.join([
    ...sort.map(
      ({ by, dir }) => sql`f.${sql.raw(by === 'deleted_at' ? by : SORT_COLUMN[by])} ${sql.raw(dir)}`,
    ),
    sql`f.id ${sql.raw(sort.at(-1)?.dir ?? 'desc')}`,
  ]);
  const [counted] = await snapshot.rows(
    sql<{ faxes: number }>`select count(*)::int as faxes from fax f where ${where}`,
  );
  const rows = await snapshot.rows(sql<{ id: number }>`
    select f.id from fax f where ${where} order by ${order} limit ${length} offset ${start}`);
  return { filtered: counted?.faxes ?? 0, ids: rows.map(({ id }) => id) };
}
