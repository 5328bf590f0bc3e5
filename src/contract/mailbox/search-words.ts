/**
 * The search of the message list: a line of words and filters like `acme from:dana after:2026-10` (spec http-api
 * 12.25).
 */
import { lowerLetters } from '#contract/kit/table-query.ts';

/** Maximum number of characters in a search; the rest is cut. */
export const MAX_QUERY = 200;
/** Maximum number of words and party filters together; each is looked up among the parties. */
export const MAX_TERMS = 10;
/** More than any fax has. */
export const MAX_PAGES = 9999;

/** The searched folders. The Outbox has its own list. */
export const SEARCHED_FOLDERS = ['Inbox', 'Sent', 'Archive'] as const;
export type SearchedFolder = (typeof SEARCHED_FOLDERS)[number];

export const SEARCH_KEYS = [
  'from',
  'to',
  'with',
  'in',
  'after',
  'before',
  'pages',
  'state',
  'is',
  'assigned',
  'tag',
  'due',
  'mentions',
] as const;
export type SearchKey = (typeof SEARCH_KEYS)[number];

/** How a fax ended, as filters name it: `ok` is a fax with none of the other three. */
export const SEARCH_STATES = ['ok', 'failed', 'uncertain', 'cut-off'] as const;
export type SearchState = (typeof SEARCH_STATES)[number];
/** For teams, `open` is everything that is not done, including `doing`. */
export const SEARCH_MARKS = ['unread', 'read', 'received', 'sent', 'open', 'doing', 'done'] as const;
export type SearchMark = (typeof SEARCH_MARKS)[number];
/** Today is the reader's day; `today` includes what is overdue. */
export const SEARCH_DUE = ['today', 'overdue', 'any'] as const;
export type SearchDue = (typeof SEARCH_DUE)[number];

/** Which faxes a party filter applies to: received ones, sent ones, or both. */
export type PartySide = 'from' | 'to' | 'with';

/** A filter with an invalid value; `key` is the filter, `many` means too many words. */
export interface SearchFault {
  key: SearchKey | 'many';
  /** The text as typed. */
  written: string;
}

/** A search in the server's form. All filters must match, except that folders add up. */
export interface FaxQuery {
  /** In lowercase; each must be found in the company, person, number or displayed date of a fax. */
  words: string[];
  parties: { side: PartySide; text: string }[];
  folders: SearchedFolder[];
  /** First day included, and first day no longer included: YYYY-MM-DD in the reader's zone. */
  after: string | null;
  before: string | null;
  pages: { min: number; max: number };
  states: SearchState[];
  marks: SearchMark[];
  /** In lowercase: `me`, `nobody` or part of a person's name. */
  assigned: string[];
  /** Names of tags in lowercase. */
  tags: string[];
  due: SearchDue[];
  /** Whether notes must mention the person who searches. */
  mentionsMe: boolean;
}

/** The parsed search, and the filters that could not be parsed. */
export interface ReadSearch {
  query: FaxQuery;
  faults: SearchFault[];
}

/** One part of the line: a filter, or a word or phrase (without key). */
export interface SearchToken {
  key: SearchKey | null;
  value: string;
  written: string;
}

