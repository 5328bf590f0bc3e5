import { sql } from 'kysely';

import { runsOf } from '#contract/mailbox/page-words.ts';
import type { AccountId } from '#server/kit/scope.ts';

import type { Snapshot } from '../snapshot.store.ts';
import { snippetOf } from './snippet.ts';

/** The number of pages of a fax that are searched for a snippet. */
const SNIPPET_PAGES = 20;

/** Words with digits are found with or without punctuation between their characters. */
const NUMBER_LIKE = /^(?=.*\p{N}).{5,}$/u;

/** Returns a pattern for typed letters that also finds them with diacritics. */
function loosely(run: string): string {
  return Array.from(run)
    .map((letter) => (MARKED.has(letter) ? `[${letter}${MARKED.get(letter)}]` : letter))
    .join(NUMBER_LIKE.test(run) ? '[^[:alnum:]]{0,3}' : '');
}

/** Latin letters with diacritics, by base letter. */
const MARKED = new Map<string, string>();
for (let code = 0xe0; code < 0x180; code += 1) {
  const letter = String.fromCharCode(code);
  const [plain = ''] = letter.normalize('NFKD');
  if (plain !== letter && /^[a-z]$/.test(plain)) MARKED.set(plain, (MARKED.get(plain) ?? '') + letter);
}

/** Returns a pattern for a word or phrase: its runs in order, with any separators, including line ends. */
function inText(typed: string): string {
  return runsOf(typed).map(loosely).join('[^[:alnum:]]*');
}

/** Returns the text around the words for faxes that contain one of them, on the first such page. */
export async function readSnippets(
  snapshot: Snapshot,
  account: AccountId,
  { ids, words }: { ids: readonly number[]; words: readonly string[] },
): Promise<Map<number, string>> {
  const wanted = [...new Set(words.map(inText).filter((one) => one !== ''))];
  if (ids.length === 0 || wanted.length === 0) return new Map();
  const pattern = String.raw`\m(?:${wanted.join('|')})`;
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
