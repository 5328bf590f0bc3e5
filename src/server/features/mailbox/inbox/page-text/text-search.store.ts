import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';

import { runsOf, wantedTerms } from '#contract/mailbox/page-words.ts';
import type { AccountId } from '#server/kit/scope.ts';

import { PARTY, timeMatches } from '../search-sql.store.ts';
import type { Condition } from '../search-sql.store.ts';
import type { OffsetSpan } from '../displayed-time.ts';
import type { MaskedParties, Term } from '../search-terms.ts';
import type { Snapshot } from '../snapshot.store.ts';
import { snippetOf } from './snippet.ts';

/** Words of one letter are looked for as they are: half of all words begin with one. */
const SHORTEST_PREFIX = 2;
/** A snippet is looked for on this many pages of a fax. */
const SNIPPET_PAGES = 20;

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
  /** On a row `f` of fax, and on what is joined. */
  conditions: readonly Condition[];
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
  { account, conditions, joined, most, mayWalk }: TextWay,
  { ids, faxes, words, either }: TextGroup,
  offsets: readonly OffsetSpan[],
): Promise<{ rows: RawBuilder<unknown>; walked: boolean }> {
  const query = sql`${queryOf(account, texts(words))}::tsquery`;
  const all = [
    ...conditions,
    ...(ids === null ? [] : [sql<boolean>`${PARTY} = any(${ids}::bigint[])`]),
    ...either.map(
      (term) =>
        sql<boolean>`(t.words @@ ${queryOf(account, [term.text])}::tsquery or ${timeMatches([term], offsets)})`,
    ),
    ...words.filter(isPhrase).map(({ text }) => hasPhrase(text)),
  ];
  // The offsets keep the planner from other ways: what stands in them is put in order before anything else is looked up,
  // so that what is not wanted is never read. Coalesce keeps it from the index of words.
  const answers = sql<boolean>`coalesce(t.words, '') @@ ${query}`;
  if (ids !== null && faxes <= FEW_FAXES)
    return {
      walked: false,
      rows: sql`(
      select f.id, f.fax_at from (
        select * from fax f where f.account_id = ${account} and f.party_id = any(${ids}::bigint[])
        order by f.fax_at desc, f.id desc offset 0
      ) f
      join fax_text t on t.account_id = ${account} and t.fax_id = f.id ${joined}
      where ${sql.join([answers, ...all], sql` and `)} order by f.fax_at desc, f.id desc limit ${most})`,
    };
  const walked = mayWalk && !words.some(isPhrase) && (await isCommon(snapshot, account, { words }));
  const source = walked
    ? sql`from fax_text t where t.account_id = ${account} order by t.fax_at desc, t.fax_id desc limit ${WALKED}`
    : sql`from fax_text t where t.account_id = ${account} and t.words @@ ${query} order by t.fax_at desc, t.fax_id desc offset 0`;
  const rows = sql`(
    select f.id, f.fax_at from (select t.fax_id, t.fax_at, t.words ${source}) t
    cross join lateral (
      select * from fax f where f.account_id = ${account} and f.id = t.fax_id offset 0
    ) f ${joined}
    where ${sql.join(walked ? [answers, ...all] : all, sql` and `)}
    order by t.fax_at desc, t.fax_id desc limit ${most})`;
  return { rows, walked };
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
  account: AccountId,
  { words }: Pick<TextGroup, 'words'>,
): Promise<boolean> {
  const [sample] = await snapshot.rows(sql<{ hits: number }>`
    select count(*) filter (where t.words @@ ${queryOf(account, texts(words))}::tsquery)::int as hits
    from (
      select words from fax_text where account_id = ${account} and state = 'done'
      order by fax_at desc, fax_id desc limit ${SAMPLE.faxes}
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
  return sql<boolean>`exists (
    select from fax_page_text x
    where x.account_id = f.account_id and x.fax_id = f.id
      and strpos(lower(translate(x.text, ${'\n'}, ' ')), ${phrase}) > 0)`;
}

/** Words with digits are found with or without what people write between their letters. */
const NUMBER_LIKE = /^(?=.*\p{N}).{5,}$/u;

/** A pattern for letters as they are typed that finds them with marks on them, too. */
function loosely(run: string): string {
  return Array.from(run)
    .map((letter) => (MARKED.has(letter) ? `[${letter}${MARKED.get(letter)}]` : letter))
    .join(NUMBER_LIKE.test(run) ? '[^[:alnum:]]{0,3}' : '');
}

/** Latin letters with marks, by the letter below. */
const MARKED = new Map<string, string>();
for (let code = 0xe0; code < 0x180; code += 1) {
  const letter = String.fromCharCode(code);
  const [plain = ''] = letter.normalize('NFKD');
  if (plain !== letter && /^[a-z]$/.test(plain)) MARKED.set(plain, (MARKED.get(plain) ?? '') + letter);
}

/** For faxes whose pages have one of the words: the words around it, on the first such page. */
export async function readSnippets(
  snapshot: Snapshot,
  account: AccountId,
  { ids, words }: { ids: readonly number[]; words: readonly string[] },
): Promise<Map<number, string>> {
  const runs = [...new Set(words.flatMap(runsOf))];
  if (ids.length === 0 || runs.length === 0) return new Map();
  const pattern = String.raw`\m(?:${runs.map(loosely).join('|')})`;
  const rows = await snapshot.rows(sql<{ id: number; text: string }>`
    select wanted.id, found.text from unnest(${ids}::bigint[]) as wanted(id)
    join lateral (
      select x.text from fax_page_text x
      where x.account_id = ${account} and x.fax_id = wanted.id and x.page <= ${SNIPPET_PAGES} and x.text ~* ${pattern}
      order by x.page limit 1
    ) found on true`);
  return new Map(
    rows.flatMap(({ id, text }) => snippetOf(text, words).map((snippet) => [id, snippet] as const)),
  );
}
