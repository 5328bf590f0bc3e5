import { findHits } from '#contract/mailbox/page-words.ts';

/** Characters before the found word: few, so that a narrow list shows the word. */
const BEFORE = 20;
/** Words from the found one on. */
const AFTER = 14;

/** Returns the text around the first word that matches the search; empty if none does. */
export function snippetOf(text: string, typed: readonly string[]): string[] {
  const words = text.split(/\s+/u);
  const [hit] = findHits(words, typed);
  if (hit === undefined) return [];
  let from = hit.at;
  while (from > 0 && words.slice(from - 1, hit.at).join(' ').length <= BEFORE) from -= 1;
  const to = Math.min(words.length, hit.at + AFTER);
  return [`${from > 0 ? '… ' : ''}${words.slice(from, to).join(' ')}${to < words.length ? ' …' : ''}`];
}
