import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';

import type { FaxQuery } from '#contract/mailbox/search-words.ts';
import { normalizeNumber } from '#contract/kit/fax-number.ts';
import type { AccountId } from '#server/kit/scope.ts';
import type { Costs } from './costs.ts';
import { findParties } from './party-search.store.ts';
import { contradicts, datesOf, filtersOf, foldersOf } from './query-filters.store.ts';
import { readerTime } from './reader-time.store.ts';
import { inFolder } from './search-plan.store.ts';
import { matches, timeMatches } from './search-sql.store.ts';
import type { Condition } from './search-sql.store.ts';
import { NUMBER_PART, groupParties, isSearchable, mayBeTime, readSearch } from './search-terms.ts';
import type { Grouped, Search, SearchColumn, Term } from './search-terms.ts';
import type { Snapshot } from './snapshot.store.ts';
import { foundByText, isWithinWalk, textGroups } from './page-text/text-search.store.ts';
import type { TextGroup } from './page-text/text-search.store.ts';
import { asksForWork, hasTags, tagNamed, workFilters } from './team/work-filters.store.ts';

const COLUMNS: readonly SearchColumn[] = ['from_company', 'fax_from', 'fax_date', 'to_person'];

/** The person who searches, and the person whose sent faxes the search is restricted to (null: no restriction). */
interface Searcher {
  person: number | undefined;
  only: number | null;
}

/** A search that can match something, with its matching parties. */
interface Wanted {
  account: AccountId;
  folders: number[];
  /** Null if neither words nor party filters were typed. */
  by: { grouped: Grouped; search: Search } | null;
  /** Conditions other than words and parties, on a row `f` of fax. */
  filters: Condition[];
  /** The date conditions among them, on a row `t` of fax_text. */
  dates: Condition[];
  /** Whether the filters need columns of fax that fax_work does not have. */
  readsFax: boolean;
  /** Tags, and conditions on a row `w` of fax_work; null if the search does not concern work. */
  work: { tags: readonly string[]; conditions: Condition[] } | null;
  /** The words that the text of pages can match. */
  texts: TextGroup[];
}

/**
 * Returns the ids of the newest faxes that a search finds in all its folders, newest first, at most `most`. `total` is
 * the number of faxes in those folders. Faxes are gathered by their parties if those have few; otherwise each folder is
 * walked from its newest end until there are enough, through the index of dates, or of failed faxes if only such are
 * searched, or through the faxes that people work on. `person` is the person who searches; `only` restricts the search
 * to faxes that this person sent.
 */
export async function findNewest(
  snapshot: Snapshot,
  account: AccountId,
  query: FaxQuery,
  { total, most, costs, person, only }: Searcher & { total: number; most: number; costs: Costs },
): Promise<number[]> {
  const wanted = total === 0 ? null : await understand(snapshot, account, query, { total, person, only });
  if (wanted === null) return [];
  const byParty =
    wanted.by !== null && wanted.work === null && gatherIsCheaper(wanted, { total, most, costs });
  const way = byParty ? gathered : walked;
  const byRow =
    wanted.work === null
      ? wanted.folders.map((folder) => way({ ...wanted, folder, most }))
      : [worked(wanted, wanted.work, most)];
  const found = wanted.by?.grouped.groups.length === 0 ? [] : byRow;
  // If most faxes have the words, the newest ones are almost always enough.
  const { ids, walked: isPart } = await union(snapshot, wanted, { found, most, mayWalk: true });
  if (!isPart) return ids;
  const last = ids.length === most ? ids.at(-1) : undefined;
  if (last !== undefined && (await isWithinWalk(snapshot, account, last))) return ids;
  return (await union(snapshot, wanted, { found, most, mayWalk: false })).ids;
}

