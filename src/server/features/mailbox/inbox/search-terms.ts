import type { FaxRow } from '#contract/mailbox/inbox.ts';
import { normalizeNumber } from '#contract/kit/fax-number.ts';

import { daysContaining, minutesContaining } from './displayed-time.ts';
import type { Days, OffsetSpan } from './displayed-time.ts';

/** The columns of a search (spec http-api 3.1). The person is a received fax's sender or a sent fax's addressee. */
export type SearchColumn = Extract<keyof FaxRow, 'from_company' | 'fax_from' | 'fax_date' | 'to_person'>;

/** What one word of the search can match. */
export interface Term {
  text: string;
  /** The digits to find in numbers; null if the word is not part of a number. */
  digits: string | null;
  /** The days whose display contains the word. */
  days: Days;
  /** The local minutes of the day (0 to 1439) whose display contains the word. */
  minutes: number[];
}

/** A search in a form that the database can answer. */
export interface Search {
  terms: Term[];
  columns: ReadonlySet<SearchColumn>;
  /** Offsets of the reader's zone across the whole mailbox. */
  offsets: readonly OffsetSpan[];
}

const NO_DAYS: Days = { spans: [], numbers: [] };

/** Digits and the characters that are commonly written between them (spec http-api 3.1). */
export const NUMBER_PART = /^[\d+().-]*\d[\d+().-]*$/;

/** Whether the database can search for a word. PostgreSQL text cannot contain NUL, not even in a comparison. */
export function isSearchable(word: string): boolean {
  return !word.includes('\u0000');
}

/** Whether a word can be part of a displayed date or time. */
export function mayBeTime(word: string): boolean {
  return /^(?:[\d/]{1,10}|[\d:]{1,5})$/.test(word);
}

/** Parses the words of a search. Each must be found in one of the columns. */
export function readSearch(
  words: readonly string[],
  columns: readonly SearchColumn[],
  offsets: readonly OffsetSpan[],
): Search {
  const timed = columns.includes('fax_date');
  return {
    columns: new Set(columns),
    offsets,
    terms: words.map((text) => ({
      text,
      digits: NUMBER_PART.test(text) ? normalizeNumber(text) : null,
      days: timed ? daysContaining(text, offsets) : NO_DAYS,
      minutes: timed ? minutesContaining(text) : [],
    })),
  };
}

/** Words that a time must all match, each by its day or by its minute. */
export type TimeCondition = readonly Term[];

/** Parties that match the same words; their faxes must match the others by time. */
export interface PartyGroup {
  /** Whether these parties match no word, so that their time condition alone is enough for a fax of any party. */
  any: boolean;
  /** Null for the larger part of a mailbox, which is too long to list. */
  ids: number[] | null;
  /** Number of faxes in the folder with these parties. */
  faxes: number;
  /** Words that the time must match; empty if the party matches all. */
  time: TimeCondition;
}

/** The words that parties match, as bits, and the number of faxes with such parties. */
export interface MaskedParties {
  mask: number;
  ids: number[] | null;
  faxes: number;
}

/** The conditions of a search, grouped by party. */
export interface Grouped {
  groups: PartyGroup[];
  /** Parties none of whose faxes can match. */
  rest: Pick<PartyGroup, 'ids' | 'faxes'>;
}

/** Groups parties by the words that time must match, if any time can. Leaves out words that every time matches. */
export function groupParties(search: Search, masked: readonly MaskedParties[]): Grouped {
  const groups: PartyGroup[] = [];
  const rest: Grouped['rest'] = { ids: [], faxes: 0 };
  for (const { mask, ids, faxes } of masked) {
    const time = search.terms.filter((term, i) => !(mask & (1 << i)) && !coversAll(term, search.offsets));
    if (time.every(answersByTime)) addTo(groups, { any: mask === 0, ids, faxes, time });
    else join(rest, { ids, faxes });
  }
  return { groups, rest };
}

/** Merges groups with the same time condition. */
function addTo(groups: PartyGroup[], group: PartyGroup): void {
  const same = groups.find(
    ({ time }) => time.length === group.time.length && time.every((term) => group.time.includes(term)),
  );
  if (!same) groups.push(group);
  else {
    same.any ||= group.any;
    join(same, group);
  }
}

function join(into: Grouped['rest'], more: Grouped['rest']): void {
  into.ids = into.ids && more.ids ? [...into.ids, ...more.ids] : null;
  into.faxes += more.faxes;
}

function coversAll(term: Term, offsets: readonly OffsetSpan[]): boolean {
  const [first, last] = [offsets.at(0), offsets.at(-1)];
  const [only] = term.days.spans;
  if (term.minutes.length === MINUTES_OF_A_DAY) return true;
  return Boolean(first && last && only && only.from <= first.from && only.to >= last.to);
}

/** Whether any time can match a word. */
function answersByTime(term: Term): boolean {
  return term.days.spans.length > 0 || term.minutes.length > 0;
}

const MINUTES_OF_A_DAY = 1440;
