import { sql } from 'kysely';

import { MAX_PAGES } from '#contract/mailbox/search-words.ts';
import type { FaxQuery } from '#contract/mailbox/search-words.ts';
import { dayStart } from './displayed-time.ts';
import { FOLDER_NUMBER } from './fax-scope.ts';
import type { Condition } from './search-sql.store.ts';
import { asksForWork, workContradicts } from './team/work-filters.store.ts';

/** Returns the folders to search. The Inbox has no sent faxes, and Sent no received ones. */
export function foldersOf(query: FaxQuery): number[] {
  const side = directionOf(query);
  return query.folders
    .filter((folder) => !(folder === 'Inbox' && side === 'S') && !(folder === 'Sent' && side === 'R'))
    .map((folder) => FOLDER_NUMBER[folder]);
}

function directionOf(query: FaxQuery): 'R' | 'S' | 'both' | null {
  const { parties, marks, states } = query;
  const received =
    parties.some(({ side }) => side === 'from') ||
    marks.includes('received') ||
    states.includes('cut-off') ||
    asksForWork(query);
  const sent =
    parties.some(({ side }) => side === 'to') || marks.includes('sent') || states.includes('failed');
  if (received && sent) return 'both';
  return received ? 'R' : sent ? 'S' : null;
}

/** Whether the filters contradict each other, so that no fax can match. */
export function contradicts(query: FaxQuery): boolean {
  const { marks, states, pages, after, before } = query;
  return (
    directionOf(query) === 'both' ||
    (marks.includes('read') && marks.includes('unread')) ||
    workContradicts(query) ||
    states.length > 1 ||
    pages.min > pages.max ||
    (after !== null && before !== null && after >= before)
  );
}

/**
 * Returns the conditions of a search on a row `f` of fax, except words and parties. `zone`: the reader's (IANA name).
 */
export function filtersOf(query: FaxQuery, zone: string): Condition[] {
  const { pages, marks, states, folders } = query;
  const filters = datesOf(query, zone, 'f');
  const side = directionOf(query);
  // Only received faxes have work.
  if (side !== null && folders.includes('Archive') && !asksForWork(query))
    filters.push(sql`f.action = ${side}`);
  if (pages.min > 0) filters.push(sql`f.pages >= ${pages.min}`);
  if (pages.max < MAX_PAGES) filters.push(sql`f.pages <= ${pages.max}`);
  if (marks.includes('unread')) filters.push(sql`f.is_new`);
  if (marks.includes('read')) filters.push(sql`not f.is_new`);
  const [state] = states;
  if (state === 'ok') filters.push(sql`f.status = 'OK'`);
  else if (state === 'uncertain') filters.push(sql`f.status = 'FAILED' and f.uncertain_pages is not null`);
  else if (state !== undefined) filters.push(sql`f.status = 'FAILED' and f.uncertain_pages is null`);
  return filters;
}

/** Returns the dates of a search as conditions on a row with a fax's time. `zone`: the reader's (IANA name). */
export function datesOf(
  { after, before }: Pick<FaxQuery, 'after' | 'before'>,
  zone: string,
  row: 'f' | 't',
): Condition[] {
  const time = sql.ref(`${row}.fax_at`);
  const conditions: Condition[] = [];
  if (after !== null) conditions.push(sql`${time} >= to_timestamp(${dayStart(after, zone)} * 60::bigint)`);
  if (before !== null) conditions.push(sql`${time} < to_timestamp(${dayStart(before, zone)} * 60::bigint)`);
  return conditions;
}