/** Returns the newest matches by row and by text. `walked`: whether only the newest faxes were read. */
async function union(
  snapshot: Snapshot,
  wanted: Wanted,
  { found, most, mayWalk }: { found: readonly RawBuilder<unknown>[]; most: number; mayWalk: boolean },
): Promise<{ ids: number[]; walked: boolean }> {
  const byText = await inTexts(snapshot, wanted, { most, mayWalk });
  // A fax can be found both by its party and by its text.
  const once = byText.length > 0 ? sql`distinct` : sql``;
  const parts = [...found, ...byText.map(({ rows }) => rows)];
  const rows = await snapshot.rows(sql<{ id: number }>`
    select id from (select ${once} id, fax_at from (${sql.join(parts, sql` union all `)}) found)
    found order by fax_at desc, id desc limit ${most}`);
  return { ids: rows.map(({ id }) => id), walked: byText.some(({ walked: part }) => part) };
}

/** Finds faxes by text, in all folders at once. */
async function inTexts(
  snapshot: Snapshot,
  { account, folders, by, filters, dates, work, texts }: Wanted,
  { most, mayWalk }: { most: number; mayWalk: boolean },
): Promise<{ rows: RawBuilder<unknown>; walked: boolean }[]> {
  if (texts.length === 0) return [];
  await snapshot.useIndexes();
  const joined =
    work === null ? sql`` : sql`join fax_work w on w.account_id = f.account_id and w.fax_id = f.id`;
  const asked = work && [sql<boolean>`not w.deleted`, ...hasTags(account, work.tags), ...work.conditions];
  const conditions = [...filters, ...(asked ?? [])];
  const found: { rows: RawBuilder<unknown>; walked: boolean }[] = [];
  for (const group of texts) {
    const way = { account, folders, conditions, dates, joined, most, mayWalk };
    found.push(await foundByText(snapshot, way, group, by?.search.offsets ?? []));
  }
  return found;
}

async function understand(
  snapshot: Snapshot,
  account: AccountId,
  query: FaxQuery,
  { total, person, only }: Searcher & { total: number },
): Promise<Wanted | null> {
  const asked = foldersOf(query);
  const folders = query.marks.includes('unread') ? await withUnread(snapshot, account, asked) : asked;
  if (folders.length === 0 || contradicts(query)) return null;
  const words = [...query.words, ...query.parties.map(({ text }) => text)];
  if (!words.every(isSearchable)) return null;
  const dated = query.after !== null || query.before !== null || query.due.length > 0;
  const timed = query.words.some(mayBeTime) || dated;
  const time = timed ? await readerTime(snapshot, account, folders) : { zone: 'UTC', offsets: [] };
  const own = only === null ? [] : [sql<boolean>`f.person_id = ${only}`];
  const filters = [...own, ...filtersOf(query, time.zone)];
  const readsFax = own.length + filtersOf({ ...query, after: null, before: null }, time.zone).length > 0;
  const work = asksForWork(query)
    ? { tags: query.tags, conditions: workFilters(query, { account, person, zone: time.zone }) }
    : null;
  const rows = { account, folders, filters, dates: datesOf(query, time.zone, 't'), readsFax, work };
  if (words.length === 0) return { ...rows, by: null, texts: [] };
  const search = readSearch(query.words, COLUMNS, time.offsets);
  search.terms.push(...query.parties.map(({ text }) => partyTerm(text)));
  const masked = await findParties(snapshot, account, folders, search, total);
  const grouped = groupParties(search, masked);
  const texts = textGroups({ terms: search.terms, words: query.words.length }, masked);
  if (grouped.groups.length === 0 && texts.length === 0) return null;
  return { ...rows, by: { grouped, search }, texts };
}

/** Returns the folders with unread faxes according to their counters; the others need not be walked. */
async function withUnread(
  snapshot: Snapshot,
  account: AccountId,
  folders: readonly number[],
): Promise<number[]> {
  const rows = await snapshot.rows(sql<{ folder: number }>`
    select folder from folder_counter
    where account_id = ${account} and folder = any(${folders}::smallint[]) and unread > 0`);
  return rows.map(({ folder }) => folder);
}

