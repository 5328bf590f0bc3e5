import type { FaxRow } from '#contract/mailbox/inbox.ts';
import { normalizeNumber } from '#contract/kit/fax-number.ts';

import { daysContaining, minutesContaining } from './displayed-time.ts';
import type { Days, OffsetSpan } from './displayed-time.ts';

/** The columns of a search (spec http-api 3.1); a person is the sender of a received fax, the addressee of a sent one. */
export type SearchColumn = Extract<keyof FaxRow, 'from_company' | 'fax_from' | 'fax_date' | 'to_person'>;

/** What one word of the search may be found in. */
export interface Term {
  text: string;
  /** The digits to look for in numbers; null when the word is no part of a number. */
  digits: string | null;
  /** The displayed day contains the word on these. */
  days: Days;
  /** The displayed time of day contains the word at these local minutes (0 to 1439). */
  minutes: number[];
}

/** A search as the database can answer it. */
export interface Search {
  terms: Term[];
  columns: ReadonlySet<SearchColumn>;
  /** Offsets of the reader's zone through all of the mailbox. */
  offsets: readonly OffsetSpan[];
}

const NO_DAYS: Days = { spans: [], numbers: [] };

/** Digits and the characters that people write between them (spec http-api 3.1). */
export const NUMBER_PART = /^[\d+().-]*\d[\d+().-]*$/;

/** No text of the database can hold this character, not even to be compared with. */
export function isSearchable(word: string): boolean {
  return !word.includes('\u0000');
}

/** Whether a word can be part of a displayed date or time. */
export function mayBeTime(word: string): boolean {
  return /^(?:[\d/]{1,10}|[\d:]{1,5})$/.test(word);
}

/** Reads the words of a search; each must be found in one of the columns. */
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

/** Times that satisfy several words at once: each by its days or by its minutes. */
export type TimeCondition = readonly Term[];

/** Parties that answer the same words: a fax with one of them still needs the others from its time. */
export interface PartyGroup {
  /** These parties answer no word, so what their faxes need of the time suits a fax of any party. */
  any: boolean;
  /** Null for the larger part of a mailbox, which nobody wants to look up one by one. */
  ids: number[] | null;
  /** Faxes of the folder with these parties. */
  faxes: number;
  /** Words that the time must answer; empty when the party answers all. */
  time: TimeCondition;
}

/** Which of the words a party answers, as bits, and how many faxes there are with such parties. */
export interface MaskedParties {
  mask: number;
  ids: number[] | null;
  faxes: number;
}

/** What a search asks of faxes, by their party. */
export interface Grouped {
  groups: PartyGroup[];
  /** Parties none of whose faxes can match. */
  rest: Pick<PartyGroup, 'ids' | 'faxes'>;
}

/** Sorts the parties by what they leave for the time to answer, if any time can; words that every time answers are left out. */
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

/** Groups that need the same are one. */
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

/** Whether a word can be answered by the time at all. */
function answersByTime(term: Term): boolean {
  return term.days.spans.length > 0 || term.minutes.length > 0;
}

const MINUTES_OF_A_DAY = 1440;
