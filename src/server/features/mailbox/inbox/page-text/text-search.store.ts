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
  for (const { mask, ids } of masked) {
    const left = terms.slice(0, words).filter((_, i) => !(mask & (1 << i)));
    if ((mask & filters) !== filters || left.length === 0) continue;
    const isAll = left.length === words && filters === 0;
    if (!left.every(({ text }) => wantedTerms(text) !== null)) continue;
    const key = left.map(({ text }) => text).join('\n');
    const known = groups.get(key);
    if (known) known.ids = known.ids && ids ? [...known.ids, ...ids] : null;
    else groups.set(key, { ids: isAll ? null : ids, ...byTime(left) });
  }
  return [...groups.values()];
}

/** A text must answer one word at least, so that there is something to look up. */
function byTime(left: readonly Term[]): Pick<TextGroup, 'words' | 'either'> {
  const either = left.filter(({ days, minutes }) => days.spans.length > 0 || minutes.length > 0);
  const words = left.filter((term) => !either.includes(term));
  return words.length === 0 ? { words: [...left], either: [] } : { words, either };
}

/** The newest faxes whose text answers a group, as rows of id and fax_at, newest first, at most `most`. */
export function foundByText(
  {
    account,
    conditions,
    joined,
    most,
  }: {
    account: AccountId;
    /** On a row `f` of fax, and on what is joined. */
    conditions: readonly Condition[];
    joined: RawBuilder<unknown>;
    most: number;
  },
  { ids, words, either }: TextGroup,
  offsets: readonly OffsetSpan[],
): RawBuilder<unknown> {
  const all = [
    ...conditions,
    ...(ids === null ? [] : [sql<boolean>`${PARTY} = any(${ids}::bigint[])`]),
    ...either.map(
      (term) =>
        sql<boolean>`(t.words @@ ${queryOf(account, [term.text])}::tsquery or ${timeMatches([term], offsets)})`,
    ),
    ...words.filter(({ text }) => /\s/u.test(text)).map(({ text }) => hasPhrase(text)),
  ];
  const query = queryOf(
    account,
    words.map(({ text }) => text),
  );
  // The offset has them put in order before anything else is looked up: what is not wanted is never read.
  return sql`(
    select f.id, f.fax_at from (
      select t.fax_id, t.fax_at, t.words from fax_text t
      where t.account_id = ${account} and t.words @@ ${query}::tsquery
      order by t.fax_at desc, t.fax_id desc offset 0
    ) t
    join fax f on f.account_id = ${account} and f.id = t.fax_id ${joined}
    where ${sql.join(all, sql` and `)}
    order by t.fax_at desc, t.fax_id desc limit ${most})`;
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

/** A page of the fax has these words one after another. */
function hasPhrase(text: string): Condition {
  const phrase = runsOf(text).map(loosely).join('[^[:alnum:]]+');
  return sql<boolean>`exists (
    select from fax_page_text x
    where x.account_id = f.account_id and x.fax_id = f.id and x.text ~* ${String.raw`\m` + phrase})`;
}

/** A pattern for letters as they are typed that finds them with marks on them, too. */
function loosely(run: string): string {
  return Array.from(run)
    .map((letter) => (MARKED.has(letter) ? `[${letter}${MARKED.get(letter)}]` : letter))
    .join('');
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