/** A party filter is a word that no time can match. */
function partyTerm(text: string): Term {
  const digits = NUMBER_PART.test(text) ? normalizeNumber(text) : null;
  return { text, digits, days: { spans: [], numbers: [] }, minutes: [] };
}

/** Other filters may be arbitrarily selective, so walking may have to pass everything. */
function gatherIsCheaper(
  { by, filters }: Wanted,
  { total, most, costs }: { total: number; most: number; costs: Costs },
): boolean {
  const groups = by?.grouped.groups ?? [];
  const faxes = groups.reduce((sum, group) => sum + (group.ids && !group.any ? group.faxes : Infinity), 0);
  const share =
    filters.length > 0 || groups.some(({ time }) => time.length > 0) ? 1 : most / Math.max(1, faxes);
  return faxes * (costs.gather + costs.sort) < Math.min(1, share) * total * costs.filter;
}

type InOneFolder = Wanted & { folder: number; most: number };

function walked({ by, filters, most, ...place }: InOneFolder): RawBuilder<unknown> {
  const conditions = [inFolder(place), ...(by ? [matches(by.grouped, by.search)] : []), ...filters];
  return sql`(
    select f.id, f.fax_at from fax f where ${sql.join(conditions, sql` and `)}
    order by f.fax_at desc, f.id desc limit ${most})`;
}

/**
 * Searches fax_work in all folders at once, or the faxes of a tag if the search has no other work filter, through their
 * own indexes in order of time. fax_work has folder, time and party, fax_tag the first two; other tables are read only
 * if a condition needs their columns.
 */
function worked(
  { account, folders, by, filters, readsFax }: Wanted,
  { tags, conditions: work }: NonNullable<Wanted['work']>,
  most: number,
): RawBuilder<unknown> {
  const tag = work.length === 0 ? tags[0] : undefined;
  const row = sql.raw(tag === undefined ? 'w' : 't');
  const rows =
    tag === undefined
      ? sql`fax_work w`
      : sql`fax_tag t left join fax_work w on w.account_id = t.account_id and w.fax_id = t.fax_id`;
  const fax = readsFax
    ? sql`join fax f on f.account_id = ${row}.account_id and f.id = ${row}.fax_id`
    : sql`cross join lateral (
        select ${row}.fax_id as id, ${row}.fax_at, ${row}.folder, w.party_id,
          floor(extract(epoch from ${row}.fax_at) / 60)::int as at_minute
      ) f`;
  const conditions = [
    sql`${row}.account_id = ${account} and not ${row}.deleted and f.folder = any(${folders}::smallint[])`,
    ...(tag === undefined ? [] : [sql`t.tag_id = ${tagNamed(account, tag)}`]),
    ...hasTags(account, tag === undefined ? tags : tags.slice(1)),
    ...work,
    ...(by ? [matches(by.grouped, by.search)] : []),
    ...filters,
  ];
  return sql`(
    select f.id, f.fax_at from ${rows} ${fax} where ${sql.join(conditions, sql` and `)}
    order by ${row}.fax_at desc, ${row}.fax_id desc limit ${most})`;
}

function gathered({ by, filters, most, ...place }: InOneFolder): RawBuilder<unknown> {
  const parts = (by?.grouped.groups ?? []).map(({ ids, time }) => {
    const conditions = [
      inFolder(place),
      sql<boolean>`f.party_id = any(${ids}::bigint[])`,
      ...(by && time.length > 0 ? [timeMatches(time, by.search.offsets)] : []),
      ...filters,
    ];
    return sql`select f.id, f.fax_at from fax f where ${sql.join(conditions, sql` and `)}`;
  });
  // The offset keeps the planner from walking the index of dates instead.
  return sql`(
    select id, fax_at from (${sql.join(parts, sql` union all `)} offset 0) gathered
    order by fax_at desc, id desc limit ${most})`;
}
