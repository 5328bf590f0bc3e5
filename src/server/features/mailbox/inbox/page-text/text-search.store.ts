import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';

import { wantedTerms } from '#contract/mailbox/page-words.ts';
import type { AccountId } from '#server/kit/scope.ts';

import { PARTY, timeMatches } from '../search-sql.store.ts';
import type { Condition } from '../search-sql.store.ts';
import type { OffsetSpan } from '../displayed-time.ts';
import type { MaskedParties, Term } from '../search-terms.ts';
import type { Snapshot } from '../snapshot.store.ts';

/** One-letter words are matched exactly, because a prefix of one letter would match half of all words. */
const SHORTEST_PREFIX = 2;

/** Faxes of parties that match some of the words; the text of their pages must match the others. */
export interface TextGroup {
  /** Null for any party. */
  ids: number[] | null;
  /** Number of faxes of these parties. */
  faxes: number;
  /** Words that the text must match. */
  words: Term[];
  /** Words that the text or the time of the fax must match. */
  either: Term[];
}

/**
 * Returns what the text of pages must match after the parties. `words`: how many of the terms were typed as words;
 * those after them are party filters, which text cannot match.
 */
export function textGroups(
  { terms, words }: { terms: readonly Term[]; words: number },
  masked: readonly MaskedParties[],
): TextGroup[] {
  const groups = new Map<string, TextGroup>();
  const filters = terms.slice(words).reduce((bits, _, i) => bits | (1 << (words + i)), 0);
  for (const { mask, ids, faxes } of masked) {
    const left = terms.slice(0, words).filter((_, i) => !(mask & (1 << i)));
    if ((mask & filters) !== filters || left.length === 0) continue;
    const isAll = left.length === words && filters === 0;
    if (!left.every(({ text }) => wantedTerms(text) !== null)) continue;
    const key = left.map(({ text }) => text).join('\n');
    const known = groups.get(key);
    if (known) {
      known.ids = known.ids && ids ? [...known.ids, ...ids] : null;
      known.faxes += faxes;
    } else groups.set(key, { ids: isAll ? null : ids, faxes, ...byTime(left) });
  }
  return [...groups.values()];
}

/** The text must match at least one word, so that there is something to look up. */
function byTime(left: readonly Term[]): Pick<TextGroup, 'words' | 'either'> {
  const either = left.filter(({ days, minutes }) => days.spans.length > 0 || minutes.length > 0);
  const words = left.filter((term) => !either.includes(term));
  return words.length === 0 ? { words: [...left], either: [] } : { words, either };
}

/** How to find faxes whose text matches a group. */
interface TextWay {
  account: AccountId;
  folders: readonly number[];
  /** Conditions on a row `f` of fax and on joined tables. */
  conditions: readonly Condition[];
  /** The date conditions among them, on a row `t` of fax_text. */
  dates: readonly Condition[];
  joined: RawBuilder<unknown>;
  most: number;
  /** Whether reading only the newest faxes is allowed; see `isWithinWalk`. */
  mayWalk: boolean;
}

/** How many of the newest faxes are read if most faxes have the words. */
const WALKED = 4_000;
/** Maximum faxes of parties that are read one by one. */
const FEW_FAXES = 5_000;

/**
 * Returns the newest faxes whose text matches a group, as rows of id and fax_at, newest first, at most `most`. If the
 * parties have few faxes, reads these one by one; if most faxes have the words, reads from the newest on; otherwise
 * uses the word index.
 */
export async function foundByText(
  snapshot: Snapshot,
  way: TextWay,
  { ids, faxes, words, either }: TextGroup,
  offsets: readonly OffsetSpan[],
): Promise<{ rows: RawBuilder<unknown>; walked: boolean }> {
  const { account, conditions } = way;
  const query = sql`${queryOf(account, texts(words))}::tsquery`;
  const ofFax = [
    ...conditions,
    ...(ids === null ? [] : [sql<boolean>`${PARTY} = any(${ids}::bigint[])`]),
    ...words.filter(isPhrase).map(({ text }) => hasPhrase(text)),
  ];
  const ofText = either.map(
    (term) =>
      sql<boolean>`(t.words @@ ${queryOf(account, [term.text])}::tsquery or ${timeMatches([term], offsets)})`,
  );
  // The coalesce keeps the planner from using the word index.
  const answers = [sql<boolean>`coalesce(t.words, '') @@ ${query}`, ...ofText];
  if (ids !== null && faxes <= FEW_FAXES)
    return { rows: ofParties(way, ids, [...answers, ...ofFax]), walked: false };
  if (!way.mayWalk || !(await isCommon(snapshot, way, words)))
    return { rows: textsFirst(way, [sql`t.words @@ ${query}`], null, [...ofFax, ...ofText]), walked: false };
  // The filters may leave few faxes, at any age.
  if (ofFax.length > 0) return { rows: faxesFirst(way, ofFax, answers), walked: false };
  return { rows: textsFirst(way, [], WALKED, answers), walked: true };
}

const allOf = (conditions: readonly RawBuilder<unknown>[]) => sql.join(conditions, sql` and `);

// The offsets keep the planner from other ways: their subqueries are sorted before anything else is looked up, so that
// unwanted rows are never read.

