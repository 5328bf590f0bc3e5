import * as fc from 'fast-check';

import type { FaxSort } from '#contract/mailbox/inbox.ts';

/** A fax with everything that a list can sort or search. */
export interface SeenFax {
  id: number;
  folder: number;
  fax_at: Date;
  other_number: string;
  company: string;
  sender: string;
  to_person: string;
  company_key: string;
  pages: number;
  bytes: number;
}

/** The options of a list. */
export interface NaiveRequest {
  zone: string;
  folders: readonly number[];
  words: readonly string[];
  columns: readonly string[];
  by: FaxSort;
  dir: 'asc' | 'desc';
}

/** Formats times as lists show them. */
export function shownIn(zone: string): Intl.DateTimeFormat {
  return new Intl.DateTimeFormat('en-US', {
    timeZone: zone,
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  });
}

/** Returns the ids of the list, found by reading everything: format each time, search for each word, sort. */
export function naiveList(faxes: readonly SeenFax[], request: NaiveRequest): number[] {
  const format = shownIn(request.zone);
  const sign = request.dir === 'asc' ? 1 : -1;
  return faxes
    .filter(
      (fax) =>
        request.folders.includes(fax.folder) &&
        request.words.every((word) => answers(fax, format.format(fax.fax_at), word, request.columns)),
    )
    .toSorted((a, b) => sign * (compare(keyOf(a, request.by), keyOf(b, request.by)) || a.id - b.id))
    .map(({ id }) => id);
}

/** A fax with the fields that only filters use. */
export interface FilteredFax extends SeenFax {
  action: 'R' | 'S';
  is_new: boolean;
  status: 'OK' | 'FAILED';
  uncertain_pages: number | null;
}

/** Filters of a search over folders; each one given must match. */
export interface NaiveFilters {
  words: readonly string[];
  party?: { side: 'from' | 'to' | 'with'; text: string };
  folders: readonly number[];
  after?: string;
  before?: string;
  min?: number;
  max?: number;
  state?: 'ok' | 'failed' | 'uncertain' | 'cut-off';
  unread?: boolean;
}

/** Returns the ids that a search over folders finds, newest first, by reading everything. */
export function naiveSearch(faxes: readonly FilteredFax[], zone: string, filters: NaiveFilters): number[] {
  const day = new Intl.DateTimeFormat('en-CA', {
    timeZone: zone,
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
  });
  const { words, folders, party, after, before, min = 0, max = Infinity, state, unread } = filters;
  const columns = ['from_company', 'fax_from', 'fax_date', 'to_person'];
  const named = new Set(naiveList(faxes, { zone, folders, words, columns, by: 'fax_date', dir: 'desc' }));
  const kept = faxes.filter((fax) => {
    const shown = day.format(fax.fax_at);
    return (
      named.has(fax.id) &&
      (party === undefined ||
        ((party.side === 'with' || (party.side === 'from') === (fax.action === 'R')) &&
          answers(fax, '', party.text, columns))) &&
      (after === undefined || shown >= after) &&
      (before === undefined || shown < before) &&
      fax.pages >= min &&
      fax.pages <= max &&
      (state === undefined || stateOf(fax) === state) &&
      (unread === undefined || fax.is_new === unread)
    );
  });
  return kept.toSorted((a, b) => b.fax_at.getTime() - a.fax_at.getTime() || b.id - a.id).map(({ id }) => id);
}

function stateOf({ status, uncertain_pages, action }: FilteredFax): NaiveFilters['state'] {
  if (status === 'OK') return 'ok';
  if (uncertain_pages !== null) return 'uncertain';
  return action === 'S' ? 'failed' : 'cut-off';
}

function answers(fax: SeenFax, shown: string, word: string, columns: readonly string[]): boolean {
  const [day = '', minute = ''] = shown.split(', ');
  const digits = /^[\d+().-]*\d[\d+().-]*$/.test(word) ? word.replaceAll(/\D/g, '') : null;
  return (
    (columns.includes('from_company') && contains(fax.company, word)) ||
    (columns.includes('to_person') && (contains(fax.sender, word) || contains(fax.to_person, word))) ||
    (columns.includes('fax_from') && digits !== null && fax.other_number.includes(digits)) ||
    (columns.includes('fax_date') && (day.includes(word) || minute.includes(word)))
  );
}

function contains(text: string, word: string): boolean {
  return lowered(text).includes(lowered(word));
}

/** Returns each letter in lowercase, regardless of its neighbors; both small sigmas become one. */
export function lowered(text: string): string {
  return Array.from(text, (letter) => Array.from(letter.toLowerCase())[0])
    .join('')
    .replaceAll('ς', 'σ');
}

function keyOf(fax: SeenFax, by: FaxSort): string | number {
  const keys = {
    from_company: fax.company_key,
    fax_date: fax.fax_at.getTime(),
    fax_from: fax.other_number,
    fax_pages: fax.pages,
    fax_size: fax.bytes,
  };
  return keys[by];
}

/** Compares texts by their bytes, as the database sorts them. */
function compare(a: string | number, b: string | number): number {
  if (typeof a === 'string' && typeof b === 'string') return Buffer.compare(Buffer.from(a), Buffer.from(b));
  return Number(a) - Number(b);
}

/** Returns a repeatable stream of numbers from 0 to below 1. */
export function dice(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

/**
 * Names with letters whose length, or form at the end of a word, changes in lowercase; and characters that are special
 * in SQL.
 */
export const names = fc.constantFrom(
  '',
  'Acme',
  'ACME 06/1',
  'École',
  'ΟΔΟΣ',
  'οδός',
  'İpek Işık',
  'Straße',
  '100%_Co\\',
  '漢字😀',
  "' or 1=1 --",
);
