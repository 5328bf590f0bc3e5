import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';

import { wantedTerms } from '#contract/mailbox/page-words.ts';
import type { AccountId } from '#server/kit/scope.ts';

import { PARTY, timeMatches } from '../search-sql.store.ts';
import type { Condition } from '../search-sql.store.ts';
import type { OffsetSpan } from '../displayed-time.ts';
import type { MaskedParties, Term } from '../search-terms.ts';
import type { Snapshot } from '../snapshot.store.ts';

/** Words of one letter are looked for as they are: half of all words begin with one. */
const SHORTEST_PREFIX = 2;

/** Faxes of parties that answer some of the words; the text of their pages has to answer the others. */
export interface TextGroup {
  /** Null: of any party. */
  ids: number[] | null;
  /** Faxes of these parties. */
  faxes: number;
  /** Words for the text. */
  words: Term[];
  /** Words for the text or for the time of the fax. */
  either: Term[];
}

/**
 * What the text of pages has to answer, by what parties leave over. `words` of the terms were typed as words; those
 * after them are party filters, which no text answers.
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

/** A text must answer one word at least, so that there is something to look up. */
function byTime(left: readonly Term[]): Pick<TextGroup, 'words' | 'either'> {
  const either = left.filter(({ days, minutes }) => days.spans.length > 0 || minutes.length > 0);
  const words = left.filter((term) => !either.includes(term));
  return words.length === 0 ? { words: [...left], either: [] } : { words, either };
}

/** How faxes are found whose text answers a group. */
interface TextWay {
  account: AccountId;
  folders: readonly number[];
  /** On a row `f` of fax, and on what is joined. */
  conditions: readonly Condition[];
  /** Those of them that say when, on a row `t` of fax_text. */
  dates: readonly Condition[];
  joined: RawBuilder<unknown>;
  most: number;
  /** Only the newest faxes may be looked at: see `isWithinWalk`. */
  mayWalk: boolean;
}

/** Newest faxes that are looked at when words are on most of them. */
const WALKED = 4_000;
/** Up to so many faxes of parties are looked at one by one. */
const FEW_FAXES = 5_000;

/**
 * The newest faxes whose text answers a group, as rows of id and fax_at, newest first, at most `most`: those of few
 * parties one by one; where words are on most faxes, from the newest one on; else by the index of words.
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
  // Coalesce keeps the planner from the index of words.
  const answers = [sql<boolean>`coalesce(t.words, '') @@ ${query}`, ...ofText];
  if (ids !== null && faxes <= FEW_FAXES)
    return { rows: ofParties(way, ids, [...answers, ...ofFax]), walked: false };
  if (!way.mayWalk || !(await isCommon(snapshot, way, words)))
    return { rows: textsFirst(way, [sql`t.words @@ ${query}`], null, [...ofFax, ...ofText]), walked: false };
  // Few faxes may be left by the filters, and they lie anywhere.
  if (ofFax.length > 0) return { rows: faxesFirst(way, ofFax, answers), walked: false };
  return { rows: textsFirst(way, [], WALKED, answers), walked: true };
}

const allOf = (conditions: readonly RawBuilder<unknown>[]) => sql.join(conditions, sql` and `);

// The offsets keep the planner from other ways: what stands in them is put in order before anything else is looked up,
// so that what is not wanted is never read.

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

/** Finds texts, the newest `first` or all of them, and looks up their faxes from the newest one on. */
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

/** Goes through the faxes that the filters leave, in all folders at once, and reads their texts until there are enough. */
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

/** Of this many newest faxes it is looked how many have the words; from so many on they are common. */
const SAMPLE = { faxes: 60, common: 36 };

/**
 * Whether words are on so many of the account's faxes that walking from the newest one finds enough of them sooner than
 * the index of words finds all.
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

/** Whether a fax is among the newest ones that a walk looks at: nothing that is newer was missed. */
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

/** Words as a tsquery of an account. Terms are letters and digits, and a tilde: nothing in them needs to be escaped. */
function queryOf(account: AccountId, typed: readonly string[]): string {
  const term = (written: string) =>
    `'${Number(account)}:${written}'${written.length < SHORTEST_PREFIX ? '' : ':*'}`;
  const one = (text: string) =>
    (wantedTerms(text) ?? [])
      .map((all) => `(${all.map((any) => `(${any.map(term).join(' | ')})`).join(' & ')})`)
      .join(' | ');
  return typed.map((text) => `(${one(text)})`).join(' & ');
}

/** A page of the fax has these words one after another, also over the end of a line. */
function hasPhrase(text: string): Condition {
  const phrase = text.toLowerCase().replaceAll(/\s+/gu, ' ');
  // A phrase of ASCII letters is not found by others, and those are quicker to compare.
  const collation = sql.raw(/^[\x20-\x7e]*$/u.test(phrase) ? 'collate "C"' : '');
  return sql<boolean>`exists (
    select from fax_page_text x
    where x.account_id = f.account_id and x.fax_id = f.id
      and strpos(lower(replace(x.text, ${'\n'}, ' ') ${collation}), ${phrase}) > 0 offset 0)`;
}