/** Reads the texts of all faxes of some parties. */
function ofParties(
  { account, folders, joined, most }: TextWay,
  ids: readonly number[],
  conditions: readonly Condition[],
): RawBuilder<unknown> {
  return sql`(
    select f.id, f.fax_at from (
      select * from fax f where f.account_id = ${account} and f.party_id = any(${ids}::bigint[])
      order by f.fax_at desc, f.id desc offset 0
    ) f
    join fax_text t on t.account_id = ${account} and t.fax_id = f.id ${joined}
    where f.folder = any(${folders}::smallint[]) and ${allOf(conditions)}
    order by f.fax_at desc, f.id desc limit ${most})`;
}

/** Finds texts, the newest `first` or all, and looks up their faxes, newest first. */
function textsFirst(
  { account, folders, dates, joined, most }: TextWay,
  found: readonly Condition[],
  first: number | null,
  conditions: readonly Condition[],
): RawBuilder<unknown> {
  return sql`(
    select f.id, f.fax_at from (
      select t.fax_id, t.fax_at, t.words from fax_text t
      where ${allOf([sql`t.account_id = ${account}`, ...dates, ...found])}
      order by t.fax_at desc, t.fax_id desc limit ${first} offset 0
    ) t
    cross join lateral (
      select * from fax f where f.account_id = ${account} and f.id = t.fax_id offset 0
    ) f ${joined}
    where ${allOf([sql`f.folder = any(${folders}::smallint[])`, ...conditions])}
    order by t.fax_at desc, t.fax_id desc limit ${most})`;
}

/** Reads the faxes that pass the filters, in all folders at once, and their texts, until there are enough. */
function faxesFirst(
  { account, folders, joined, most }: TextWay,
  ofFax: readonly Condition[],
  ofText: readonly Condition[],
): RawBuilder<unknown> {
  const parts = folders.map(
    (folder) => sql`(
      select f.id, f.fax_at from fax f ${joined}
      cross join lateral (
        select t.words from fax_text t where t.account_id = ${account} and t.fax_id = f.id offset 0
      ) t
      where f.account_id = ${account} and f.folder = ${folder} and ${allOf([...ofFax, ...ofText])}
      order by f.fax_at desc, f.id desc)`,
  );
  return sql`(
    select id, fax_at from (${sql.join(parts, sql` union all `)}) merged
    order by fax_at desc, id desc limit ${most})`;
}

const isPhrase = ({ text }: Term): boolean => /\s/u.test(text);

const texts = (words: readonly Term[]): string[] => words.map(({ text }) => text);

/** How many of the newest faxes are sampled, and how many of them must have the words to make these common. */
const SAMPLE = { faxes: 60, common: 36 };

/**
 * Whether so many of the account's faxes have the words that walking from the newest one finds enough of them before
 * the word index finds all.
 */
async function isCommon(
  snapshot: Snapshot,
  { account, dates }: Pick<TextWay, 'account' | 'dates'>,
  words: readonly Term[],
): Promise<boolean> {
  const [sample] = await snapshot.rows(sql<{ hits: number }>`
    select count(*) filter (where t.words @@ ${queryOf(account, texts(words))}::tsquery)::int as hits
    from (
      select t.words from fax_text t where ${allOf([sql`t.account_id = ${account} and t.state = 'done'`, ...dates])}
      order by t.fax_at desc, t.fax_id desc limit ${SAMPLE.faxes}
    ) t`);
  return (sample?.hits ?? 0) >= SAMPLE.common;
}

/** Whether a fax is among the newest ones that a walk reads, so that no newer match was missed. */
export async function isWithinWalk(snapshot: Snapshot, account: AccountId, faxId: number): Promise<boolean> {
  const [newer] = await snapshot.rows(sql<{ faxes: number }>`
    select newer.faxes from fax_text last
    cross join lateral (
      select count(*)::int as faxes from (
        select from fax_text t
        where t.account_id = ${account} and (t.fax_at, t.fax_id) > (last.fax_at, last.fax_id)
        order by t.fax_at desc, t.fax_id desc limit ${WALKED}
      ) t
    ) newer
    where last.account_id = ${account} and last.fax_id = ${faxId}`);
  return newer !== undefined && newer.faxes < WALKED;
}

/** Returns words as a tsquery of an account. Terms are letters, digits and a tilde, so nothing needs escaping. */
function queryOf(account: AccountId, typed: readonly string[]): string {
  const term = (written: string) =>
    `'${Number(account)}:${written}'${written.length < SHORTEST_PREFIX ? '' : ':*'}`;
  const one = (text: string) =>
    (wantedTerms(text) ?? [])
      .map((all) => `(${all.map((any) => `(${any.map(term).join(' | ')})`).join(' & ')})`)
      .join(' | ');
  return typed.map((text) => `(${one(text)})`).join(' & ');
}

/** Whether a page of the fax has these words in sequence, also across a line end. */
function hasPhrase(text: string): Condition {
  const phrase = text.toLowerCase().replaceAll(/\s+/gu, ' ');
  // Only ASCII letters can match an ASCII phrase, and the C collation compares those faster.
  const collation = sql.raw(/^[\x20-\x7e]*$/u.test(phrase) ? 'collate "C"' : '');
  return sql<boolean>`exists (
    select from fax_page_text x
    where x.account_id = f.account_id and x.fax_id = f.id
      and strpos(lower(replace(x.text, ${'\n'}, ' ') ${collation}), ${phrase}) > 0 offset 0)`;
}
