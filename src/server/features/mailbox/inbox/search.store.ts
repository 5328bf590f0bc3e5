import type { FaxQuery } from '#contract/mailbox/search-words.ts';
import { SEARCH_LIMIT } from '#contract/mailbox/search.ts';
import type { Database } from '#engine/database/port.ts';
import type { AccountId } from '#server/kit/scope.ts';
import { MEASURED } from './costs.ts';
import type { Costs } from './costs.ts';
import { readFaxRows } from './fax-rows.store.ts';
import type { FaxRecord } from './fax-rows.store.ts';
import { FOLDER_NUMBER } from './fax-scope.ts';
import { readSnippets } from './page-text/snippets.store.ts';
import { findNewest } from './search-folders.store.ts';
import { inSnapshot } from './snapshot.store.ts';

/** The request for one page of search results. */
export interface SearchRequest {
  query: FaxQuery;
  /** The person who searches. */
  person?: number | undefined;
  /** Restricts the search to faxes that this person sent; null for no restriction. */
  only?: number | null;
  start: number;
  length: number;
  /** Costs other than the measured ones choose other ways to the same faxes. */
  costs?: Costs;
}

/** The faxes of the page, how many were found up to the limit, and whether there are more. */
export interface FoundFaxes {
  total: number;
  more: boolean;
  rows: (FaxRecord & { snippet?: string | undefined })[];
}

/** Finds faxes in all folders of a search, newest first. */
export async function searchFaxes(
  database: Pick<Database, 'db' | 'pool'>,
  account: AccountId,
  { query, person, only = null, start, length, costs = MEASURED }: SearchRequest,
): Promise<FoundFaxes> {
  const folders = query.folders.map((folder) => FOLDER_NUMBER[folder]);
  return await inSnapshot(database, { account, folders }, async (snapshot, faxes) => {
    const most = SEARCH_LIMIT + 1;
    const found = await findNewest(snapshot, account, query, { total: faxes, most, costs, person, only });
    const ids = found.slice(0, SEARCH_LIMIT);
    const shown = ids.slice(start, start + length);
    const rows = await readFaxRows(snapshot, account, shown);
    const snippets = await readSnippets(snapshot, account, { ids: shown, words: query.words });
    return {
      total: ids.length,
      more: found.length > SEARCH_LIMIT,
      rows: rows.map((row) => ({ ...row, snippet: snippets.get(row.id) })),
    };
  });
}

/** Returns the ids of all faxes that a search currently finds, newest first, at most `most`. */
export async function findAll(
  database: Pick<Database, 'db' | 'pool'>,
  account: AccountId,
  { query, person, most }: { query: FaxQuery; person: number | undefined; most: number },
): Promise<number[]> {
  const folders = query.folders.map((folder) => FOLDER_NUMBER[folder]);
  return await inSnapshot(
    database,
    { account, folders },
    async (snapshot, total) =>
      await findNewest(snapshot, account, query, { total, most, costs: MEASURED, person, only: null }),
  );
}