/** Splits the line at spaces outside quotes. A token with an unknown key becomes a plain word. */
export function splitSearch(line: string): SearchToken[] {
  const found = line.slice(0, MAX_QUERY).match(/(?:[^\s":]+:)?"[^"]*"?|\S+/g) ?? [];
  return found.map((written) => {
    const [, name = '', value = ''] = /^([a-z]+):(.*)$/isu.exec(written) ?? [];
    const key = SEARCH_KEYS.find((known) => known === name.toLowerCase()) ?? null;
    return { key, value: unquoted(key === null ? written : value), written };
  });
}

function unquoted(text: string): string {
  return text.replaceAll('"', '').trim();
}

/** Parses a search. It never fails: invalid filters become faults, and the rest still applies. */
export function readSearchLine(line: string): ReadSearch {
  const query: FaxQuery = {
    words: [],
    parties: [],
    folders: [],
    after: null,
    before: null,
    pages: { min: 0, max: MAX_PAGES },
    states: [],
    marks: [],
    assigned: [],
    tags: [],
    due: [],
    mentionsMe: false,
  };
  const faults: SearchFault[] = [];
  for (const { key, value, written } of splitSearch(line)) {
    if (key === null && value === '') continue;
    if (termsOf(query) >= MAX_TERMS && isTerm(key)) faults.push({ key: 'many', written });
    else if (key === null) query.words.push(lowerLetters(value));
    else if (!READERS[key](query, value)) faults.push({ key, written });
  }
  if (query.folders.length === 0) query.folders = [...SEARCHED_FOLDERS];
  return { query, faults };
}

function termsOf({ words, parties, assigned, tags }: FaxQuery): number {
  return words.length + parties.length + assigned.length + tags.length;
}

function isTerm(key: SearchKey | null): boolean {
  return key === null || ['from', 'to', 'with', 'assigned', 'tag'].includes(key);
}

/** Each adds a value to the query; false if the value is invalid. */
const READERS: Readonly<Record<SearchKey, (query: FaxQuery, value: string) => boolean>> = {
  from: (query, value) => addParty(query, 'from', value),
  to: (query, value) => addParty(query, 'to', value),
  with: (query, value) => addParty(query, 'with', value),
  in: (query, value) => {
    if (value.toLowerCase() === 'all') query.folders = [...SEARCHED_FOLDERS];
    else return addOne(query.folders, SEARCHED_FOLDERS, value);
    return true;
  },
  after: (query, value) => {
    const day = firstDay(value);
    if (day !== null && (query.after === null || day > query.after)) query.after = day;
    return day !== null;
  },
  before: (query, value) => {
    const day = firstDay(value);
    if (day !== null && (query.before === null || day < query.before)) query.before = day;
    return day !== null;
  },
  pages: (query, value) => {
    const range = pagesOf(value);
    if (range === null) return false;
    const { min, max } = query.pages;
    query.pages = { min: Math.max(min, range.min), max: Math.min(max, range.max) };
    return true;
  },
  state: (query, value) => addOne(query.states, SEARCH_STATES, value),
  is: (query, value) => addOne(query.marks, SEARCH_MARKS, value),
  assigned: (query, value) => addText(query.assigned, value),
  tag: (query, value) => addText(query.tags, value),
  due: (query, value) => addOne(query.due, SEARCH_DUE, value),
  mentions: (query, value) => {
    query.mentionsMe = true;
    return value.toLowerCase() === 'me';
  },
};

function addText(into: string[], value: string): boolean {
  if (value !== '') into.push(lowerLetters(value));
  return value !== '';
}

function addParty(query: FaxQuery, side: PartySide, value: string): boolean {
  if (value !== '') query.parties.push({ side, text: lowerLetters(value) });
  return value !== '';
}

function addOne<Value extends string>(into: Value[], known: readonly Value[], value: string): boolean {
  const found = known.find((one) => one.toLowerCase() === value.toLowerCase());
  if (found !== undefined && !into.includes(found)) into.push(found);
  return found !== undefined;
}

/** Returns the first day of a year, a month or a day: 2026, 2026-10, 2026-10-05, or 10/05/2026 as in lists. */
function firstDay(value: string): string | null {
  const shown = /^(\d{2})\/(\d{2})\/(\d{4})$/.exec(value);
  const [, year, month = '01', day = '01'] =
    /^(\d{4})(?:-(\d{2})(?:-(\d{2}))?)?$/.exec(shown ? `${shown[3]}-${shown[1]}-${shown[2]}` : value) ?? [];
  if (year === undefined || year < '1990' || year > '2099') return null;
  const written = `${year}-${month}-${day}`;
  const at = new Date(`${written}T00:00:00Z`);
  return Number.isNaN(at.getTime()) || at.toISOString().slice(0, 10) !== written ? null : written;
}

/** Parses 3, >3, >=3, <3, <=3 or 2-5. */
function pagesOf(value: string): { min: number; max: number } | null {
  const [, sign, from, to] = /^(>=?|<=?)?(\d{1,4})(?:-(\d{1,4}))?$/.exec(value) ?? [];
  if (from === undefined) return null;
  const number = Number(from);
  if (to !== undefined)
    return sign === undefined && number <= Number(to) ? { min: number, max: Number(to) } : null;
  if (sign === '>') return { min: number + 1, max: MAX_PAGES };
  if (sign === '>=') return { min: number, max: MAX_PAGES };
  if (sign === '<') return number > 0 ? { min: 0, max: number - 1 } : null;
  return { min: sign === '<=' ? 0 : number, max: number };
}

/**
 * Returns the line without the filters of these keys and, unless the value is empty, with one of the first key at the
 * end.
 */
export function withFilter(
  line: string,
  key: SearchKey,
  value: string,
  others: readonly SearchKey[] = [],
): string {
  const kept = splitSearch(line).filter(
    (token) => token.key !== key && !others.some((one) => one === token.key),
  );
  const text = unquoted(value);
  const added = text === '' ? [] : [`${key}:${/\s/.test(text) ? `"${text}"` : text}`];
  return [...kept.map((token) => token.written), ...added].join(' ').slice(0, MAX_QUERY);
}

/** Returns the value of the last filter of a key; empty if there is none. */
export function filterOf(line: string, key: SearchKey): string {
  return splitSearch(line).findLast((token) => token.key === key)?.value ?? '';
}
